"""Look at the built site as a reader does: every page, wide and narrow, light and dark.

    python web/check_site.py _build/html [--screenshots FOLDER] [--only NAME]

The site is served on this machine and opened in a headless Chromium. What asks another
host for anything is stopped and reported: the book works with the network cut.
"""

import argparse
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import site_files
import vendor
from playwright.sync_api import Browser, ConsoleMessage, Route, sync_playwright
from site_files import Problem

# The site lies below a folder at GitHub Pages, so it is tried below one here.
FOLDER = "/attention-line-by-line/"
WIDTHS = {1440: 900, 390: 844}
SCHEMES = ("light", "dark")
BROWSERS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# --no-sandbox: the pages are our own, and root has no sandbox. The rest keeps the
# browser from asking its maker's hosts for updates.
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update"),
    "--disable-sync",
)
# The theme's own findings, not ours to mend: its buttons' names differ from their
# texts, and some of its parts lie outside of landmarks.
THEME = {"label-content-name-mismatch", "region"}

LOOK = """async () => {
  const wait = ms => new Promise(done => setTimeout(done, ms));
  const formulas = [...document.querySelectorAll(".math.notranslate")];
  if (formulas.length && window.MathJax?.startup?.promise)
    await Promise.race([window.MathJax.startup.promise, wait(15000)]);
  await document.fonts.ready;
  const root = document.documentElement;
  const wide = root.scrollWidth - root.clientWidth;
  const name = e => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") +
    [...e.classList].slice(0, 3).map(c => "." + c).join("");
  const scrolls = e => { for (let p = e.parentElement; p && p !== document.body;
    p = p.parentElement) if (getComputedStyle(p).overflowX !== "visible") return true;
    return false; };
  const culprits = wide <= 0 ? [] : [...document.body.querySelectorAll("*")]
    .filter(e => e.getBoundingClientRect().right > root.clientWidth + 1 && !scrolls(e))
    .map(name).slice(0, 3);
  return {
    undrawn: formulas.filter(f => !f.querySelector("mjx-container"))
      .map(f => f.textContent.slice(0, 60)),
    wrong: [...new Set([...document.querySelectorAll("[data-mjx-error]")]
      .map(e => e.dataset.mjxError))],
    cut: formulas.filter(f => f.querySelector("mjx-container")?.getBoundingClientRect()
      .left < f.getBoundingClientRect().left - f.scrollLeft - 1)
      .map(f => f.textContent.slice(0, 60)),
    broken: [...document.images].filter(i => i.complete && !i.naturalWidth &&
      i.getClientRects().length).map(i => i.src.slice(0, 80)),
    theme: root.dataset.theme, wide, culprits,
  };
}"""


def find_browser() -> str | None:
    """Return the path of a Chromium or Chrome, if this machine has one."""
    named = os.environ.get("CHROMIUM")
    for name in (named, *BROWSERS) if named else BROWSERS:
        path = shutil.which(name)
        if path:
            return path
    return None


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine; yield the address."""

    class Handler(SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            if not path.startswith(FOLDER):
                return str(site / "no-such-file")
            return super().translate_path("/" + path[len(FOLDER) :])

        def log_message(self, format: str, *args: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            # The browser leaves a page, and with it a request: no fault.
            pass

    server = Server(("127.0.0.1", 0), partial(Handler, directory=site))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{FOLDER}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Look:
    """One look at one page at one size in one colour scheme."""

    def __init__(self, browser: Browser, address: str, width: int, scheme: Any):
        self.address = address
        self.width, self.scheme = width, scheme
        self.problems: list[tuple[str, str]] = []
        self.context = browser.new_context(
            viewport={"width": width, "height": WIDTHS[width]}, color_scheme=scheme
        )
        self.context.route("**/*", self.allow)
        self.page = self.context.new_page()
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda e: self.note("page error", str(e)[:200]))

    def note(self, kind: str, text: str) -> None:
        """Take down a finding."""
        self.problems.append((kind, text))

    def allow(self, route: Route) -> None:
        """Let through what this machine serves, and stop the rest."""
        url = route.request.url
        if url.startswith(("data:", "blob:")) or url.startswith(
            self.address.removesuffix(FOLDER)
        ):
            route.continue_()
        else:
            self.note("other host", url[:120])
            route.abort()

    def hear(self, message: ConsoleMessage) -> None:
        """Take down what the page complains about."""
        if message.type in {"error", "warning"}:
            where = message.location.get("url", "").removeprefix(self.address)
            # A stopped request is reported above, with its address.
            if "ERR_FAILED" not in message.text:
                self.note("console", f"{message.text[:160]} ({where})")

    def see(self, name: str, axe: Path | None) -> list[Problem]:
        """Open a page, and return what is wrong with it."""
        self.problems.clear()
        # Not "networkidle": a page that never rests would never be seen.
        self.page.goto(self.address + name, wait_until="load")
        state = self.page.evaluate(LOOK)
        for text in state["undrawn"]:
            self.note("formula not drawn", text)
        for text in state["wrong"]:
            self.note("formula wrong", text)
        for text in state["cut"]:
            self.note("formula cut off", text)
        for text in state["broken"]:
            self.note("picture not shown", text)
        if state["wide"] > 0:
            text = f"{state['wide']} px too wide: {', '.join(state['culprits'])}"
            self.note("page scrolls sideways", text)
        if state["theme"] not in {self.scheme, None}:
            self.note("colours", f"{state['theme']} where {self.scheme} was asked for")
        if axe is not None:
            self.page.add_script_tag(path=axe)
            found = self.page.evaluate("axe.run().then(r => r.violations)")
            for rule in found:
                if rule["id"] not in THEME:
                    nodes = ", ".join(str(n["target"][0]) for n in rule["nodes"][:3])
                    self.note("accessibility", f"{rule['id']}: {nodes}")
        where = f"{name} ({self.width}, {self.scheme})"
        return [Problem(where, kind, text) for kind, text in self.problems]


def pages_of(site: Path, only: str = "") -> list[str]:
    """Return the pages to open: all but those that only lead to another."""
    pages = site_files.read_site(site)
    return [name for name, page in pages.items() if only in name and not page.redirect]


def check_browser(
    site: Path,
    *,
    executable: str,
    only: str = "",
    axe: Path | None = None,
    screenshots: Path | None = None,
) -> list[Problem]:
    """Open every page at every size in both colour schemes."""
    found = []
    names = pages_of(site, only)
    with served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        for width in WIDTHS:
            for scheme in SCHEMES:
                look = Look(browser, address, width, scheme)
                for name in names:
                    found += look.see(name, axe)
                    if screenshots:
                        stem = name.removesuffix(".html").replace("/", "-")
                        path = screenshots / f"{stem}-{width}-{scheme}.png"
                        look.page.screenshot(path=path, full_page=True)
                look.context.close()
        browser.close()
    return found


def main(arguments: list[str]) -> int:
    """Check a site, print the findings, and return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("site", type=Path)
    parser.add_argument("--screenshots", type=Path, help="write pictures here")
    parser.add_argument("--only", default="", help="pages with this in their name")
    options = parser.parse_args(arguments)
    if not (options.site / "index.html").is_file():
        parser.error(f"{options.site} holds no index.html: run 'make book' first")
    executable = find_browser()
    if executable is None:
        sys.exit(
            "No Chromium or Chrome was found to look at the site with.\n"
            "On Debian or Ubuntu: sudo apt-get install chromium\n"
            "Or name one: make site-check CHROMIUM=/path/to/chrome"
        )
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    found = site_files.check_files(options.site)
    found += check_browser(
        options.site,
        executable=executable,
        only=options.only,
        axe=vendor.axe(),
        screenshots=options.screenshots,
    )
    for problem in sorted(set(found)):
        print(problem)
    count = len(pages_of(options.site, options.only))
    print(f"site: {count} pages, {len(WIDTHS)} widths, light and dark: ", end="")
    print(f"{len(set(found))} problems" if found else "all well")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
