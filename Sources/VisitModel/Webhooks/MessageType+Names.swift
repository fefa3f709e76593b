extension MessageType {
    /// Returns the types that a name or pattern matches.
    ///
    /// - Parameter name: a type's name, a prefix such as `visit.*`, or `*` for every selectable type.
    /// - Returns: the matching types; empty where nothing matches.
    public static func named(_ name: some StringProtocol) -> Set<MessageType> {
        Set(
            selectable.filter { type in
                name == "*" || type.rawValue == name
                    || (name.hasSuffix(".*") && type.rawValue.hasPrefix(name.dropLast()))
            }
        )
    }
}
