"""The packages of the engine as a C library: the library itself, and what compiling against it needs."""

import re

from . import deb

LIBRARY = "footfall_engine"
SUMMARY = """counts visits in tables of location fixes (C library)
 The engine of Footfall without a service and without a database: tables of
 fixes and states in, tables of visits, events and states out, by the Arrow C
 Data Interface."""


def interface(root):
    """The number of the library's interface, which is that of its file name."""
    header = (root / "Sources/CArrow/include/footfall_engine.h").read_text()
    return int(re.search(r"#define FOOTFALL_ENGINE_ABI (\d+)", header).group(1))


def packages(root, library, built, folder):
    """The runtime and the development package of a library that scripts/engine-library made."""
    number = interface(root)
    where = f"usr/lib/{deb.multiarch()}"
    file = f"lib{LIBRARY}.so.{number}"
    runtime = deb.Package(f"libfootfall-engine{number}", built.debian_version, built.time, folder / "runtime")
    runtime.add(library, f"{where}/{file}")
    runtime.control_texts = {
        "triggers": "activate-noawait ldconfig\n",
        "shlibs": f"lib{LIBRARY} {number} {runtime.name} (>= {built.debian_version})\n",
    }
    runtime.fields = {
        "Depends": deb.needed_packages(library), "Multi-Arch": "same", "Section": "libs", "Priority": "optional",
        "Description": SUMMARY,
    }
    development = deb.Package("libfootfall-engine-dev", built.debian_version, built.time, folder / "development")
    for header in sorted((root / "Sources/CArrow/include").glob("*.h")):
        development.add(header, f"usr/include/footfall-engine/{header.name}")
    development.link(file, f"{where}/lib{LIBRARY}.so")
    development.add_text(f"""Name: footfall-engine
Description: counts visits in tables of location fixes
Version: {built.number}
Cflags: -I/usr/include/footfall-engine
Libs: -l{LIBRARY}
""", f"{where}/pkgconfig/footfall-engine.pc")
    development.add(root / "docs/engine.md", f"usr/share/doc/{development.name}/engine.md")
    development.fields = {
        "Depends": f"{runtime.name} (= {built.debian_version})", "Section": "libdevel", "Priority": "optional",
        "Description": SUMMARY.replace("(C library)", "(C library, development)"),
    }
    return [runtime, development]
