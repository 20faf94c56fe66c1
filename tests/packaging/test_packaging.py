"""The built wheel and sdist: what is in them, and that they export a report away from this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.support import EXAMPLE, REPO

SOURCES = [
    path for folder in ("templates", "assets") for path in (REPO / folder).rglob("*") if path.is_file()
]


def run(*command: str | Path, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**clean, **env},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built the way pip builds it, from the sdist's view of the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--quiet",
        "-w",
        folder,
        REPO,
        cwd=folder,
    )
    (built,) = folder.glob("*.whl")
    return built


def assert_exports(python: Path | str, folder: Path, **env: str) -> None:
    """A report comes out of a folder that has nothing to do with the checkout."""
    run(python, "-m", "inspect_report", "export", EXAMPLE, "-o", "report.html", cwd=folder, **env)
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "Content-Security-Policy" in text
    assert "Tally: ignore case and keep the first spelling" in text


def test_wheel_holds_package_templates_and_assets(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert SOURCES
    missing = [str(path) for path in SOURCES if f"inspect_report/{path.relative_to(REPO)}" not in names]
    assert not missing
    package = {path.relative_to(REPO).as_posix() for path in (REPO / "inspect_report").rglob("*.py")}
    assert package <= names
    strangers = [name for name in names if not name.startswith(("inspect_report/", "pi_inspect-"))]
    assert not strangers


def test_wheel_installed_in_a_venv_exports(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "venv"
    venv.create(environment, system_site_packages=False, with_pip=False, symlinks=True)
    python = environment / "bin" / "python"
    site = run(
        python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path
    ).stdout.strip()
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--quiet",
        "--no-deps",
        wheel,
        cwd=tmp_path,
    )
    # The run-time dependencies come from the environment that runs the tests: no network, and nothing of the checkout.
    dependencies = os.pathsep.join(path for path in sys.path if path.endswith("site-packages"))
    where = run(python, "-c", "import inspect_report; print(inspect_report.__file__)", cwd=tmp_path).stdout
    assert where.startswith(site)
    assert_exports(python, tmp_path, PYTHONPATH=dependencies)
    command = environment / "bin" / "pi-inspect"
    version = run(command, "--version", cwd=tmp_path, PYTHONPATH=dependencies).stdout
    assert wheel.name.split("-")[1] in version


def test_wheel_on_the_path_as_a_zip_exports(wheel: Path, tmp_path: Path) -> None:
    zipped = tmp_path / "pi_inspect.zip"
    zipped.write_bytes(wheel.read_bytes())
    assert_exports(sys.executable, tmp_path, PYTHONPATH=str(zipped))


def test_editable_checkout_exports(tmp_path: Path) -> None:
    assert_exports(sys.executable, tmp_path, PYTHONPATH=str(REPO))


def test_sdist_keeps_the_folders_at_top_level(tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=REPO)
    (built,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(built) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for path in SOURCES:
        assert path.relative_to(REPO).as_posix() in names
    assert {"README.md", "LICENSE", "pyproject.toml", "examples/tally.jsonl", "scripts/test"} <= names
