"""The linker: order, wrapping, and everything it refuses (DESIGN 4)."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from inspect_report.link import LinkError, link

GOOD = {
    "main.js": 'import { add } from "./sum.js";\nexport function start(views) { report(add(1, 2), views.map((v) => v.name)); }\n',
    "sum.js": 'import { ONE } from "./one.js";\nexport function add(a, b) { return a + b + ONE; }\n',
    "one.js": "export const ONE = 1;\n",
    "views/a.js": 'import { ONE } from "../one.js";\nexport const view = { name: "a" + ONE };\n',
}


def run(script: str, node: str) -> list[object]:
    program = f"const seen = []; globalThis.report = (...x) => seen.push(x);\n{script}\nconsole.log(JSON.stringify(seen));"
    done = subprocess.run([node, "-e", program], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_linked_modules_run_in_order(node: str) -> None:
    script = link(GOOD.__getitem__, "main.js", ["views/a.js"])
    assert run(script, node) == [[4, ["a1"]]]


def test_each_module_stands_once() -> None:
    script = link(GOOD.__getitem__, "main.js", ["views/a.js"])
    assert script.count("const ONE = 1") == 1
    assert script.index("const ONE = 1") < script.index("function add") < script.index("function start")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('import x from "./one.js";', "not linked"),
        ('import * as x from "./one.js";', "not linked"),
        ('import { ONE as x } from "./one.js";', "not linked"),
        ('import {\n  ONE,\n} from "./one.js";', "not linked"),
        ('export { ONE } from "./one.js";', "not linked"),
        ("export default 1;", "not linked"),
        ("export let x = 1;", "not linked"),
        ('const x = await import("./one.js");', "not linked"),
        ('/** a */ const x = await import("./one.js");', "not linked"),
        ('* a */ const x = await import("./one.js");', "not linked"),
        ('import { TWO } from "./one.js";', "exports no TWO"),
        ('import { start } from "./main.js";', "in a circle"),
        ("const x = '</SCRIPT>';", "would end"),
        ("const x = '<!--';", "would end"),
    ],
)
def test_other_forms_are_refused(source: str, words: str) -> None:
    modules = {**GOOD, "sum.js": f"{source}\nexport function add() {{}}\n"}
    with pytest.raises(LinkError, match=words):
        link(modules.__getitem__, "main.js", [])


def test_types_may_be_named_by_import_in_comments() -> None:
    source = '/** @param {import("./one.js").One} x */\nexport function add(x) { return x; }\n'
    assert "add" in link({**GOOD, "sum.js": source}.__getitem__, "main.js", [])


def test_comments_stay_behind() -> None:
    source = "// one\n/** two\n * three */\nexport function add() {\n  /* four */\n  return 'a // b';\n}\n"
    script = link({**GOOD, "sum.js": source}.__getitem__, "main.js", [])
    assert all(word not in script for word in ("one\n", "two", "three", "four"))
    assert "return 'a // b';" in script


@pytest.mark.parametrize(
    "source",
    ["export const T = `a\n// kept\n`;\nexport function add() {}", "/* a */ export function add() {}"],
)
def test_what_may_be_text_is_left_alone(source: str) -> None:
    modules = {**GOOD, "sum.js": source.replace("/* a */ export", "/* a */ const kept = 1;\nexport")}
    script = link(modules.__getitem__, "main.js", [])
    assert "// kept" in script or "const kept" in script


def test_circle_names_the_modules() -> None:
    modules = {
        "main.js": 'import { a } from "./a.js";\nexport function start() { a(); }',
        "a.js": 'import { b } from "./b.js";\nexport function a() { b(); }',
        "b.js": 'import { a } from "./a.js";\nexport function b() { a(); }',
    }
    with pytest.raises(LinkError, match=r"a\.js -> b\.js -> a\.js"):
        link(modules.__getitem__, "main.js", [])


def test_a_view_needs_its_constant() -> None:
    with pytest.raises(LinkError, match="exports no view"):
        link(GOOD.__getitem__, "main.js", ["one.js"])


def test_real_client_links(node: str, tmp_path: Path) -> None:
    from inspect_report.page import client_script
    from inspect_report.views import VIEWS

    script = client_script(tuple(view.name for view in VIEWS))
    target = tmp_path / "client.js"
    target.write_text(script, encoding="utf-8")
    subprocess.run([node, "--check", str(target)], check=True)
