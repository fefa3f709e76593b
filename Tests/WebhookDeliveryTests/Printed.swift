/// Everything that Swift prints of a value without being requested for the value itself.
func printed<Value>(_ value: Value) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    var dumpedInside = ""
    dump([Optional(value)], to: &dumpedInside)
    return [
        String(describing: value), String(reflecting: value), "\(value)", "\([value])",
        "\(String(describing: Optional(value)))",
        dumped, dumpedInside,
    ]
}
