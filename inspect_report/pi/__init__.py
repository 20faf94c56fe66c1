"""What Pi means by a session: bytes to items, tree, context, prompt, usage. No report words in here.

    session = read_session(file, size)             one pass, columns; the file stays open
    tree = Tree(session)                           by_id, parents, leaf(), leaf_at(item), leaf_of(id), walks, roots, labels
    context = Context(session, tree, tree.leaf())  entries, edit_of(), standings(), projection() -> (item, [message, ...])
    measured = measure(context)                    estimates and owners of messages, Pi's sizes, the Replay at the leaf
    convert(message), text_as_sent(converted)      as it goes to the model
    Replay().feed(message) -> Step                 prompt and tools step by step
    totals / breakdown / misses(session, items)    whole file by default, a branch with its items

An *item* is an index: what Pi loads as entries in file order, and objects recovered from lines that Pi drops (`loaded` off).
Columns: line, offset, length, types, ids, parent_ids, timestamps, time_ms, roles, stop_reasons, blocks, errors (bits of
`columns`); calls(item), tool_name(item), navigable(item) and reason(item), inherited(item), identical (item -> the item
that stands for it). entry(item) is the decoded entry after migration, raw(item) its bytes; both raise NotDecoded.
Values of the file are kept as they are: odd types too, MISSING where a member is absent. `usage` is a table of its own.
`problems.all()` lists what could not be taken as it stands; `refused` says why Pi does not open the file.
"""

from __future__ import annotations

from inspect_report.pi.context import Context, Standing, convert, text_as_sent
from inspect_report.pi.estimates import measure
from inspect_report.pi.jsvalues import MISSING
from inspect_report.pi.session import EmptySession, NotASession, NotDecoded, Session, read_session
from inspect_report.pi.system import Replay
from inspect_report.pi.tree import Leaf, Tree, Walk
from inspect_report.pi.usage import breakdown, misses, totals, waste

__all__ = [
    "MISSING",
    "Context",
    "EmptySession",
    "Leaf",
    "NotASession",
    "NotDecoded",
    "Replay",
    "Session",
    "Standing",
    "Tree",
    "Walk",
    "breakdown",
    "convert",
    "measure",
    "misses",
    "read_session",
    "text_as_sent",
    "totals",
    "waste",
]
