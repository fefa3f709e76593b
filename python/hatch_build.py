"""Puts the engine's library into the wheel, and marks the wheel as one for this kind of machine."""

import os
import sysconfig
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LibraryHook(BuildHookInterface):
    """The library is the file in FOOTFALL_ENGINE_LIBRARY, which `scripts/python-wheel` sets.

    An editable installation has none: it opens the library that is named when it is used.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the library to the files of the wheel."""
        if version == "editable":
            return
        library = os.environ.get("FOOTFALL_ENGINE_LIBRARY")
        if not library or not os.path.isfile(library):
            raise SystemExit("FOOTFALL_ENGINE_LIBRARY names no library; build the wheel with scripts/python-wheel")
        build_data["force_include"][library] = "footfall_engine/libfootfall_engine.so"
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
