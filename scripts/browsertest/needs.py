"""Requirements of the test that may be missing."""

import importlib
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

PACKAGES = {"chromium": "chromium", "chromedriver": "chromium-driver"}


def prepare(folder, may_install):
    """Makes everything importable and runnable; returns the name of what is missing, or None."""
    absent = [package for program, package in PACKAGES.items() if not shutil.which(program)]
    if absent and may_install:
        as_root = [] if os.geteuid() == 0 else ["sudo"]
        install = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes",
                   "--no-install-recommends", *absent]
        if subprocess.run(install, stdout=subprocess.DEVNULL).returncode:
            subprocess.run([*as_root, "apt-get", "update"], check=True, stdout=subprocess.DEVNULL)
            subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
        absent = []
    if absent:
        return absent[0]
    for found in folder.glob("lib/python3*/site-packages"):
        sys.path.insert(0, str(found))
    if _is_complete():
        return None
    if not may_install:
        return "selenium, axe or openpyxl"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "pip"), "install", "--quiet"]
    subprocess.run([*pip, "selenium==4.*", "openpyxl==3.1.*"], check=True)
    # Only for its copy of axe-core: Playwright is not needed.
    subprocess.run([*pip, "--no-deps", "axe-playwright-python==0.1.*"], check=True)
    for found in folder.glob("lib/python3*/site-packages"):
        sys.path.insert(0, str(found))
    importlib.invalidate_caches()
    return None if _is_complete() else "selenium, axe or openpyxl"


def axe():
    """The script of axe-core."""
    folder = importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]
    return (pathlib.Path(folder) / "axe.min.js").read_text(encoding="utf-8")


def _is_complete():
    return all(importlib.util.find_spec(name) for name in ["selenium", "axe_playwright_python", "openpyxl"])
