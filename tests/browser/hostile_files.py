"""Sessions that carry one text in every place where a session can hold one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

USAGE = {
    "input": 100,
    "output": 50,
    "cacheRead": 1000,
    "cacheWrite": 10,
    "totalTokens": 1160,
    "cost": {"input": 0.1, "output": 0.2, "cacheRead": 0.01, "cacheWrite": 0.02, "total": 0.33},
}
BUILT_IN = (
    "read",
    "write",
    "edit",
    "bash",
    "grep",
    "find",
    "ls",
    "codemode",
    "web_search",
    "mcp_tools",
    "subagent",
)


class _Chain:
    """Entries of one branch, a second apart."""

    def __init__(self, text: str, ids: bool) -> None:
        self.text, self.ids = text, ids
        self.entries: list[dict[str, Any]] = []
        self.last: str | None = None

    def add(self, entry_type: str, **members: Any) -> str:
        number = len(self.entries)
        identity = f"{self.text}{number or ''}" if self.ids else f"e{number}"
        time = f"2026-11-02T09:{number // 60:02}:{number % 60:02}.000Z"
        self.entries.append(
            {"type": entry_type, "id": identity, "parentId": self.last, "timestamp": time, **members}
        )
        self.last = identity
        return identity

    def message(self, role: str, content: Any, **members: Any) -> str:
        return self.add("message", message={"role": role, "content": content, **members})


def everywhere(path: Path, text: str, *, ids: bool = False) -> Path:
    """A session file with `text` as key, name and value of every type of entry, and with `ids` in every id as well."""
    chain = _Chain(text, ids)
    block = {"type": "text", "text": text}
    any_object: dict[str, Any] = {text: text}
    tool = {
        "name": text,
        "description": text,
        "parameters": {"type": text, "properties": {text: {"type": text}}},
        **any_object,
    }
    chain.add("model_change", provider=text, modelId=text)
    chain.add("thinking_level_change", thinkingLevel=text)
    chain.add("session_info", name=text)
    chain.message(
        "system",
        text,
        sections={text: text, "b": text},
        toolsAdded=[tool],
        toolsRemoved=[text, "y"],
        timestamp=1,
    )
    prompt = chain.message(
        "user", [block, {"type": "image", "mimeType": text, "data": text}, {"type": text, **any_object}]
    )
    names = [*BUILT_IN, f"mcp__{text}__{text}", text]
    known = ("path", "content", "command", "pattern", "code", "query", "url", "action", "offset")
    arguments: dict[str, Any] = {
        **dict.fromkeys(known, text),
        "edits": [{"oldText": text, "newText": text}],
        **any_object,
    }
    calls = [
        {"type": "toolCall", "id": f"c{number}", "name": name, "arguments": arguments}
        for number, name in enumerate(names)
    ]
    facts = {"provider": text, "model": text, "api": text, "responseId": text, "usage": USAGE}
    answer = chain.message(
        "assistant",
        [{"type": "thinking", "thinking": text, "thinkingSignature": text}, block, *calls],
        stopReason=text,
        rawStopReason=text,
        errorMessage=text,
        diagnostics=[any_object],
        **facts,
    )
    nested = {
        "calls": [{"name": text, "status": text, "arguments": any_object, "error": text}],
        "complete": False,
    }
    details = {"diff": text, "fullOutputPath": text, "exitCode": text, "output": text, **any_object}
    for number, name in enumerate(names):
        chain.message(
            "toolResult",
            [block, {"type": "image", "mimeType": "image/svg+xml", "data": text}],
            toolCallId=f"c{number}",
            toolName=name,
            isError=number % 2 == 0,
            details=details,
            nestedCalls=nested,
        )
    chain.add(
        "message",
        message={"role": "bashExecution", "command": text, "output": text, "exitCode": 1, "timestamp": 1},
    )
    chain.message(text, text, **any_object)
    chain.add("custom", customType=text, data=any_object)
    chain.add("custom_message", customType=text, content=text, display=False, details=any_object)
    chain.add("label", targetId=prompt, label=text)
    chain.add("usage", kind=text, provider=text, model=text, usage=USAGE)
    chain.add("context_edit", targetId=prompt, replacement={"content": text}, reason=text)
    chain.add("branch_summary", fromId=prompt, summary=text, details={"readFiles": [text], **any_object})
    chain.add(text or "untyped", **any_object)
    checkpoint = {
        "role": "system",
        "content": text,
        "sections": any_object,
        "toolsAdded": [tool],
        "timestamp": 1,
    }
    chain.add(
        "compaction",
        summary=text,
        firstKeptEntryId=answer,
        tokensBefore=5,
        details=any_object,
        systemMessage=checkpoint,
    )
    chain.message("user", text)
    chain.message(
        "assistant",
        [block, {"type": "toolCall", "id": text, "name": text, "arguments": text}],
        stopReason="error",
        errorMessage=text,
        **facts,
    )
    header = {
        "type": "session",
        "version": 3,
        "id": text or "s",
        "timestamp": text,
        "cwd": text,
        "parentSession": text,
    }
    path.write_text("".join(json.dumps(each) + "\n" for each in [header, *chain.entries]), encoding="utf-8")
    return path


def crowded(path: Path, count: int) -> Path:
    """A system message of `count` sections and tools, an answer of `count` calls."""
    tools = [{"name": f"tool{n}", "description": f"does {n}", "parameters": {}} for n in range(count)]
    chain = _Chain("", False)
    chain.message(
        "system",
        "base",
        sections={f"part{n}": f"text {n}" for n in range(count)},
        toolsAdded=tools,
        timestamp=1,
    )
    chain.message("user", "go")
    calls = [
        {"type": "toolCall", "id": f"c{n}", "name": f"tool{n}", "arguments": {"n": n}} for n in range(count)
    ]
    chain.message("assistant", calls, stopReason="toolUse", usage=USAGE)
    header = {"type": "session", "version": 3, "id": "s", "timestamp": "2026-11-02T09:00:00Z", "cwd": "/x"}
    path.write_text("".join(json.dumps(each) + "\n" for each in [header, *chain.entries]), encoding="utf-8")
    return path


def long_lists(path: Path, count: int) -> Path:
    """A session with `count` things of one kind in every place that can hold many; entries are named after the place."""
    chain = _Chain("", False)
    named: dict[str, str] = {}
    texts = [{"type": "text", "text": f"block {n}"} for n in range(count)]

    def call(identity: str, name: str, **arguments: Any) -> dict[str, Any]:
        return {"type": "toolCall", "id": identity, "name": name, "arguments": arguments}

    def answer(*calls: dict[str, Any], **members: Any) -> str:
        return chain.message("assistant", list(calls), stopReason="toolUse", usage=USAGE, **members)

    def result(place: str, tool: str, content: list[dict[str, Any]], **members: Any) -> None:
        answer(call(f"c-{place}", tool, path="notes.txt", query="q", action="discover"))
        named[place] = chain.message(
            "toolResult", content, toolCallId=f"c-{place}", toolName=tool, isError=False, **members
        )

    named["prompt"] = chain.message("user", texts)
    for tool in ("read", "write", "edit", "bash", "grep", "web_search", "mcp__docs__find", "other"):
        result(f"blocks of {tool}", tool, texts)
    ok = [{"type": "text", "text": "ok"}]
    many = range(count)
    result("tasks", "todo", ok, details={"todos": [{"text": f"task {n}", "done": False} for n in many]})
    result("agents", "subagent", ok, details={"results": [{"agent": f"a{n}", "task": "t"} for n in many]})
    result("rows", "mcp_tools", ok, details={"candidates": [{"id": f"row{n}"} for n in many]})
    servers = [{"server": f"s{n}", "error": "away"} for n in many]
    result("servers", "mcp_tools", ok, details={"candidates": [], "unavailable": servers})
    result("loaded", "tool_search", ok, details={"loaded": [f"tool{n}" for n in many]})
    nested = [{"id": f"x/{n}", "name": "read", "status": "ok", "arguments": {}} for n in many]
    result("nested", "codemode", ok, nestedCalls={"calls": nested, "complete": True})
    items = "".join(f"==> text {n + 1}/{count} <==\nitem {n}\n" for n in many)
    script = {"type": "text", "text": f"Script completed\nWall time 1.0 seconds\nOutput:\n{items}"}
    result("printed", "codemode", [script])
    replaced = [{"oldText": f"a{n}", "newText": f"b{n}"} for n in many]
    named["edits"] = answer(call("e", "edit", path="notes.txt", edits=replaced))
    named["calls"] = answer(*(call(f"k{n}", f"tool{n}") for n in many))
    named["thoughts"] = chain.message(
        "assistant", [{"type": "thinking", "thinking": f"thought {n}"} for n in many], stopReason="stop"
    )
    named["members"] = chain.message("user", "x", **{f"member{n}": n for n in many})
    named["labels"] = labelled = chain.message("user", "labelled")
    for n in many:
        chain.add("custom", customType="pi.bug-report", data={"id": f"report{n}"})
        chain.message("user", f"branch {n}")
        chain.last = labelled
    for n in many:
        path_of_read = answer(
            call(f"r{n}", "read", path=f"file{n}"), call(f"u{n}", f"used{n}"), provider="p", model=f"model{n}"
        )
        chain.message("toolResult", ok, toolCallId=f"r{n}", toolName="read", isError=False)
        chain.message("toolResult", ok, toolCallId=f"u{n}", toolName=f"used{n}", isError=True)
        chain.add("label", targetId=path_of_read, label=f"label {n}")
    chain.message("user", "the end")
    header = {"type": "session", "version": 3, "id": "s", "timestamp": "2026-11-02T09:00:00Z", "cwd": "/x"}
    entries = [{**each, **_renamed(each, named)} for each in chain.entries]
    path.write_text("".join(json.dumps(each) + "\n" for each in [header, *entries]), encoding="utf-8")
    return path


def _renamed(entry: dict[str, Any], named: dict[str, str]) -> dict[str, Any]:
    """Ids that say what an entry is for."""
    names = {identity: place.replace(" ", "-") for place, identity in named.items()}
    return {key: names[entry[key]] for key in ("id", "parentId", "targetId") if entry.get(key) in names}
