"use strict";
// data-f is the index of the field of a row or of bytes in the dump. data-e of a
// row is the index of the last field inside it.
(() => {
  const indexes = new WeakMap();
  const marked = { hit: [], pin: [] };
  let pinned = null;

  // index returns the row and the bytes of each field of a frame. It is built on
  // first use.
  function index(frame) {
    let found = indexes.get(frame);
    if (!found) {
      found = { rows: new Map(), bytes: new Map() };
      for (const el of frame.querySelectorAll("[data-f]")) {
        const f = Number(el.dataset.f);
        if (el.tagName === "TR") {
          found.rows.set(f, el);
        } else if (found.bytes.has(f)) {
          found.bytes.get(f).push(el);
        } else {
          found.bytes.set(f, [el]);
        }
      }
      indexes.set(frame, found);
    }
    return found;
  }

  // shown returns the row of a field and its bytes, including those of the fields
  // inside it.
  function shown(el) {
    const { rows, bytes } = index(el.closest(".frame"));
    const f = Number(el.dataset.f);
    const row = rows.get(f);
    const list = [];
    for (let i = f; i <= Number(row ? row.dataset.e : f); i++) {
      list.push(...(bytes.get(i) || []));
    }
    return { row, bytes: list };
  }

  function mark(name, what) {
    for (const el of marked[name]) {
      el.classList.remove(name);
    }
    marked[name] = what ? what.bytes.concat(what.row || []) : [];
    for (const el of marked[name]) {
      el.classList.add(name);
    }
  }

  // reveal scrolls the pane of an element, but not the page, until the element is
  // visible.
  function reveal(el) {
    const pane = el && el.closest(".dump, .fields");
    if (!pane || pane.scrollHeight <= pane.clientHeight) {
      return;
    }
    const a = el.getBoundingClientRect(), b = pane.getBoundingClientRect();
    if (a.top < b.top) {
      pane.scrollTop -= b.top - a.top + a.height;
    } else if (a.bottom > b.bottom) {
      pane.scrollTop += a.bottom - b.bottom + a.height;
    }
  }

  function show(el) {
    const what = shown(el);
    mark("hit", what);
    reveal(el.tagName === "TR" ? what.bytes[0] : what.row);
  }

  function pin(el) {
    const what = shown(el);
    const again = pinned !== null && pinned === (what.row || el);
    pinned = again ? null : what.row || el;
    for (const row of document.querySelectorAll("tr[aria-selected=true]")) {
      row.setAttribute("aria-selected", "false");
    }
    if (what.row) {
      what.row.setAttribute("aria-selected", String(!again));
    }
    mark("pin", again ? null : what);
  }

  function focusRow(row) {
    for (const other of row.closest("table").querySelectorAll("tr[tabindex='0']")) {
      other.tabIndex = -1;
    }
    row.tabIndex = 0;
    row.focus({ preventScroll: true });
    reveal(row);
    const a = row.getBoundingClientRect();
    if (a.top < 0 || a.bottom > window.innerHeight) {
      row.scrollIntoView({ block: "nearest" });
    }
  }

  const level = (row) => Number(row.getAttribute("aria-level"));

  const moves = {
    ArrowDown: (rows, i) => i + 1,
    ArrowUp: (rows, i) => i - 1,
    ArrowRight: (rows, i) => i + 1,
    ArrowLeft: (rows, i) => {
      let to = i - 1;
      while (to >= 0 && level(rows[to]) >= level(rows[i])) {
        to--;
      }
      return to;
    },
    Home: () => 0,
    End: (rows) => rows.length - 1,
  };

  document.addEventListener("mouseover", (e) => {
    const el = e.target.closest("[data-f]");
    if (el) {
      show(el);
    } else {
      mark("hit", null);
    }
  });
  document.documentElement.addEventListener("mouseleave", () => mark("hit", null));
  document.addEventListener("focusin", (e) => {
    if (e.target.matches("tr[data-f]")) {
      show(e.target);
    }
  });
  document.addEventListener("click", (e) => {
    const el = e.target.closest("[data-f]");
    if (!el || String(getSelection())) {
      return;
    }
    const { row } = shown(el);
    if (row) {
      focusRow(row);
    }
    pin(el);
  });
  document.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      pinned = null;
      mark("pin", null);
      return;
    }
    const row = document.activeElement;
    if (!row || !row.matches("tr[data-f]") || e.ctrlKey || e.altKey || e.metaKey) {
      return;
    }
    if (e.key === "Enter" || e.key === " ") {
      pin(row);
      e.preventDefault();
      return;
    }
    const move = moves[e.key];
    if (!move) {
      return;
    }
    const rows = [...document.querySelectorAll("tr[data-f]")];
    const to = rows[move(rows, rows.indexOf(row))];
    if (to) {
      focusRow(to);
    }
    e.preventDefault();
  });
})();
