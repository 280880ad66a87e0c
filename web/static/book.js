// A formula or a table wider than a phone scrolls by itself. Let the keyboard reach it.
function reachScrollers() {
  for (const element of document.querySelectorAll("div.math, .cell_output table")) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
}

window.addEventListener("resize", reachScrollers);
window.addEventListener("load", () => {
  const drawn = window.MathJax?.startup?.promise ?? Promise.resolve();
  drawn.then(reachScrollers);
});
