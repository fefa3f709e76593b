internal import Foundation
internal import VisitModel

/// The addresses of pages, with names in them quoted so that any name leads to its page.
enum DashboardLink {
    static func facility(_ id: FacilityID) -> String { "/facilities/\(quoted(id.text))" }

    /// An address with a query; what is `nil` or empty is left out.
    static func query(_ path: String, _ values: KeyValuePairs<String, String?>) -> String {
        let parts = values.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : "\(name)=\(quoted($0))" }
        }
        return parts.isEmpty ? path : "\(path)?\(parts.joined(separator: "&"))"
    }

    /// A text as a part of an address.
    static func quoted(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )

    /// Where to go after signing in: an address of ours; anything else means the overview.
    static func local(_ text: String?) -> String {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= 2_000,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return "/" }
        return text
    }
}
