extension MessageType {
    /// The types that a name stands for: itself, `visit.*` all that begin so, `*` every one that can be chosen.
    ///
    /// - Parameter name: a type's name, or a pattern of names.
    /// - Returns: the types; none where the name stands for none.
    public static func named(_ name: some StringProtocol) -> Set<MessageType> {
        Set(
            selectable.filter { type in
                name == "*" || type.rawValue == name
                    || (name.hasSuffix(".*") && type.rawValue.hasPrefix(name.dropLast()))
            }
        )
    }
}
