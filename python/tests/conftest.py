"""Finds the library and the program that the tests use: those of this checkout, unless variables name others."""

import os
import pathlib

import pytest

import world

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = ROOT / ".build" / "debug"

os.environ.setdefault("FOOTFALL_ENGINE_LIBRARY", str(BUILT / "libfootfall_engine.so"))


@pytest.fixture(scope="session")
def program() -> pathlib.Path:
    """The program `footfall`, to compare with."""
    file = pathlib.Path(os.environ.get("FOOTFALL_PROGRAM", BUILT / "footfall"))
    assert file.exists(), f"{file} is not built; run `swift build`, or name it in FOOTFALL_PROGRAM"
    return file


@pytest.fixture(scope="session")
def town() -> world.World:
    """One world of all tests; FOOTFALL_TEST_SEED makes another one."""
    seed = int(os.environ.get("FOOTFALL_TEST_SEED", "20260302"))
    print(f"seed {seed}")
    return world.make(seed)


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="run the tests that take minutes, too")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--long"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="takes minutes; --long runs it"))
