public import TrackingModel
/// A decoded response of the server: the parts for tracking and for the app, and the problems found.
public struct RadarParsedResponse: Hashable, Sendable {
    /// The parts that tracking needs.
    public var answer: RadarServerResponse
    /// The events that the server reports.
    public var events: [RadarServerEvent]
    /// The server's own id of the user; `nil` where it does not say.
    public var serverUserID: String?
    /// Warnings about the options in the response, which may be unintended or deprecated; reported once for each
    /// document.
    public var warnings: [ConfigurationWarning]
    /// Parts that could not be used, as sentences for a person; the remaining parts are valid.
    public var problems: [String]

    /// Creates a decoded response.
    public init(
        answer: RadarServerResponse,
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

/// An event that the server reports (`events` of a response).
public struct RadarServerEvent: Hashable, Sendable, Identifiable {
    /// The event's id.
    public let id: String
    /// The type, for instance `user.entered_geofence`.
    public let type: String
    /// The time of the event in ISO 8601, as received; `nil` where it is missing.
    public let createdAt: String?

    /// Creates an event; `createdAt` is in ISO 8601.
    public init(id: String, type: String, createdAt: String? = nil) {
        self.id = id
        self.type = type
        self.createdAt = createdAt
    }
}
