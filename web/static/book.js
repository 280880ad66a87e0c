// A formula or a table wider than a phone scrolls by itself. Let the keyboard reach it.
const SCROLLERS = "div.math, div.math mjx-container, .cell_output table";

function reachScrollers() {
  for (const element of document.querySelectorAll(SCROLLERS)) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
}

window.addEventListener("resize", reachScrollers);
window.addEventListener("load", () => {
  const drawn = window.MathJax?.startup?.promise ?? Promise.resolve();
  drawn.then(reachScrollers);
});
