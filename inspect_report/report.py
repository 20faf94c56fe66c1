"""What the views build from: the model, the redacted store, the redactor and the ledger of cuts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from inspect_report.ancestry import Ancestry
from inspect_report.bounds import Ledger
from inspect_report.model import Model
from inspect_report.observations import Observations
from inspect_report.pairs import Pair, pairs
from inspect_report.redact import Redactor
from inspect_report.redact.images import ImageStore
from inspect_report.redact.withhold import WithholdOptions
from inspect_report.store import Store


@dataclass
class Sources:
    """Handed to every view. Figures come from `model`; texts from `store`, or from `redactor` for what no entry holds."""

    model: Model
    store: Store
    redactor: Redactor
    ledger: Ledger
    file: str
    """Name of the session file, raw."""
    observations: Observations | None = None
    """What the dumps given with --observations hold, raw; None without any."""
    withhold: WithholdOptions = field(default_factory=WithholdOptions)
    """What the person asked to leave out."""
    images: ImageStore = field(default_factory=ImageStore)
    """The images of this report: views that show one of a dump add it here."""

    @cached_property
    def ancestry(self) -> Ancestry:
        """Ancestors in the recorded tree, found out once for all views."""
        return Ancestry(self.model.tree)

    @cached_property
    def pairs(self) -> list[Pair]:
        """Which result answers which call, found out once for all views."""
        return list(pairs(self.model.session, self.ancestry))
