/// The tags of `PersistenceConfig.locationTemplate` and `geofenceTemplate`.
///
/// A tag is `<%= name %>`; the text around it is copied unchanged. Transistor types,
/// PersistenceConfig.locationTemplate.
struct RecordTemplate {
    struct Tag: Hashable {
        let name: String
        let isQuoted: Bool
    }

    /// Tags of which the value is a text and must be quoted.
    static let textTags: Set = [
        "timestamp", "uuid", "event", "activity.type", "geofence.identifier", "geofence.action",
    ]

    static let locationTags = textTags.subtracting(geofenceTags).union([
        "latitude", "longitude", "speed", "heading", "accuracy", "altitude", "altitude_accuracy", "odometer",
        "odometer_error", "activity.confidence", "battery.level", "battery.is_charging", "mock", "is_moving",
        "timestampMeta",
    ])

    /// The tags that only a geofence event has.
    static let geofenceTags: Set = ["geofence.identifier", "geofence.action"]

    let tags: [Tag]
    /// Whether the template gives a list rather than an object.
    let isList: Bool

    init(_ text: String) {
        isList = text.first { !$0.isWhitespace } == "["
        var tags: [Tag] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "<%="), let end = rest[start.upperBound...].firstRange(of: "%>") {
            let name = String(rest[start.upperBound..<end.lowerBound].filter { !$0.isWhitespace })
            tags.append(Tag(name: name, isQuoted: Self.isInText(text[..<start.lowerBound])))
            rest = rest[end.upperBound...]
        }
        self.tags = tags
    }

    /// Whether a text has begun and not ended: an odd number of unescaped quotation marks.
    private static func isInText(_ before: Substring) -> Bool {
        var isInText = false
        var isEscaped = false
        for character in before {
            if character == "\"" && !isEscaped { isInText.toggle() }
            isEscaped = character == "\\" && !isEscaped
        }
        return isInText
    }
}
