# divtool alone, in an image without anything else:
#
#   docker build -t divtool .
#   docker run --rm -i divtool decode < frame.bin
#   docker run --rm -v "$PWD:/work:ro" divtool lint .
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH VERSION= COMMIT=
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -buildvcs=false \
    -ldflags "-s -w -X github.com/divtool/divtool/cmd.releaseVersion=$VERSION -X github.com/divtool/divtool/cmd.releaseCommit=$COMMIT" \
    -o /divtool .

FROM scratch
COPY --from=build /divtool /divtool
COPY LICENSE THIRD_PARTY.md /
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["/divtool"]
