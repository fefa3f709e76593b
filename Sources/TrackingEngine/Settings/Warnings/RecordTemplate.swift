/// The tags of `PersistenceConfig.locationTemplate` and `geofenceTemplate`.
///
/// A tag is `<%= name %>`; what stands around it is taken as it is. Transistor types,
/// PersistenceConfig.locationTemplate.
struct RecordTemplate {
    /// A tag, and whether it stands within quotation marks.
    struct Tag: Hashable {
        let name: String
        let isQuoted: Bool
    }

    /// Tags that stand for texts and must be quoted.
    static let textTags: Set = [
        "timestamp", "uuid", "event", "activity.type", "geofence.identifier", "geofence.action",
    ]

    /// All tags of a location.
    static let locationTags = textTags.subtracting(geofenceTags).union([
        "latitude", "longitude", "speed", "heading", "accuracy", "altitude", "altitude_accuracy", "odometer",
        "odometer_error", "activity.confidence", "battery.level", "battery.is_charging", "mock", "is_moving",
        "timestampMeta",
    ])

    /// The tags that only a geofence event has.
    static let geofenceTags: Set = ["geofence.identifier", "geofence.action"]

    let tags: [Tag]
    /// Whether the template makes a list and no object.
    let isList: Bool

    /// Takes a template apart.
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

    /// Whether a text has begun and not ended: an odd number of quotation marks that no backslash stands before.
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
