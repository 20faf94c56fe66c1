"""Print the path of a Chromium that really starts; exit 1 when there is none.

Looks at $PI_INSPECT_CHROMIUM, then the usual names on PATH, the macOS applications, and the browser that
Playwright installed. Each is started once: Ubuntu's `chromium` package is a stub that only names a snap.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Error, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def candidates(playwright: Playwright) -> list[str]:
    """Programs to try, best first."""
    found = [path for name in NAMES if (path := shutil.which(name))]
    found += [*APPLICATIONS, playwright.chromium.executable_path]
    return [path for path in dict.fromkeys(found) if Path(path).is_file()]


def starts(playwright: Playwright, program: str) -> str | None:
    """None if the program opens a page, else why not, in one line."""
    try:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"], timeout=30_000
        )
        try:
            browser.new_page().goto("data:text/html,ok")
        finally:
            browser.close()
    except Error as error:
        return str(error).splitlines()[0]
    return None


def main() -> int:
    """Try each candidate; the answer goes to standard output, reasons to standard error."""
    named = os.environ.get("PI_INSPECT_CHROMIUM")
    with sync_playwright() as playwright:
        for program in [named] if named else candidates(playwright):
            reason = starts(playwright, program)
            if reason is None:
                print(program)
                return 0
            print(f"{program} does not start: {reason}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
