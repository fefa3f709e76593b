"""The external libraries with which messages are checked."""

import importlib
import subprocess
import sys

_SCHEMA = "jsonschema>=4.18,<5"
# By module; older versions of jsonschema come without referencing.
NEEDED = {"standardwebhooks": "standardwebhooks>=1.0,<2", "jsonschema": _SCHEMA, "referencing": _SCHEMA}


def load(folder):
    """Makes the libraries importable, and installs them into a folder where they are missing."""
    sys.path.insert(0, str(folder))
    missing = sorted({package for module, package in NEEDED.items() if not _is_there(module)})
    if not missing:
        return
    print(f"installing {', '.join(missing)} into {folder}", file=sys.stderr)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore",
         "--upgrade", "--target", str(folder), *missing], check=True)
    importlib.invalidate_caches()


def _is_there(module):
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True
