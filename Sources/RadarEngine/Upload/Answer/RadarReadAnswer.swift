public import TrackingModel

/// An answer of the server as it was read: what tracking needs, what the app is told, and what could not be read.
public struct RadarReadAnswer: Hashable, Sendable {
    /// What tracking needs.
    public var answer: RadarServerAnswer
    /// What the server says has happened.
    public var events: [RadarServerEvent]
    /// The server's own id of the user; `nil` where it does not say.
    public var serverUserID: String?
    /// What of the options that the answer names may not be meant, or is out of date; told once for each document.
    public var warnings: [ConfigurationWarning]
    /// What could not be used, as sentences for a person; the rest counts all the same.
    public var problems: [String]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - answer: what tracking needs.
    ///   - events: what the server says has happened.
    ///   - serverUserID: the server's own id of the user.
    ///   - warnings: what of the options may not be meant.
    ///   - problems: what could not be used.
    public init(
        answer: RadarServerAnswer,
        events: [RadarServerEvent] = [],
        serverUserID: String? = nil,
        warnings: [ConfigurationWarning] = [],
        problems: [String] = []
    ) {
        self.answer = answer
        self.events = events
        self.serverUserID = serverUserID
        self.warnings = warnings
        self.problems = problems
    }
}

/// Something that the server says has happened (`events` of an answer).
public struct RadarServerEvent: Hashable, Sendable, Identifiable {
    /// The event's id.
    public let id: String
    /// What happened, for instance `user.entered_geofence`.
    public let type: String
    /// When, as the server writes it: ISO 8601; `nil` where it does not say.
    public let createdAt: String?

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - id: its id.
    ///   - type: what happened.
    ///   - createdAt: when, in ISO 8601.
    public init(id: String, type: String, createdAt: String? = nil) {
        self.id = id
        self.type = type
        self.createdAt = createdAt
    }
}
