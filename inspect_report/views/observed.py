"""Element "observed": contexts as a run of Pi had them, and how they stand to the session (CTX-2, CTX-13).

They travel by reference: a message that equals a session entry's is that entry; what no entry holds is stored once, in
details of its own. Nothing from the session is ever added to one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from inspect_report import bounds
from inspect_report.captured.messages import ObservedMessages
from inspect_report.captured.texts import Texts
from inspect_report.observations import contexts
from inspect_report.observations.compare import Pair
from inspect_report.observations.comparing import Comparer, ContextComparison
from inspect_report.payload import SegmentFlag
from inspect_report.payload.observed import (
    COMPARED,
    CompareRun,
    ObservedComparison,
    ObservedContextPart,
    ObservedView,
)
from inspect_report.pi.context import Context
from inspect_report.pi.session import NotDecoded
from inspect_report.redact import Shown

if TYPE_CHECKING:
    from inspect_report.observations import Observations
    from inspect_report.observations.contexts import ObservedContext
    from inspect_report.report import Sources

GIVING = frozenset({"message", "custom_message", "branch_summary", "compaction"})

_Key = tuple[bytes, int]
_Reference = int | _Key
"""An item of the session, or the key of a message of its own."""


def build(sources: Sources) -> Iterator[tuple[str, Any]]:
    """The contexts and their own messages; nothing without a dump."""
    if sources.observations is None:
        return
    made = _Making(sources, sources.observations)
    view, details = made.view()
    yield "observed", view
    for number in range(0, len(details), bounds.DETAILS_A_CHUNK):
        yield f"oc{number // bounds.DETAILS_A_CHUNK}", details[number : number + bounds.DETAILS_A_CHUNK]


class _Found:
    """One context while its references are not numbered yet."""

    def __init__(self, facts: ObservedContext) -> None:
        self.facts = facts
        self.missing = ""
        self.references: list[_Reference] = []
        self.comparison: ContextComparison | None = None
        self.incomparable = ""
        self.pairs: list[tuple[Pair, _Reference]] = []
        """Pairs with what stands on the observed side (-1 for nothing)."""
        self.edits: dict[int, int] = {}


class _Making:
    def __init__(self, sources: Sources, observations: Observations) -> None:
        self._sources = sources
        self._all = observations
        self._model = sources.model
        self._texts = Texts(sources, observations)
        self._comparer = Comparer(observations, sources.model.session, sources.model.tree)
        self._messages = ObservedMessages(sources, self._texts)

    def view(self) -> tuple[ObservedView, list[Any]]:
        """Looks at the contexts newest first, so that the text bound is spent on them; redacts in the order of the dump."""
        on_path = self._model.on_path
        last = contexts.last_on_branch(self._all, on_path.__contains__)
        rows = contexts.chosen(self._all, last)
        total = len(self._all.contexts)
        if total > len(rows):
            self._sources.ledger.cut("observed_contexts", total - len(rows), total - len(rows))
        found: dict[int, _Found] = {}
        for row in sorted(rows, key=lambda row: (row != last, -row)):
            one = self._find(row)
            if one is not None:
                found[row] = one
        own, segments, sources, details = self._messages.build()
        parts: list[ObservedContextPart] = []
        answers: dict[str, int] = {}
        before: list[int] = []
        for row in (row for row in rows if row in found):
            part, before = self._part(found[row], before)
            # An answer has one turn; of several requests that name it the last is the one that came through.
            if part.answer >= 0:
                answers[str(part.answer)] = len(parts)
            parts.append(part)
        places = [row for row in rows if row in found]
        return (
            ObservedView(
                contexts=parts,
                last=places.index(last) if last in places else -1,
                total=total,
                rows=own,
                segments=segments,
                source=sources,
                answers=answers,
            ),
            details,
        )

    def _find(self, row: int) -> _Found | None:
        try:
            one = _Found(contexts.observed(self._all, row))
        except NotDecoded:
            return None
        try:
            one.comparison = self._comparer.compare(row)
            self._refer(one)
        except NotDecoded as reason:
            one.missing = f"The messages could not be read: {reason}."
        if one.comparison is None:
            one.incomparable = self._why_not(one)
        return one

    def _why_not(self, one: _Found) -> str:
        facts = one.facts
        if one.missing and not one.references:
            return "The observed messages could not be read."
        if facts.leaf_unavailable:
            return "The leaf of this observation is not recorded as a usable id."
        if facts.leaf_item < 0:
            return "The leaf of this observation is no entry of this session that can be named."
        return "The parent links at the leaf of this observation run in a circle."

    def _refer(self, one: _Found) -> None:
        """Turn each observed message into a reference."""
        row, comparison = one.facts.row, one.comparison
        if comparison is None:
            whole = contexts.messages(self._all, row)
            one.missing = whole.missing
            one.references = [
                self._messages.add(message, -1, (row, index), one.facts.line)
                for index, message in enumerate(whole.messages)
            ]
            return
        sources, skipped = comparison.sources, comparison.skipped
        whole_entries = self._whole_entries(comparison)
        same = {
            pair.observed: pair.session for pair in comparison.comparison.pairs if pair.relation == "same"
        }
        if skipped:
            one.missing = contexts.messages(self._all, row).missing
        found: list[_Reference] = []
        decoded: list[Any] | None = None
        for index, item in enumerate(sources):
            if index + skipped in same and same[index + skipped] in whole_entries:
                found.append(item)
                continue
            if decoded is None:
                decoded = contexts.messages(self._all, row).messages
            found.append(self._messages.add(decoded[index], item, (row, index), one.facts.line))
        one.references = found
        for pair in comparison.comparison.pairs:
            one.pairs.append((pair, found[pair.observed - skipped] if pair.observed >= 0 else -1))
        self._note_edits(one, comparison)

    def _whole_entries(self, comparison: ContextComparison) -> frozenset[int]:
        """Session messages whose entry is matched as a whole, in one piece: a compaction can stand for two messages."""
        items = comparison.items
        matched = {
            pair.session: pair.observed for pair in comparison.comparison.pairs if pair.relation == "same"
        }
        whole: set[int] = set()
        start = 0
        while start < len(items):
            end = start + 1
            while end < len(items) and items[end] == items[start]:
                end += 1
            observed = [matched.get(index) for index in range(start, end)]
            first = observed[0]
            if first is not None and observed == list(range(first, first + end - start)):
                whole.update(range(start, end))
            start = end
        return frozenset(whole)

    def _note_edits(self, one: _Found, comparison: ContextComparison) -> None:
        """Context edits in force at that leaf, for what the view shows of the session's entries."""
        session = self._model.session
        if not session.edits:
            return
        context = Context(session, self._model.tree, self._model.tree.leaf_of(one.facts.leaf_id))
        for item in set(comparison.items):
            edit = context.edit_of(item)
            if edit >= 0:
                one.edits[item] = edit

    # The part of the page

    def _part(self, one: _Found, before: list[int]) -> tuple[ObservedContextPart, list[int]]:
        facts, texts = one.facts, self._texts
        items = [self._item(reference) for reference in one.references]
        counts = self._counts(one.references)
        total = sum(counts)
        gap_after, gap_segments, kept = -1, 0, items
        if total > bounds.SEGMENTS:
            kept, gap_after, gap_segments = _within(items, counts, self._leads(one.references))
            self._sources.ledger.cut("segments", gap_segments)
        shared = 0
        while shared < len(kept) and shared < len(before) and kept[shared] == before[shared]:
            shared += 1
        place = self._all.contexts.place[facts.row]
        part = ObservedContextPart(
            captured=texts.captured(place, facts.leaf_id, facts.cuts),
            request=-1 if facts.request is None else facts.request,
            model=texts.model(facts.model),
            thinking=texts.word(facts.thinking_level),
            tokens=facts.usage.get("tokens"),
            window=facts.usage.get("contextWindow"),
            messages=facts.messages,
            missing=texts.word(one.missing),
            outcome=texts.word(facts.outcome),
            answer=self._all.facts.item(facts.answer_id),
            following=self._following(facts.leaf_item),
            shared=shared,
            entries=kept[shared:],
            edits={str(item): edit for item, edit in sorted(one.edits.items())},
            gap_after=gap_after,
            gap_segments=gap_segments,
            segments=total,
            comparison=self._comparison(one),
            incomparable=texts.word(one.incomparable),
        )
        return part, kept

    def _item(self, reference: _Reference) -> int:
        return reference if isinstance(reference, int) else self._messages.item(reference)

    def _counts(self, references: list[_Reference]) -> list[int]:
        """Segments of each message as the reader shows them: the first system message by its parts, later ones as one."""
        store = self._sources.store
        counts: list[int] = []
        system_seen = False
        previous: _Reference = -1
        for reference in references:
            if isinstance(reference, int):
                row = store.row_of.get(reference, -1)
                span = range(store.rows.segment[row], store.rows.segment[row + 1]) if row >= 0 else range(0)
                shown = [(store.segments.category[each], store.segments.flags[each]) for each in span]
                # Both messages of one compaction are one entry.
                shown = [] if reference == previous else shown or [(-1, 0)]
            else:
                shown = [(draft.category, draft.flags) for draft in self._messages.drafts(reference)]
            change = [
                bool(flags & SegmentFlag.CHANGE) == system_seen for category, flags in shown if category == 0
            ]
            counts.append(sum(change) + sum(category != 0 for category, _ in shown))
            system_seen = system_seen or bool(change)
            previous = reference
        return counts

    def _leads(self, references: list[_Reference]) -> bool:
        """Whether the first message carries prompt and tools."""
        if not references:
            return False
        first = references[0]
        if isinstance(first, int):
            session = self._model.session
            return session.types[first] == "compaction" or session.roles[first] == "system"
        return any(draft.category == 0 for draft in self._messages.drafts(first))

    def _following(self, leaf_item: int) -> int:
        context, types = self._model.context, self._model.session.types
        if leaf_item not in self._model.on_path:
            return -1
        return contexts.following(
            self._model.path,
            leaf_item,
            lambda item: types[item] in GIVING and bool(context.entry_messages(item)),
        )

    def _comparison(self, one: _Found) -> ObservedComparison | None:
        if one.comparison is None:
            return None
        found, items = one.comparison.comparison, one.comparison.items
        rows: list[CompareRun] = []
        for pair, reference in one.pairs:
            if pair.relation == "same":
                if rows and rows[-1].kind == 0:
                    last = rows[-1]
                    rows[-1] = CompareRun(0, last.count + 1, -1, -1, [], Shown(""))
                else:
                    rows.append(CompareRun(0, 1, -1, -1, [], Shown("")))
                continue
            rows.append(
                CompareRun(
                    kind=COMPARED.index(_WORDS[pair.relation]),
                    count=1,
                    observed=self._item(reference) if pair.observed >= 0 else -1,
                    session=items[pair.session] if pair.session >= 0 else -1,
                    members=[self._texts.word(name) for name in pair.members],
                    note=self._texts.word(pair.note),
                )
            )
        omitted = max(0, len(rows) - bounds.SEGMENTS)
        if omitted:
            self._sources.ledger.cut("segments", omitted)
        return ObservedComparison(
            same=found.same,
            changed=found.changed,
            only_observed=found.only_observed,
            only_session=found.only_session,
            skipped=one.comparison.skipped,
            notes=[Shown(note) for note in found.notes],
            rows=rows[: bounds.SEGMENTS],
            rows_omitted=omitted,
        )


_WORDS = {"changed": "changed", "only-observed": "only observed", "only-session": "only in the session"}


def _within(items: list[int], counts: list[int], leads: bool) -> tuple[list[int], int, int]:
    """Prompt and tools, then the newest, within the bound on segments (CTX-5): items, place of the gap, segments left out."""
    kept = 1 if leads else 0
    left = bounds.SEGMENTS - sum(counts[:kept])
    start = len(items)
    while start > kept and counts[start - 1] <= left:
        start -= 1
        left -= counts[start]
    return items[:kept] + items[start:], kept - 1, sum(counts[kept:start])
