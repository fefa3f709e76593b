import Foundation

/// Which addresses can be uploaded to.
enum UploadAddress {
    /// Whether an address can be used; if not, the SDK's code is 1.
    ///
    /// Transistor headers, TSHttpErrorCodes.
    ///
    /// - Parameter text: as it was set.
    /// - Returns: true for http and https with a host.
    static func isValid(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return false }
        return ["http", "https"].contains(scheme) && !(url.host() ?? "").isEmpty
    }
}
