"""Fixtures for every test folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from tests.support import SHARED, node_program

# How long one example takes says nothing on a busy machine; what is slow is found in benchmarks/.
settings.register_profile("pi-inspect", deadline=None)
settings.load_profile("pi-inspect")


@pytest.fixture(scope="session")
def node() -> str:
    """The path of Node."""
    program = node_program()
    assert program.is_file(), f"{program} is missing; run scripts/test"
    return str(program)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared data beside the repository; the test is skipped, by name, where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"no shared data at {SHARED} (PI_INSPECT_SHARED)")
    return SHARED
