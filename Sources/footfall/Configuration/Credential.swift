/// A file that systemd passes to a unit (systemd.exec(5), LoadCredential=).
enum Credential {
    static let prefix = "credential:"

    /// The path of a file that may be named as a credential; any other text is returned as it is.
    ///
    /// Throws `CommandFailure` where the process has no credentials, and for a name that is a path.
    static func path(_ text: String, _ console: Console) throws -> String {
        guard text.hasPrefix(prefix) else { return text }
        let name = text.dropFirst(prefix.count)
        guard !name.isEmpty, !name.contains("/"), name != "..", name != "." else {
            throw CommandFailure(
                .configuration,
                "`\(text)` is not the name of a credential, expected for instance credential:tls-key"
            )
        }
        guard let folder = console.environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty else {
            throw CommandFailure(
                .configuration,
                "`\(text)` is a credential, and there are none: systemd passes them to a unit by LoadCredential="
            )
        }
        return "\(folder)/\(name)"
    }
}
