"""What only the whole file can tell: refusal, migration, repeated ids, usability of ids, clock differences."""

from __future__ import annotations

import math
from array import array
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from inspect_report.bounds import IDENTIFIER
from inspect_report.pi import columns as c
from inspect_report.pi.identify import EVENT_TYPES, looks_like
from inspect_report.pi.items import identity_fault
from inspect_report.pi.jsvalues import MISSING, as_double, iso_text, time_ms
from inspect_report.pi.migrate import CURRENT_VERSION, Migration, role_after
from inspect_report.pi.records import ENTRY_TYPES, ROLES
from inspect_report.pi.session import EmptySession, NotASession, Session

if TYPE_CHECKING:
    from inspect_report.pi.reading import Reading


def finish(reading: Reading, *, allow_empty: bool) -> None:
    """Settle a reading whose lines are all in. Raises NotASession or EmptySession."""
    session = reading.session
    _header(reading, allow_empty)
    session.original_version = session.header.get("version", MISSING)
    _migrate(reading)
    if session.migration.newer:
        words = f"version {session.version}; read as version {CURRENT_VERSION}"
        session.problems.add("newer-version", session.header_line, words)
    _identities(reading)
    _repeats(reading)
    _clock(session)
    _usage(session)


def _header(reading: Reading, allow_empty: bool) -> None:
    """Find the header, and the reason why Pi does not open the file, if it does not."""
    session, columns = reading.session, reading.columns
    if reading.header is not None:
        session.header, session.header_line = reading.header, reading.header_line
    elif reading.lost_header is not None:
        session.header_line, session.header, _ = reading.lost_header
    if reading.opens:
        kinds = {kind for kind in session.types if type(kind) is str}
        if kinds & EVENT_TYPES and not kinds & ENTRY_TYPES:
            raise NotASession(
                "this is a stream of Pi's events, not a session file",
                "an event stream of pi --mode json",
                "give the session file, and this one with --observations",
            )
    elif reading.blank:
        if session.size or not allow_empty:
            raise EmptySession("the file is empty" if not session.size else "the file holds only blank lines")
        session.header = {"type": "session", "version": CURRENT_VERSION}
        return
    elif not _holds_entries(session) and not (session.header and not columns.n):
        words = looks_like(session.bytes_at(0, 4096), reading.first)
        raise NotASession(f"this is no Pi session file; it looks like {words}", words)
    if not columns.n and not (allow_empty and reading.opens):
        raise EmptySession("the session holds no entry, only its header")
    if not reading.opens:
        _refuse(reading, _refusal(reading))


def _holds_entries(session: Session) -> bool:
    """Whether at least one item is an entry as Pi writes them."""
    for item, kind in enumerate(session.types):
        if not isinstance(kind, str) or kind not in ENTRY_TYPES:
            continue
        if session.timestamps[item] is MISSING:
            continue
        if kind == "message":
            role = session.roles[item]
            if isinstance(role, str) and role in ROLES:
                return True
        elif isinstance(session.ids[item], str) and session.parent_ids[item] is not MISSING:
            return True
    return False


def _refusal(reading: Reading) -> str:
    if reading.header is not None:
        if not isinstance(reading.header.get("id"), str):
            return "its header has no id"
        return f"its header stands on line {reading.header_line}, after other entries"
    if reading.lost_header is not None:
        line, header, mark = reading.lost_header
        if mark:
            return "it begins with a byte order mark"
        if not isinstance(header.get("id"), str):
            return "its header has no id"
        return f"its header shares line {line} with something else"
    return "it has no session header"


def _refuse(reading: Reading, reason: str) -> None:
    """Take everything as loaded, for Pi loads nothing of this file."""
    session, columns = reading.session, reading.columns
    session.refused = reason
    session.problems.add("refused", session.header_line or 1, reason)
    if all(flags & c.LOADED for flags in columns.flags):
        return
    reading.items.values = array("i", [-1])
    for item in range(columns.n):
        reading.items.values.append(item)
        if columns.flags[item] & c.LOADED:
            continue
        columns.flags[item] |= c.LOADED
    _reindex(session)
    # Labels and names of recovered entries were left aside; now they count, in file order.
    session.labels, session.names = [], []
    for item, kind in enumerate(session.types):
        if kind == "label":
            entry = session.entry(item)
            session.labels.append((item, entry.get("targetId", MISSING), entry.get("label", MISSING)))
        elif kind == "session_info":
            session.names.append((item, session.entry(item).get("name", MISSING)))


def _reindex(session: Session) -> None:
    columns = session.columns
    columns.by_id, columns.recovered_ids, columns.repeated = {}, {}, {}
    for item in range(columns.n):
        columns.place_id(item, columns.ids[item], bool(columns.flags[item] & c.LOADED))


def _migrate(reading: Reading) -> None:
    session, columns = reading.session, reading.columns
    version = session.header.get("version", MISSING)
    if session.refused and not session.header and any(isinstance(value, str) for value in session.ids):
        version = CURRENT_VERSION
    migration = session.migration = Migration.of(version)
    session.version = migration.version(version)
    if session.header and migration.roles:
        session.header["version"] = session.version
    if migration.links:
        if not session.refused and any(flags & c.NO_OBJECT for flags in columns.flags):
            _refuse(reading, "it is of version 1 and has a line that holds no object")
        _link(reading)
    if migration.roles:
        for item, role in enumerate(columns.roles):
            if role == "hookMessage":
                columns.roles[item] = role_after(role, migration)


def _link(reading: Reading) -> None:
    """Step A: ids from line numbers, parents in file order, first-kept indexes to ids."""
    session, columns = reading.session, reading.columns
    values = reading.items.values
    previous = -1
    columns.odd_parents.clear()
    for item in values:
        if item < 0:
            continue
        columns.ids[item] = f"line-{columns.line[item]}"
        if session.refused and previous >= 0 and columns.line[previous] == columns.line[item]:
            columns.ids[item] = f"line-{columns.line[item]}.{columns.offset[item]}"
        columns.parent_refs[item] = previous
        previous = item
        if item in session.indexed_compactions:
            index = as_double(session.indexed_compactions[item])
            target = -1
            if index.is_integer() and 0 <= index < len(values):
                target = values[int(index)]
            # A later value still has the id of the file here, or none: so it is in Pi.
            if target >= 0:
                session.first_kept[item] = columns.ids[target]
            session.indexed_compactions[item] = session.first_kept[item]
    for item in range(columns.n):
        if not columns.flags[item] & c.LOADED:
            columns.ids[item] = f"line-{columns.line[item]}.{columns.offset[item]}"
            columns.parent_refs[item] = -1
    _reindex(session)


def _identities(reading: Reading) -> None:
    """Find what can't be named in navigation for its type, id, parent, time stamp or role (READ-3)."""
    session, columns = reading.session, reading.columns

    def check(item: int, kind: str, what: str, value: Any) -> None:
        fault = identity_fault(value, what)
        if fault:
            reading.items.fault(item, kind, fault)

    if not session.derived_ids:
        for item in [
            i for i, v in enumerate(columns.ids) if type(v) is not str or not 0 < len(v) <= IDENTIFIER
        ]:
            if not columns.flags[item] & c.NO_OBJECT:
                check(item, "bad-id", "id", columns.ids[item])
    for item in [
        i for i, v in enumerate(columns.types) if type(v) is not str or not 0 < len(v) <= IDENTIFIER
    ]:
        if not columns.flags[item] & c.NO_OBJECT:
            check(item, "bad-type", "type", columns.types[item])
    for item in [
        i
        for i, v in enumerate(columns.roles)
        if v is not None and (type(v) is not str or not 0 < len(v) <= IDENTIFIER)
    ]:
        check(item, "bad-role", "role", columns.roles[item])
    for item, value in columns.odd_parents.items():
        if not columns.flags[item] & c.NO_OBJECT:
            check(item, "bad-parent", "parent id", value)
    for item, value in columns.odd_times.items():
        if columns.flags[item] & c.NO_OBJECT:
            continue
        if identity_fault(value, "time stamp"):
            check(item, "bad-timestamp", "time stamp", value)
        elif math.isnan(columns.time_ms[item]):
            line, offset, length = columns.line[item], columns.offset[item], columns.length[item]
            session.problems.add("unreadable-time", line, "the time stamp is no date", offset, length, item)


def _repeats(reading: Reading) -> None:
    """Tell byte-identical repeats from ids that different entries share."""
    session, columns = reading.session, reading.columns
    for key, items in columns.repeated.items():
        used = columns.by_id.get(key, items[-1])
        groups: dict[bytes, list[int]] = {}
        for item in items:
            digest = blake2b(
                session.bytes_at(columns.offset[item], columns.length[item]), digest_size=16
            ).digest()
            groups.setdefault(digest, []).append(item)
        for same in groups.values():
            kept = used if used in same else same[-1]
            for item in same:
                if item != kept:
                    session.identical[item] = kept
                    words = f"the same bytes as line {columns.line[kept]}"
                    _note(reading, item, "identical-repeat", words, columns.line[kept])
        if len(groups) == 1:
            continue
        first = next(item for item in items if item != used)
        for item in items:
            other = columns.line[first if item == used else used]
            words = (
                f"repeated id, also on line {other}" if item == used else f"repeated id, Pi uses line {other}"
            )
            _note(reading, item, "repeated-id", words, other)


def _note(reading: Reading, item: int, kind: str, words: str, other: int) -> None:
    columns = reading.columns
    columns.flags[item] &= ~c.NAVIGABLE & 0xFF
    columns.reasons.setdefault(item, words)
    line, offset, length = columns.line[item], columns.offset[item], columns.length[item]
    reading.problems.add(kind, line, words, offset, length, item, other)


def _clock(session: Session) -> None:
    """Entries older than the header: inherited in a fork, else a note (READ-8)."""
    start = time_ms(session.header.get("timestamp", MISSING)) if session.header else math.nan
    if math.isnan(start) or not isinstance(session.header.get("timestamp"), str):
        return
    forked = any(isinstance(session.header.get(name), str) for name in ("parentSession", "branchedFrom"))
    columns = session.columns
    for item, when in enumerate(columns.time_ms):
        if when < start and isinstance(columns.timestamp(item), str):
            line, offset, length = columns.line[item], columns.offset[item], columns.length[item]
            if forked:
                columns.flags[item] |= c.INHERITED
                session.problems.add(
                    "inherited", line, "copied from the parent session", offset, length, item
                )
            else:
                words = f"{iso_text(when)}, the header says {iso_text(start)}"
                session.problems.add("before-header", line, words, offset, length, item)


def _usage(session: Session) -> None:
    """Usage parts that are there but no finite number (PI_RULES 18)."""
    table, columns = session.usage, session.columns
    for row, missing in enumerate(table.missing):
        if missing & 0b1111:
            item = table.item[row]
            names = ", ".join(name for place, name in enumerate(c.PARTS[:4]) if missing & (1 << place))
            line, offset, length = columns.line[item], columns.offset[item], columns.length[item]
            session.problems.add("bad-usage", line, f"no finite number: {names}", offset, length, item)
