import TrackingModel
import VisitModel

extension WireTemplate {
    private static let opening = "<%="
    private static let closing = "%>"

    /// Parses a template into its parts.
    static func parts(of text: String, _ subject: Subject) throws(TrackingEngineError) -> [Part] {
        var parts: [Part] = []
        var isInText = false
        var rest = text[...]
        while let start = rest.firstRange(of: opening) {
            let verbatim = rest[..<start.lowerBound]
            isInText = isInText != Self.togglesText(verbatim)
            guard let end = rest[start.upperBound...].firstRange(of: closing) else {
                let found = rest[start.lowerBound...].prefix(40)
                throw error(subject, "has a tag without an end: `\(found)`, expected `%>`")
            }
            let name = rest[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
            let tag = try tag(named: name, subject)
            guard isInText || !tag.isText else {
                throw error(subject, "has the text `\(name)` without quotation marks, write \"<%= \(name) %>\"")
            }
            if !verbatim.isEmpty { parts.append(.verbatim(Array(verbatim.utf8))) }
            parts.append(.tag(tag))
            rest = rest[end.upperBound...]
        }
        if !rest.isEmpty { parts.append(.verbatim(Array(rest.utf8))) }
        return parts
    }

    private static func tag(named name: String, _ subject: Subject) throws(TrackingEngineError) -> WireTag {
        let known = WireTag.allCases.filter { subject == .geofence || !$0.isOfGeofence }
        if let tag = known.first(where: { $0.rawValue == name }) { return tag }
        if WireTag(rawValue: name) != nil {
            throw error(subject, "has the tag `\(name)`, which only geofenceTemplate has")
        }
        let names = known.map(\.rawValue).joined(separator: ", ")
        throw error(subject, "has the tag `\(name)`, which does not exist, expected one of \(names)")
    }

    /// Whether a piece contains an odd number of unescaped quotation marks, so that a text begins or ends in it.
    private static func togglesText(_ piece: Substring) -> Bool {
        var isInText = false
        var isEscaped = false
        for byte in piece.utf8 {
            if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return isInText
    }

    /// Renders a template with a sample location in which every value is present.
    static func trial(_ parts: [Part], _ subject: Subject) -> Rendering {
        let time = Timestamp(milliseconds: 0)
        var location = TrackedLocation(
            uuid: "0",
            fix: Fix(time: time, coordinate: Coordinate(uncheckedLatitude: 0, longitude: 0)),
            recordedAt: time,
            event: subject == .geofence ? .geofence : .motionChange,
            isMoving: true
        )
        if subject == .geofence {
            location.geofence = GeofenceCrossing(identifier: "0", action: .enter, timestamp: time)
        }
        return rendered(parts, location, TimestampMeta(location, platform: .ios, bootedAt: nil))
    }
}
