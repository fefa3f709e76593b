internal import Foundation
internal import VisitModel
internal import VisitStore

/// The addresses of pages, with percent-encoded ids.
enum DashboardLink {
    static let accessRecord = "/access-record"
    static let visits = "/visits"
    static let review = "/review"

    static func facility(_ id: FacilityID) -> String { "/facilities/\(quoted(id.text))" }

    /// Values that are `nil` or empty are left out.
    static func query(_ path: String, _ values: KeyValuePairs<String, String?>) -> String {
        let parts = values.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : "\(name)=\(quoted($0))" }
        }
        return parts.isEmpty ? path : "\(path)?\(parts.joined(separator: "&"))"
    }

    /// Percent-encodes a part of an address.
    static func quoted(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// The unreserved characters of RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )

    /// The address to open after signing in: a local one; anything else is replaced by the overview.
    static func local(_ text: String?) -> String {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= 2_000,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return "/" }
        return text
    }
}

extension DashboardLink {
    static func member(_ id: MemberID) -> String { "/members/\(quoted(id.text))" }
    static func visit(_ id: VisitID) -> String { "\(visits)/\(quoted(id.text))" }
    static func device(_ id: DeviceID) -> String { "/devices/\(quoted(id.text))" }
    static func endpoint(_ id: EndpointID) -> String { "/webhooks/\(quoted(id.text))" }
    static func message(_ id: MessageID) -> String { "/deliveries/\(quoted(id.text))" }
    static func token(_ id: TokenID) -> String { "/tokens/\(quoted(id.text))" }
    static func quarantined(_ key: QuarantinedRecord.Key) -> String { "/quarantine/\(key.rawValue)" }
}
