import Foundation

/// The validation of upload addresses.
enum UploadAddress {
    /// Whether an address is http or https with a host; if not, the SDK's error code is 1.
    ///
    /// Transistor headers, TSHttpErrorCodes.
    static func isValid(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return false }
        return ["http", "https"].contains(scheme) && !(url.host() ?? "").isEmpty
    }
}
