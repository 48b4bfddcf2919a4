package input

// What the tools print, pasted: each constant names its command.

const (
	// xxd
	dumpXxdFuse = `00000000: 0b00 026d 3100 0361 2f62 0000 0000 0000  ...m1..a/b......
00000010: 1000 0000 0200                           ......
`
	// xxd -g1
	dumpXxdG1Fuse = `00000000: 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00  ...m1..a/b......
00000010: 10 00 00 00 02 00                                ......
`
	// xxd -g4
	dumpXxdG4Fuse = `00000000: 0b00026d 31000361 2f620000 00000000  ...m1..a/b......
00000010: 10000000 0200                        ......
`
	// xxd -g0
	dumpXxdG0Fuse = `00000000: 0b00026d310003612f62000000000000  ...m1..a/b......
00000010: 100000000200                      ......
`
	// xxd -c 8
	dumpXxdC8Fuse = `00000000: 0b00 026d 3100 0361  ...m1..a
00000008: 2f62 0000 0000 0000  /b......
00000010: 1000 0000 0200       ......
`
	// xxd -u
	dumpXxdUpperFuse = `00000000: 0B00 026D 3100 0361 2F62 0000 0000 0000  ...m1..a/b......
00000010: 1000 0000 0200                           ......
`
	// xxd -a
	dumpXxdAutoFuse = `00000000: 0b00 026d 3100 0361 2f62 0000 0000 0000  ...m1..a/b......
00000010: 1000 0000 0200                           ......
`
	// hexdump -C
	dumpHexdumpFuse = `00000000  0b 00 02 6d 31 00 03 61  2f 62 00 00 00 00 00 00  |...m1..a/b......|
00000010  10 00 00 00 02 00                                 |......|
00000016
`
	// od -A x -t x1
	dumpOdHexFuse = `000000 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00
000010 10 00 00 00 02 00
000016
`
	// od -A x -t x1z
	dumpOdHexTextFuse = `000000 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00  >...m1..a/b......<
000010 10 00 00 00 02 00                                >......<
000016
`
	// od -A o -t x1
	dumpOdOctalFuse = `0000000 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00
0000020 10 00 00 00 02 00
0000026
`
	// od -t x1z
	dumpOdOctalTextFuse = `0000000 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00  >...m1..a/b......<
0000020 10 00 00 00 02 00                                >......<
0000026
`
	// od -A x -t x1 -w8
	dumpOdWideFuse = `000000 0b 00 02 6d 31 00 03 61
000008 2f 62 00 00 00 00 00 00
000010 10 00 00 00 02 00
000016
`
	// xxd
	dumpXxdMixed = `00000000: 6865 6c6c 6f7c 776f 726c 643e 7820 2079  hello|world>x  y
00000010: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000020: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000030: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000040: 80ff 656e 6420 20                        ..end  
`
	// xxd -g1
	dumpXxdG1Mixed = `00000000: 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79  hello|world>x  y
00000010: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
00000020: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
00000030: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
00000040: 80 ff 65 6e 64 20 20                             ..end  
`
	// xxd -g4
	dumpXxdG4Mixed = `00000000: 68656c6c 6f7c776f 726c643e 78202079  hello|world>x  y
00000010: 00000000 00000000 00000000 00000000  ................
00000020: 00000000 00000000 00000000 00000000  ................
00000030: 00000000 00000000 00000000 00000000  ................
00000040: 80ff656e 642020                      ..end  
`
	// xxd -g0
	dumpXxdG0Mixed = `00000000: 68656c6c6f7c776f726c643e78202079  hello|world>x  y
00000010: 00000000000000000000000000000000  ................
00000020: 00000000000000000000000000000000  ................
00000030: 00000000000000000000000000000000  ................
00000040: 80ff656e642020                    ..end  
`
	// xxd -c 8
	dumpXxdC8Mixed = `00000000: 6865 6c6c 6f7c 776f  hello|wo
00000008: 726c 643e 7820 2079  rld>x  y
00000010: 0000 0000 0000 0000  ........
00000018: 0000 0000 0000 0000  ........
00000020: 0000 0000 0000 0000  ........
00000028: 0000 0000 0000 0000  ........
00000030: 0000 0000 0000 0000  ........
00000038: 0000 0000 0000 0000  ........
00000040: 80ff 656e 6420 20    ..end  
`
	// xxd -u
	dumpXxdUpperMixed = `00000000: 6865 6C6C 6F7C 776F 726C 643E 7820 2079  hello|world>x  y
00000010: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000020: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000030: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000040: 80FF 656E 6420 20                        ..end  
`
	// xxd -a
	dumpXxdAutoMixed = `00000000: 6865 6c6c 6f7c 776f 726c 643e 7820 2079  hello|world>x  y
00000010: 0000 0000 0000 0000 0000 0000 0000 0000  ................
*
00000040: 80ff 656e 6420 20                        ..end  
`
	// hexdump -C
	dumpHexdumpMixed = `00000000  68 65 6c 6c 6f 7c 77 6f  72 6c 64 3e 78 20 20 79  |hello|world>x  y|
00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
*
00000040  80 ff 65 6e 64 20 20                              |..end  |
00000047
`
	// od -A x -t x1
	dumpOdHexMixed = `000000 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79
000010 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
*
000040 80 ff 65 6e 64 20 20
000047
`
	// od -A x -t x1z
	dumpOdHexTextMixed = `000000 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79  >hello|world>x  y<
000010 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  >................<
*
000040 80 ff 65 6e 64 20 20                             >..end  <
000047
`
	// od -A o -t x1
	dumpOdOctalMixed = `0000000 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79
0000020 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
*
0000100 80 ff 65 6e 64 20 20
0000107
`
	// od -t x1z
	dumpOdOctalTextMixed = `0000000 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79  >hello|world>x  y<
0000020 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  >................<
*
0000100 80 ff 65 6e 64 20 20                             >..end  <
0000107
`
	// od -A x -t x1 -w8
	dumpOdWideMixed = `000000 68 65 6c 6c 6f 7c 77 6f
000008 72 6c 64 3e 78 20 20 79
000010 00 00 00 00 00 00 00 00
*
000040 80 ff 65 6e 64 20 20
000047
`
	// hexdump -C
	dumpHexdumpZeros = `00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
*
00000040
`
	// od -A x -t x1
	dumpOdHexZeros = `000000 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
*
000040
`
	// od -t x1
	dumpOdOctalZeros = `0000000 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
*
0000100
`
)

// The frames of the dumps.
const (
	fuseFrame  = "0b00026d310003612f62000000000000100000000200"
	mixedFrame = "68656c6c6f7c776f726c643e7820207900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000080ff656e642020"
	zeroFrame  = "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
)

// toolDumps are the dumps that can be read, with their frames.
var toolDumps = []struct{ name, text, frame string }{
	{"xxdFuse", dumpXxdFuse, fuseFrame},
	{"xxdG1Fuse", dumpXxdG1Fuse, fuseFrame},
	{"xxdG4Fuse", dumpXxdG4Fuse, fuseFrame},
	{"xxdG0Fuse", dumpXxdG0Fuse, fuseFrame},
	{"xxdC8Fuse", dumpXxdC8Fuse, fuseFrame},
	{"xxdUpperFuse", dumpXxdUpperFuse, fuseFrame},
	{"xxdAutoFuse", dumpXxdAutoFuse, fuseFrame},
	{"hexdumpFuse", dumpHexdumpFuse, fuseFrame},
	{"odHexFuse", dumpOdHexFuse, fuseFrame},
	{"odHexTextFuse", dumpOdHexTextFuse, fuseFrame},
	{"odOctalFuse", dumpOdOctalFuse, fuseFrame},
	{"odOctalTextFuse", dumpOdOctalTextFuse, fuseFrame},
	{"odWideFuse", dumpOdWideFuse, fuseFrame},
	{"xxdMixed", dumpXxdMixed, mixedFrame},
	{"xxdG1Mixed", dumpXxdG1Mixed, mixedFrame},
	{"xxdG4Mixed", dumpXxdG4Mixed, mixedFrame},
	{"xxdG0Mixed", dumpXxdG0Mixed, mixedFrame},
	{"xxdC8Mixed", dumpXxdC8Mixed, mixedFrame},
	{"xxdUpperMixed", dumpXxdUpperMixed, mixedFrame},
	{"xxdAutoMixed", dumpXxdAutoMixed, mixedFrame},
	{"hexdumpMixed", dumpHexdumpMixed, mixedFrame},
	{"odHexMixed", dumpOdHexMixed, mixedFrame},
	{"odHexTextMixed", dumpOdHexTextMixed, mixedFrame},
	{"odOctalMixed", dumpOdOctalMixed, mixedFrame},
	{"odOctalTextMixed", dumpOdOctalTextMixed, mixedFrame},
	{"odWideMixed", dumpOdWideMixed, mixedFrame},
	{"hexdumpZeros", dumpHexdumpZeros, zeroFrame},
	{"odHexZeros", dumpOdHexZeros, zeroFrame},
	{"odOctalZeros", dumpOdOctalZeros, zeroFrame},
}
