internal import WireJSON
internal import VisitModel
public import TrackingModel

/// The record format written by an app's author: JSON with tags such as `<%= latitude %>`.
///
/// Transistor types, PersistenceConfig.locationTemplate: the author puts quotation marks around texts. Values of text
/// tags are escaped, so that the record stays the intended JSON whatever a text contains.
public struct WireTemplate: Hashable, Sendable {
    /// The kind of records that a template formats.
    public enum Subject: String, Hashable, Sendable, CaseIterable {
        /// `PersistenceConfig.locationTemplate`.
        case location = "locationTemplate"
        /// `PersistenceConfig.geofenceTemplate`, which has two additional tags.
        case geofence = "geofenceTemplate"
    }

    enum Part: Hashable, Sendable {
        case verbatim([UInt8])
        case tag(WireTag)
    }

    /// The option that holds the template.
    public let subject: Subject
    /// Whether the result is a list rather than an object; at the root a list has no place for `HttpConfig.params`.
    public let makesList: Bool
    let parts: [Part]

    /// Parses a template and validates it by rendering a sample; no text, or an empty one, gives `nil`.
    ///
    /// Throws a `TrackingEngineError` with code `options` for an unknown or unclosed tag, a text without quotation
    /// marks, and a result that is no JSON object or list; the message names the tag.
    public init?(_ text: String?, of subject: Subject) throws(TrackingEngineError) {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        let parts = try Self.parts(of: text, subject)
        let trial = Self.trial(parts, subject)
        let kind = try Self.outline(of: trial, subject).kind
        guard kind != .scalar else {
            throw Self.error(subject, "results in a single value, expected an object {…} or a list […]")
        }
        self.subject = subject
        self.parts = parts
        makesList = kind == .list
    }

    /// The names of its tags, each once, in their order.
    public var tags: [String] {
        var seen: Set<WireTag> = []
        return parts.compactMap { part in
            guard case .tag(let tag) = part, seen.insert(tag).inserted else { return nil }
            return tag.rawValue
        }
    }

    static func error(_ subject: Subject, _ message: String) -> TrackingEngineError {
        TrackingEngineError(.options, "`persistence.\(subject.rawValue)` \(message)")
    }
}

extension WireTemplate.Subject {
    /// The tags that a template may have.
    var tags: [WireTag] { WireTag.allCases.filter { self == .geofence || !$0.isOfGeofence } }
}

extension WireTemplate {
    private static let opening = "<%="
    private static let closing = "%>"

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
        let known = subject.tags
        if let tag = known.first(where: { $0.rawValue == name }) { return tag }
        if WireTag(rawValue: name) != nil {
            throw error(subject, "has the tag `\(name)`, which only geofenceTemplate has")
        }
        let names = known.map(\.rawValue).joined(separator: ", ")
        throw error(subject, "has the tag `\(name)`, which does not exist, expected one of \(names)")
    }

    /// Whether a piece contains an odd number of unescaped quotation marks, so that a text begins or ends in it.
    static func togglesText(_ piece: Substring) -> Bool {
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

extension WireTemplate {
    /// A rendered template with the start offset of each tag's value.
    struct Rendering {
        var bytes: [UInt8] = []
        var tags: [(tag: WireTag, start: Int)] = []
    }

    /// Renders a location as a record; throws a `TrackingEngineError` with code `options` where the result is no JSON.
    ///
    /// `extras` are merged into an object, where they override members of the same name, or appended to a list as one
    /// more element.
    func json(
        of location: TrackedLocation,
        extras: [String: ConfigValue],
        meta: TimestampMeta?
    ) throws(TrackingEngineError) -> [UInt8] {
        let rendering = Self.rendered(parts, location, meta)
        let outline = try Self.outline(of: rendering, subject)
        guard !extras.isEmpty else { return Array(rendering.bytes[outline.range]) }
        return outline.kind == .list
            ? outline.appending(extras, to: rendering.bytes)
            : outline.merging(rendering.bytes, beneath: extras)
    }

    static func rendered(_ parts: [Part], _ location: TrackedLocation, _ meta: TimestampMeta?) -> Rendering {
        var rendering = Rendering()
        for part in parts {
            switch part {
            case .verbatim(let bytes): rendering.bytes.append(contentsOf: bytes)
            case .tag(let tag):
                rendering.tags.append((tag, rendering.bytes.count))
                tag.write(location, meta, to: &rendering.bytes)
            }
        }
        return rendering
    }

    /// Parses a rendered template; throws a `TrackingEngineError` that names the tag at or before a syntax error.
    static func outline(of rendering: Rendering, _ subject: Subject) throws(TrackingEngineError) -> JSONOutline {
        do {
            return try JSONOutline(rendering.bytes)
        } catch {
            let tag = rendering.tags.last { $0.start <= error.offset }
            let place = tag.map { "near the tag `\($0.tag.rawValue)`" } ?? "at character \(error.offset + 1)"
            let found = String(decoding: rendering.bytes[error.offset...].prefix(20), as: UTF8.self)
            throw Self.error(
                subject,
                "does not result in JSON, \(place): \(found.isEmpty ? "it ends too early" : "`\(found)`")"
            )
        }
    }
}

extension JSONOutline {
    /// Appends an object as the last element of a list; `bytes` is the text from which the outline was parsed.
    func appending(_ extras: [String: ConfigValue], to bytes: [UInt8]) -> [UInt8] {
        var json = JSONBytes()
        json.value(.object(extras))
        let elements = bytes[range].dropLast()
        let isEmpty = elements.dropFirst().allSatisfy { $0 <= 0x20 }
        return Array(elements) + (isEmpty ? [] : [UInt8(ascii: ",")]) + json.bytes + [UInt8(ascii: "]")]
    }

    /// Merges members into an object, where `extras` override members of the same name; `bytes` is the text from which
    /// the outline was parsed.
    func merging(_ bytes: [UInt8], beneath extras: [String: ConfigValue]) -> [UInt8] {
        var json = JSONBytes()
        json.object { json in
            for member in members where extras[key(of: member, in: bytes)] == nil {
                json.verbatim(bytes[member.all])
            }
            json.members(extras)
        }
        return json.bytes
    }

    /// The unescaped name of a member.
    func key(of member: Member, in bytes: [UInt8]) -> String {
        let literal = bytes[member.key]
        return JSONScanner.string(quoted: literal) ?? String(decoding: literal, as: UTF8.self)
    }
}
