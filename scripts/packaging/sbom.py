"""The parts of a release as a document of SPDX 2.3 (https://spdx.github.io/spdx-spec/v2.3/)."""

import hashlib
import json
import re
import subprocess

LICENSES = [
    ("Apache License", "Apache-2.0"), ("MIT License", "MIT"), ("Permission is hereby granted, free of charge", "MIT"),
    ("Redistribution and use in source and binary forms", "BSD-3-Clause"),
]


def document(root, built, files):
    """The document for a release's files: Footfall, its Swift packages and Debian's libraries, and what depends on what."""
    packages = [{
        **_package("Footfall", built.number, "https://example.org/footfall", "Apache-2.0"), "SPDXID": "SPDXRef-Footfall",
        "filesAnalyzed": False, "comment": f"commit {built.commit}",
    }]
    packages += [_swift_package(root, pin) for pin in _pins(root)]
    packages += [_debian_package(name) for name in _libraries(root)]
    relationships = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-Footfall"}]
    relationships += [
        {"spdxElementId": "SPDXRef-Footfall", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": package["SPDXID"]}
        for package in packages[1:]
    ]
    relationships += [
        {"spdxElementId": _id("File", file.name), "relationshipType": "GENERATED_FROM", "relatedSpdxElement": "SPDXRef-Footfall"}
        for file in files
    ]
    digest = hashlib.sha256("".join(file.name for file in files).encode() + built.commit.encode()).hexdigest()[:32]
    return json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"footfall-{built.number}", "documentNamespace": f"https://example.org/footfall/{built.number}/{digest}",
        "creationInfo": {"created": built.moment, "creators": ["Tool: footfall-scripts-release"]},
        "packages": packages, "files": [_file(file) for file in files], "relationships": relationships,
    }, indent=1) + "\n"


def _package(name, version, location, license_):
    return {
        "name": name, "versionInfo": version, "downloadLocation": location, "licenseConcluded": license_,
        "licenseDeclared": license_, "copyrightText": "NOASSERTION",
    }


def _swift_package(root, pin):
    folder = root / ".build/checkouts" / pin["location"].rstrip("/").removesuffix(".git").rsplit("/", 1)[-1]
    text = "".join(file.read_text(errors="replace")[:2000] for file in sorted(folder.glob("LICENSE*"))) if folder.is_dir() else ""
    license_ = next((license_ for mark, license_ in LICENSES if mark in text), "NOASSERTION")
    version = pin["state"].get("version", "NOASSERTION")
    return {
        **_package(pin["identity"], version, f"git+{pin['location']}", license_), "SPDXID": _id("Swift", pin["identity"]),
        "filesAnalyzed": False,
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
            "referenceLocator": "pkg:swift/" + re.sub(r"^https?://", "", pin["location"]).removesuffix(".git") + f"@{version}",
        }],
    }


def _debian_package(name):
    version = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Version}", name], check=True, capture_output=True, text=True).stdout
    return {
        **_package(name, version, "NOASSERTION", "NOASSERTION"), "SPDXID": _id("Debian", name), "filesAnalyzed": False,
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": f"pkg:deb/debian/{name}@{version}",
        }],
    }


def _file(path):
    return {
        "fileName": f"./{path.name}", "SPDXID": _id("File", path.name), "licenseConcluded": "NOASSERTION",
        "copyrightText": "NOASSERTION",
        "checksums": [
            {"algorithm": name.upper(), "checksumValue": hashlib.new(name, path.read_bytes()).hexdigest()} for name in ("sha1", "sha256")
        ],
    }


def _pins(root):
    return json.loads((root / "Package.resolved").read_text())["pins"]


def _libraries(root):
    """The development packages that scripts/versions lists."""
    text = (root / "scripts/versions").read_text()
    return json.loads(re.search(r"LIBRARIES = (\[.*\])", text).group(1))


def _id(kind, name):
    return f"SPDXRef-{kind}-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
