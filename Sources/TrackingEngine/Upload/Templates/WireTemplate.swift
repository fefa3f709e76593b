public import TrackingModel
import VisitModel

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

    /// A part of the template.
    enum Part: Hashable, Sendable {
        /// Bytes that are copied unchanged.
        case verbatim([UInt8])
        /// A placeholder.
        case tag(WireTag)
    }

    /// The option that holds the template.
    public let subject: Subject
    /// Whether the result is a list rather than an object; at the root a list has no place for `HttpConfig.params`.
    public let makesList: Bool
    /// The parts in their order.
    let parts: [Part]

    /// Parses a template and validates it by rendering a sample.
    ///
    /// - Parameters:
    ///   - text: the template; `nil` and an empty text give `nil`.
    ///   - subject: the option that holds the template.
    /// - Throws: `TrackingEngineError` with code `options` for an unknown or unclosed tag, a text without quotation
    ///   marks, and a result that is no JSON object or list; the message names the tag.
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
