"""Requirements of the test that may be missing."""

import importlib
import os
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
    if _has_selenium():
        return None
    if not may_install:
        return "selenium"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    subprocess.run([str(folder / "bin" / "pip"), "install", "--quiet", "selenium==4.*"], check=True)
    for found in folder.glob("lib/python3*/site-packages"):
        sys.path.insert(0, str(found))
    importlib.invalidate_caches()
    return None if _has_selenium() else "selenium"


def _has_selenium():
    try:
        importlib.import_module("selenium.webdriver")
    except ImportError:
        return False
    return True
