internal import Foundation
internal import VisitModel

/// The source of map tiles.
///
/// Browsers request them directly, so its operator learns which part of the world is viewed.
package struct TileSource: Hashable, Sendable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}`, and `{s}` where there are several hosts.
    package let template: String
    /// Shown on the map.
    package let attribution: String
    /// The host as a source of a content security policy.
    let origin: String

    /// Validates an address, for instance `https://tile.example.org/{z}/{x}/{y}.png`.
    ///
    /// The attribution is plain text. Throws `VisitServerError` with code `tiles`.
    package init(template: String, attribution: String) throws {
        let parts = template.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let places = ["{z}", "{x}", "{y}"]
        guard parts.count == 4, parts[0] == "https:" || parts[0] == "http:", parts[1].isEmpty,
            places.allSatisfy({ parts[3].contains($0) }), let host = Self.host(String(parts[2]))
        else {
            throw VisitServerError(
                .tiles,
                "`\(template)` is not a tile address, expected for instance https://tile.example.org/{z}/{x}/{y}.png"
            )
        }
        self.template = template
        self.attribution = attribution
        self.origin = "\(parts[0])//\(host)"
    }

    /// In the policy, `{s}.` at the beginning stands for any name before the rest.
    private static func host(_ text: String) -> String? {
        let hasMany = text.hasPrefix("{s}.")
        let rest = hasMany ? String(text.dropFirst(4)) : text
        let isPlain = rest.utf8.allSatisfy { byte in
            byte &- 0x61 < 26 || byte &- 0x41 < 26 || byte &- 0x30 < 10 || "-.:".utf8.contains(byte)
        }
        guard !rest.isEmpty, isPlain else { return nil }
        return hasMany ? "*.\(rest)" : rest
    }
}
