"""Which tests take long: they have a command of their own, ``scripts/check long``."""

from __future__ import annotations

import pytest

LONG = {
    "test_alone", "test_build", "test_course", "test_handed_in", "test_leaks", "test_plugin",
    "test_properties", "test_proven", "test_proven_laws", "test_simulate", "test_styles",
    "test_submissions", "test_unit_suites", "test_vary_suite",
}  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem in LONG:
            item.add_marker(pytest.mark.long)
