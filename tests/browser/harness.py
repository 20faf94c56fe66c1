"""A report opened in Chromium, with everything noted that a report must not do.

Facts about pages under this Content-Security-Policy: `add_script_tag`, `set_content` and `wait_for_function` with an
expression fail; `evaluate`, arrow functions in `wait_for_function`, locators and `add_init_script` work.
"""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import quote, urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Frame,
    Page,
    Playwright,
    Request,
)

Via: TypeAlias = Literal["file", "http", "iframe", "blocked"]
"""How a report reaches the browser: from disk, from a loopback server, in `<iframe sandbox="allow-scripts">`, or from
a server whose own policy forbids every script (the page is then static, and the blocked script is a console error)."""

CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

WIDE = (1440, 900)
NARROW = (390, 844)
SMALLEST = (360, 740)
"""Viewports in CSS pixels: the pictures' desktop and phone, and the smallest that is supported."""

VIOLATIONS = """() => {
  window.__violations = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    window.__violations.push(
      `${event.effectiveDirective} blocked ${event.blockedURI || "inline"} ` +
        `(line ${event.lineNumber}${event.sample ? ": " + event.sample : ""})`,
    );
  });
}"""


def chromium_program(playwright: Playwright) -> str:
    """$PI_INSPECT_CHROMIUM, which scripts/test sets, else Chromium or Chrome on PATH, else Playwright's own."""
    named = os.environ.get("PI_INSPECT_CHROMIUM")
    if named:
        return named
    for name in ("chromium", "google-chrome"):
        if found := shutil.which(name):
            return found
    own = playwright.chromium.executable_path
    if not Path(own).is_file():
        msg = "no Chromium found: run scripts/test, or set PI_INSPECT_CHROMIUM"
        raise RuntimeError(msg)
    return own


def axe_source() -> str:
    """The source of axe-core, as its Python package carries it."""
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Serves one folder, keeps the paths asked for, and says nothing."""

    asked: list[str]
    policy: str | None

    def end_headers(self) -> None:
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Standard error belongs to the tests."""

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path.startswith("/__host__?"):
            self._host(self.path.partition("?")[2])
        else:
            super().do_GET()

    def _host(self, target: str) -> None:
        body = (
            "<!doctype html><html lang=en><title>host</title><link rel=icon href='data:,'>"
            "<style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}</style>"
            f'<iframe title="report" sandbox="allow-scripts" src="/{target}"></iframe>'
        ).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def served(folder: Path, policy: str | None = None) -> Iterator[tuple[str, list[str]]]:
    """Serves a folder on loopback, with a policy header of the server's own; gives the base URL and the growing list of paths asked for."""
    asked: list[str] = []
    handler = type("Handler", (_Handler,), {"asked": asked, "policy": policy})
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=str(folder))
    )
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass
class ReportPage:
    """An opened report.

    `page` is Playwright's page, `view` the frame that holds the report (they differ in an iframe).
    """

    page: Page
    view: Frame
    path: Path
    expected: set[str]
    javascript: bool = True
    console: list[str] = field(default_factory=list[str])
    errors: list[str] = field(default_factory=list[str])
    requests: list[str] = field(default_factory=list[str])
    asked: list[str] = field(default_factory=list[str])

    def violations(self) -> list[str]:
        """What the Content-Security-Policy blocked so far, in every frame."""
        found: list[str] = []
        for frame in self.page.frames:
            found += frame.evaluate("() => window.__violations ?? []")
        return found

    def problems(self) -> list[str]:
        """Everything noted so far that a report must not do, one line each."""
        served_paths = {
            urlsplit(url)._replace(scheme="", netloc="", fragment="").geturl() for url in self.expected
        }
        return [
            *(f"blocked by the policy: {text}" for text in self.violations()),
            *(f"console: {text}" for text in self.console),
            *(f"error: {text}" for text in self.errors),
            *(f"request: {url}" for url in self.requests),
            *(f"asked of the server: {path}" for path in self.asked if path not in served_paths),
        ]

    def assert_clean(self) -> None:
        """No policy violation, console error or warning, uncaught error, or request beyond the page itself."""
        assert not self.problems(), "\n".join(self.problems())

    def assert_fits(self) -> None:
        """The page as a whole does not scroll sideways (UI-4)."""
        wide, room = self.view.evaluate(
            "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert wide <= room, f"the page is {wide} px wide in a viewport of {room} px"

    def axe(self, within: str | None = None) -> list[dict[str, Any]]:
        """axe-core's violations of serious or critical level; `within` is a CSS selector, else the whole report."""
        assert self.javascript, (
            "axe needs timers, which a page without JavaScript lacks: open it via='blocked'"
        )
        # axe itself may trip the policy: what it adds is not the report's doing.
        console, errors = len(self.console), len(self.errors)
        self.view.evaluate(axe_source())
        found = self.view.evaluate(
            "async (within) => (await axe.run(within ?? document, {resultTypes: ['violations']})).violations",
            within,
        )
        del self.console[console:], self.errors[errors:]
        self.view.evaluate("() => { window.__violations = []; }")
        return [violation for violation in found if violation["impact"] in ("serious", "critical")]

    def assert_accessible(self, within: str | None = None) -> None:
        """No axe-core violation of serious or critical level (UI-6). Checks cleanliness first, as axe blurs it."""
        self.assert_clean()
        found = self.axe(within)
        lines = [
            f"{rule['id']} ({rule['impact']}): {rule['help']}: "
            + "; ".join(str(node["target"]) for node in rule["nodes"][:5])
            for rule in found
        ]
        assert not lines, "\n".join(lines)

    def set_theme(self, theme: str) -> None:
        """Shows the report in `light`, `dark` or `auto`, as `--theme` would have done."""
        self.view.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)

    def shot(self, name: str) -> Path | None:
        """A screenshot NAME.png in the folder $PI_INSPECT_SHOTS; nothing where that is not set."""
        folder = os.environ.get("PI_INSPECT_SHOTS")
        if not folder:
            return None
        target = Path(folder) / f"{name}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=target)
        return target


class Opener:
    """Opens reports, each in a fresh browser context; `close` ends all of them."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._servers: list[Any] = []

    def __call__(
        self,
        path: Path,
        *,
        theme: Literal["light", "dark", "auto"] | None = None,
        viewport: tuple[int, int] = WIDE,
        scheme: Literal["light", "dark"] = "light",
        via: Via = "file",
        fragment: str = "",
        javascript: bool = True,
        timezone: str = "Asia/Kathmandu",
        permissions: tuple[str, ...] = (),
    ) -> ReportPage:
        """Opens a report and waits until it is loaded and, where it has an `#app`, until that is shown.

        `theme` overrides the report's own, `scheme` is what the reader's system prefers. The zone is an odd one, so
        that a time shown in it by mistake is seen. Without `javascript` only static parts are there.
        """
        context = self._browser.new_context(
            viewport={"width": viewport[0], "height": viewport[1]},
            color_scheme=scheme,
            java_script_enabled=javascript,
            timezone_id=timezone,
            permissions=list(permissions),
        )
        self._contexts.append(context)
        page = context.new_page()
        page.add_init_script(f"({VIOLATIONS})()")
        url, expected, asked = self._address(path, via)
        report = ReportPage(page, page.main_frame, path, expected, javascript, asked=asked)

        def on_console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning", "assert"):
                report.console.append(f"{message.type}: {message.text}")

        def on_error(error: Error) -> None:
            report.errors.append(error.message)

        def on_request(request: Request) -> None:
            if request.url.partition("#")[0] not in expected and not request.url.startswith("data:"):
                report.requests.append(request.url)

        page.on("console", on_console)
        page.on("pageerror", on_error)
        page.on("request", on_request)
        page.goto(url + (f"#{fragment}" if fragment and via != "iframe" else ""), wait_until="load")
        if via == "iframe":
            report.view = page.frames[1]
            report.view.wait_for_load_state("load")
        if javascript and via != "blocked" and report.view.locator("#app").count():
            report.view.locator("#app").wait_for(state="visible")
        if theme:
            report.set_theme(theme)
        return report

    def _address(self, path: Path, via: Via) -> tuple[str, set[str], list[str]]:
        if via == "file":
            url = path.resolve().as_uri()
            return url, {url}, []
        server = served(path.parent, "script-src 'none'" if via == "blocked" else None)
        base, asked = server.__enter__()
        self._servers.append(server)
        name = quote(path.name)
        report = f"{base}/{name}"
        host = f"{base}/__host__?{name}"
        return (host, {host, report}, asked) if via == "iframe" else (report, {report}, asked)

    def close(self) -> None:
        """Closes every page and server that this opener started."""
        for context in self._contexts:
            context.close()
        for server in self._servers:
            server.__exit__(None, None, None)
        self._contexts.clear()
        self._servers.clear()
