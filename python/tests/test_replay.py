"""The engine in Python beside `footfall replay`."""

import comparison
import replay
from footfall_engine import Engine
from footfall_engine.batches import sorted_fixes


def test_one_file_gives_the_visits_of_one_call(town, program, tmp_path):
    expected = replay.visits(program, tmp_path / "one", town, [town.fixes])
    counted = Engine(town.facilities).visits(sorted_fixes(town.fixes))
    assert comparison.differences(expected, counted, columns=replay.COLUMNS) == []


def test_files_day_after_day_give_the_visits_of_calls_day_after_day(town, program, tmp_path):
    expected = replay.visits(program, tmp_path / "days", town, [fixes for _, fixes in town.days()])
    counted = comparison.day_after_day(Engine(town.facilities), town)
    assert comparison.differences(expected, counted, columns=replay.COLUMNS) == []
