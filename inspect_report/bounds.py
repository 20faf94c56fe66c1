"""Every limit of the report (LIM-1), named, with its unit, and the cut that keeps a text within one.

"KiB of text" means 1,024 characters; of images, decoded bytes. Nothing else in the project holds such a figure.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

KIB = 1024
MIB = 1024 * 1024

# Text in the file, in characters.
INLINED_TEXT = 6 * MIB
CONTEXT_TEXT = 2 * MIB
CONTEXT_MESSAGE = 16 * KIB
DETAIL_FIELD = 64 * KIB
RAW_ENTRY = 64 * KIB
DETAIL_ENTRY = 256 * KIB
"""All texts, keys and numbers of one detail together: a list of 10,000 short items is cut by this."""
PROMPT_FIELD = 64 * KIB
PAYLOAD_FIELD = 64 * KIB
SUMMARY = 240
TITLE = 240

# Images, in decoded bytes.
IMAGE = 1 * MIB
IMAGES = 3 * MIB
SMALL_IMAGE = 64 * KIB

# Lists.
SEGMENTS = 4_000
MINIMAP_BUCKETS = 160
OVERSCAN_ROWS = 5
ROWS = 10_000
NEWEST_ENTRIES = 50
"""Entries at the end of the active branch whose details never give way (CLI-4)."""
DETAILS_A_CHUNK = 64

# Observations.
OBSERVED_CONTEXTS = 50
OBSERVED_PAYLOADS = 8
OBSERVED_PROMPTS = 8
OBSERVED_CATALOGS = 32
"""Captures of one catalog: the last and the ones before it."""
CAPTURE_RECORDS = 256
"""Runs, events, responses and decisions of a dump, each."""
EXECUTIONS = 2_000
EXECUTION_ARGUMENTS = 8 * KIB
EXECUTION_RESULT = 32 * KIB
EXECUTION_TEXT = 4 * MIB
CATALOG_ITEMS = 256
NAME = 512
DESCRIPTION = 4 * KIB
SKILL_PATH = 2_048
SOURCE_COPY = 2 * KIB
SCHEMA = 32 * KIB
SCHEMA_DEPTH = 32
SCHEMA_NODES = 16_384

# Replay.
PROMPT_REPLAY = 1 * MIB
TOOL_CHANGES = 2_048

# Cache.
CACHE_ROWS = 2_000
CHART_POINTS = 512

# Diagnostics and redactions.
DIAGNOSTIC_SAMPLES = 20
DIAGNOSTIC_SAMPLE = 2 * KIB
REDACTION_PLACES = 2_000

# Reading.
IDENTIFIER = 512
"""Ids, parent ids, timestamps and tool-call ids over this many characters are not navigable (READ-3)."""
SEARCH_QUERY = 512
JSON_DEPTH = 64
"""Depth at which a shown value is cut (DESIGN 10)."""

# Display.
JSON_LINES = 1_000
JSON_TOKENS = 20_000
TEXT_RUNS = 3_000
"""Marks and coloured pieces of one text that are drawn; `assets/js/display.js` has the same figure."""
COLOURED_CODE = 32 * KIB
COLOURED_CODE_FULL = 1 * MIB
COLOURED_PIECE = 4 * KIB
"""Of one piece of code, unless `--colour full`: its beginning is what is read."""
MARKDOWN_TEXT = 32 * KIB
MARKDOWN_MARKERS = 2_000
MARKDOWN_NODES = 5_000
MARKDOWN_WORK = 250_000
"""Markdown parsed in all, in microseconds as `markup.markdown.work` reckons them from counts; first what is read first."""
STATIC_TURNS = 500
STATIC_TEXT = 300

MAX_SIZE = 16_000_000
"""Bytes of the written file unless --max-size says otherwise (CLI-4)."""


class Cut(NamedTuple):
    """A text brought within a bound: its shown form, what it kept and what it lost, in characters."""

    text: str
    head: int
    omitted: int
    tail: int


def cut(text: str, limit: int) -> Cut:
    """Keep the first two thirds and the last third of `limit` characters; the gap says how many are missing (LIM-2).

    Never cuts inside a combining sequence, a ZWJ or flag sequence or a CR LF pair. `text` must be redacted already.
    """
    if len(text) <= limit:
        return Cut(text, len(text), 0, 0)
    head = boundary_before(text, limit - limit // 3)
    tail = boundary_after(text, len(text) - limit // 3)
    omitted = tail - head
    return Cut(f"{text[:head]}{gap(omitted)}{text[tail:]}", head, omitted, len(text) - tail)


def gap(omitted: int) -> str:
    """The words that stand in a cut text where `omitted` characters are missing."""
    return f"\n[… {omitted:,} characters left out …]\n"


def start(text: str, limit: int) -> str:
    """The first `limit` characters, ended by an ellipsis when something follows; never half a character."""
    return text if len(text) <= limit else text[: boundary_before(text, limit - 1)] + "…"


def boundary_before(text: str, index: int) -> int:
    """The nearest place at or before `index` where `text` can be cut without breaking a visible character."""
    lowest = max(0, index - 64)
    place = index
    while place > lowest and _joined(text, place):
        place -= 1
    return place if place > lowest or index <= 64 else index


def boundary_after(text: str, index: int) -> int:
    """The nearest place at or after `index` where `text` can be cut without breaking a visible character."""
    highest = min(len(text), index + 64)
    place = index
    while place < highest and _joined(text, place):
        place += 1
    return place


_ZWJ = "\u200d"


def _joined(text: str, place: int) -> bool:
    """Whether the characters on both sides of `place` belong to one visible character."""
    if place <= 0 or place >= len(text):
        return False
    before, after = text[place - 1], text[place]
    if after < "\u0300":
        return before == "\r" and after == "\n"
    if _ZWJ in (before, after) or unicodedata.category(after) in {"Mn", "Me", "Mc"}:
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f":
        return True
    if "\udc00" <= after <= "\udfff" and "\ud800" <= before <= "\udbff":
        return True
    if _flag(before) and _flag(after):
        run = place
        while run > 0 and _flag(text[run - 1]):
            run -= 1
        return (place - run) % 2 == 1
    return False


def _flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


class Limit(NamedTuple):
    """A bound as the report lists it."""

    words: str
    limit: int
    unit: str
    lost: str = ""
    """Unit of what it leaves out; empty where that is `unit`."""


LIMITS: dict[str, Limit] = {
    "rows": Limit("entries with a row", ROWS, "entries"),
    "segments": Limit("segments of the context", SEGMENTS, "segments"),
    "inlined_text": Limit("details inlined in all", INLINED_TEXT, "characters", "bytes of lines"),
    "context_text": Limit("of that, reserved for the context", CONTEXT_TEXT, "characters"),
    "context_message": Limit("a block as the context shows it", CONTEXT_MESSAGE, "characters"),
    "detail_field": Limit("a text of a detail", DETAIL_FIELD, "characters"),
    "detail_entry": Limit("a detail as a whole, or its depth", DETAIL_ENTRY, "characters", "members"),
    "prompt_replay": Limit("prompt and tools replayed at an entry", PROMPT_REPLAY, "characters", "entries"),
    "image": Limit("an image", IMAGE, "bytes"),
    "images": Limit("all images", IMAGES, "bytes"),
    "markdown_size": Limit("a text parsed as Markdown", MARKDOWN_TEXT, "characters"),
    "markdown_markers": Limit(
        "marker characters of a text parsed as Markdown", MARKDOWN_MARKERS, "markers", "characters"
    ),
    "markdown_nodes": Limit(
        "elements of a text parsed as Markdown", MARKDOWN_NODES, "elements", "characters"
    ),
    "markdown_all": Limit(
        "Markdown parsed in all, by reckoned work", MARKDOWN_WORK, "microseconds", "characters"
    ),
    "coloured_code": Limit("code coloured in all", COLOURED_CODE, "characters"),
    "cache_rows": Limit("rows of recorded usage, and of each list of misses", CACHE_ROWS, "rows"),
    "chart_points": Limit("points of a chart; beyond, requests share a point", CHART_POINTS, "points"),
    "observed_contexts": Limit("observed contexts, by reference", OBSERVED_CONTEXTS, "contexts"),
    "observed_text": Limit("observed messages that no entry holds, in all", CONTEXT_TEXT, "characters"),
    "observed_payloads": Limit(
        "provider payloads: the latest and those of failed turns", OBSERVED_PAYLOADS, "payloads"
    ),
    "payload": Limit("a provider payload", PAYLOAD_FIELD, "characters"),
    "observed_prompts": Limit("runtime prompts as captured", OBSERVED_PROMPTS, "prompts"),
    "prompt_field": Limit("a runtime prompt, or a context file in it", PROMPT_FIELD, "characters"),
    "catalog_items": Limit("items of a captured catalog", CATALOG_ITEMS, "items"),
    "catalogs": Limit("captures of one catalog", OBSERVED_CATALOGS, "captures"),
    "schema": Limit("the schema of a tool", SCHEMA, "characters"),
    "capture_records": Limit(
        "runs, events, responses and decisions of a dump, each", CAPTURE_RECORDS, "records"
    ),
    "executions": Limit("captured executions", EXECUTIONS, "executions"),
    "execution_text": Limit(
        "arguments and results of captured executions in all", EXECUTION_TEXT, "characters"
    ),
    "execution_arguments": Limit("arguments of a captured execution", EXECUTION_ARGUMENTS, "characters"),
    "execution_result": Limit("the result of a captured execution", EXECUTION_RESULT, "characters"),
    "diagnostic_samples": Limit("samples a kind of diagnostic", DIAGNOSTIC_SAMPLES, "samples"),
    "redaction_places": Limit("places in the redaction list", REDACTION_PLACES, "places"),
    "summary": Limit("a one-line summary; its detail holds the rest", SUMMARY, "characters"),
    "tool_changes": Limit("changes of tools replayed at an entry", TOOL_CHANGES, "changes"),
    "identifier": Limit(
        "ids, parent ids, times and tool-call ids that can be named", IDENTIFIER, "characters"
    ),
    "minimap_buckets": Limit("buckets of a minimap", MINIMAP_BUCKETS, "buckets"),
    "overscan_rows": Limit("rows drawn beyond each end of the screen", OVERSCAN_ROWS, "rows"),
    "search_query": Limit("a search query", SEARCH_QUERY, "characters"),
    "json_lines": Limit("lines of a text or of JSON drawn at once; Copy takes all", JSON_LINES, "lines"),
    "json_tokens": Limit("coloured tokens of JSON drawn at once", JSON_TOKENS, "tokens"),
    "text_runs": Limit("marks and coloured pieces of a text drawn; the rest is plain", TEXT_RUNS, "pieces"),
    "json_depth": Limit("depth of a shown value", JSON_DEPTH, "levels"),
    "diagnostic_sample": Limit("a sample of a diagnostic", DIAGNOSTIC_SAMPLE, "bytes"),
    "static_turns": Limit("turns listed without scripts", STATIC_TURNS, "turns"),
}
"""What the Limits panel lists, by the key under which cuts are counted."""


class Ledger:
    """Counts what every bound left out; the command's last line has the sum (LIM-3)."""

    def __init__(self) -> None:
        self.cuts: dict[str, int] = {}
        self.omitted: dict[str, int] = {}

    def cut(self, bound: str, omitted: int, cuts: int = 1) -> None:
        """Count `cuts` places where `bound` left out `omitted` of its unit."""
        self.cuts[bound] = self.cuts.get(bound, 0) + cuts
        self.omitted[bound] = self.omitted.get(bound, 0) + omitted

    @property
    def total(self) -> int:
        """Cuts of all bounds together."""
        return sum(self.cuts.values())
