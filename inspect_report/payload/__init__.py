"""The contract with the client: every data element of the page as a Struct.

`assets/payload.d.ts` is generated from this package (`scripts/payload_types.py`). Texts are `Shown`: only the redactor makes
them. Tables are columnar: the lists of one table have equal length and the same index means the same row.
Item indices count what the session file holds in file order (Pi's entries and recovered objects); row indices count
the items that have a row in this report. -1 means "none" in every index column unless said otherwise.
"""

from __future__ import annotations

from inspect_report.payload.cache import (
    CACHE_CLASSES,
    CacheCause,
    CacheChart,
    CacheData,
    CacheMisses,
    CacheRowFlag,
    CacheRows,
    CacheScope,
    CacheSum,
)
from inspect_report.payload.executions import (
    CORRELATIONS,
    EXECUTION_STATES,
    ExecutionFlag,
    ExecutionRun,
    Executions,
    ExecutionTotals,
    ParentCode,
)
from inspect_report.payload.overview import (
    ErrorGroup,
    FileUse,
    ModelFigures,
    OverviewView,
    ScopeFigures,
    ToolUse,
)
from inspect_report.payload.page import (
    Bound,
    Diagnostic,
    Meta,
    ModelUse,
    RedactionRow,
    Redactions,
    Sample,
    Totals,
)
from inspect_report.payload.session import (
    OWN_PARENT,
    UNRESOLVED,
    CallPair,
    CompactionMark,
    LabelMark,
    NodeFlag,
    Nodes,
    PromptState,
    ReplayView,
    SessionView,
    SkillEvidence,
)
from inspect_report.payload.tables import (
    CATEGORIES,
    Context,
    Detail,
    DetailCut,
    Markup,
    RowFlag,
    Rows,
    SegmentFlag,
    Segments,
)

__all__ = [
    "CACHE_CLASSES",
    "CATEGORIES",
    "CORRELATIONS",
    "EXECUTION_STATES",
    "OWN_PARENT",
    "UNRESOLVED",
    "Bound",
    "CacheCause",
    "CacheChart",
    "CacheData",
    "CacheMisses",
    "CacheRowFlag",
    "CacheRows",
    "CacheScope",
    "CacheSum",
    "CallPair",
    "CompactionMark",
    "Context",
    "Detail",
    "DetailCut",
    "Diagnostic",
    "ErrorGroup",
    "ExecutionFlag",
    "ExecutionRun",
    "ExecutionTotals",
    "Executions",
    "FileUse",
    "LabelMark",
    "Markup",
    "Meta",
    "ModelFigures",
    "ModelUse",
    "NodeFlag",
    "Nodes",
    "OverviewView",
    "ParentCode",
    "PromptState",
    "RedactionRow",
    "Redactions",
    "ReplayView",
    "RowFlag",
    "Rows",
    "Sample",
    "ScopeFigures",
    "SegmentFlag",
    "Segments",
    "SessionView",
    "SkillEvidence",
    "ToolUse",
    "Totals",
]
