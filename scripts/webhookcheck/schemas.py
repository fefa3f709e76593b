"""The contract in docs/webhooks: its schemas, its examples and its code."""

import json
import re

import jsonschema
import referencing


class Contract:
    """The folder docs/webhooks."""

    def __init__(self, folder):
        self._examples = sorted((folder / "examples").glob("*.json"))
        schemas = [json.loads(path.read_text()) for path in sorted(folder.glob("*.schema.json"))]
        for schema in schemas:
            jsonschema.Draft202012Validator.check_schema(schema)
        registry = referencing.Registry().with_resources(
            (schema["$id"], referencing.Resource.from_contents(schema)) for schema in schemas)
        self._validators = {
            schema["properties"]["type"]["const"]: jsonschema.Draft202012Validator(
                schema, registry=registry, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)
            for schema in schemas if "type" in schema["properties"]
        }
        self.receive_by_hand = _code((folder / "README.md").read_text(), "receive_by_hand")
        self.receive = _code((folder / "README.md").read_text(), "receive")

    def faults(self, body):
        """What of a body is not as its schema has it; no more than the first three faults."""
        validator = self._validators.get(body.get("type"))
        if validator is None:
            return [f"there is no schema for {body.get('type')}"]
        errors = sorted(validator.iter_errors(body), key=lambda error: error.json_path)
        return [f"{error.json_path}: {error.message}" for error in errors[:3]]

    def faults_of_examples(self):
        """What of the examples is not as their schemas have it, and which schemas would take anything."""
        faults = [
            f"{path.name}: {fault}" for path in self._examples for fault in self.faults(json.loads(path.read_text()))
        ]
        for type in self._validators:
            if not self.faults({"type": type, "timestamp": "yesterday", "data": {}}):
                faults.append(f"{type}.schema.json accepts an invalid body")
        return faults


def _code(text, name):
    """A function out of the README's code."""
    for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if f"def {name}(" in block:
            names = {}
            exec(block, names)  # Our own documentation.
            return names[name]
    raise SystemExit(f"webhook-conformance: docs/webhooks/README.md has no function {name}")
