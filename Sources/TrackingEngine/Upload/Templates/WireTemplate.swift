public import TrackingModel
import VisitModel

/// A form of records that an app's author wrote: JSON with tags such as `<%= latitude %>`.
///
/// Transistor types, PersistenceConfig.locationTemplate: the author puts quotation marks around texts. Tags of texts write
/// them escaped, so that whatever a text holds, the record stays the JSON that was meant.
public struct WireTemplate: Hashable, Sendable {
    /// What the records are of.
    public enum Subject: String, Hashable, Sendable, CaseIterable {
        /// `PersistenceConfig.locationTemplate`.
        case location = "locationTemplate"
        /// `PersistenceConfig.geofenceTemplate`, which has two tags more.
        case geofence = "geofenceTemplate"
    }

    /// A part of the text.
    enum Part: Hashable, Sendable {
        /// Bytes that are taken as they are.
        case verbatim([UInt8])
        /// What is put in.
        case tag(WireTag)
    }

    /// Which template it is.
    public let subject: Subject
    /// Whether it makes a list and no object; at the root a list leaves no place for `HttpConfig.params`.
    public let makesList: Bool
    /// Its parts in their order.
    let parts: [Part]

    /// Reads a template and tries it out.
    ///
    /// - Parameters:
    ///   - text: the template; `nil` and an empty text give `nil`.
    ///   - subject: which template it is.
    /// - Throws: `TrackingEngineError` with code `options` for a tag that does not exist or does not end, a text without
    ///   quotation marks, and a result that is no object or list of JSON; the message names the tag.
    public init?(_ text: String?, of subject: Subject) throws(TrackingEngineError) {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        let parts = try Self.parts(of: text, subject)
        let trial = Self.trial(parts, subject)
        let kind = try Self.outline(of: trial, subject).kind
        guard kind != .scalar else {
            throw Self.error(subject, "makes a single value, expected an object {…} or a list […]")
        }
        self.subject = subject
        self.parts = parts
        makesList = kind == .list
    }

    /// The tags it has, each once, in their order.
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
