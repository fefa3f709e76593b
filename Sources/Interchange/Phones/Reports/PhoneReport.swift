public import VisitModel

/// What a phone's request came to.
public struct PhoneReport: Hashable, Sendable {
    /// The records that can be used, in the order of the request.
    public var records: [PhoneRecord] = []
    /// The records that can never be used, in the order of the request.
    public var refused: [RefusedRecord] = []
    /// How many records were sent that say nothing about where a phone is (OwnTracks' `status` and `card`, Overland's
    /// statistics, readings that Traccar marks as not valid).
    public var ignored = 0
    /// How many records stood in the request before.
    public var repeated = 0
    /// Whether the phone asks for the fences that it is to watch (Radar's `nearbyGeofences`).
    public var asksForFences = false
    /// How many of them it asks for at most (Radar's `nearbyGeofencesLimit`), `nil` where it leaves that to the service; of
    /// several readings the last one's.
    public var fenceLimit: Int?
    /// The operating system that the request names for its phone, also where its records can't be used (Radar's
    /// `deviceType`); of several the last one's.
    public var platform: Platform?
    /// Whether the phone says that it is on a trip (Radar's `tripOptions`); of several readings the last one's.
    public var isOnTrip = false
    /// Why the request as a whole is no payload of the app; nothing was read then.
    public var failure: PhoneFailure?

    /// Makes an empty report.
    public init() {}

    /// The last record with a reading, which is the one that an answer speaks of.
    public var lastReading: PhoneRecord? { records.last { $0.fix != nil } }
}

/// Why a request as a whole is no payload of the app that it is said to be of.
public struct PhoneFailure: Hashable, Sendable {
    /// What kind of thing is wrong, in snake case for programs.
    public var code: String
    /// What is wrong and what was expected.
    public var message: String

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - code: what kind of thing is wrong, in snake case.
    ///   - message: what is wrong and what was expected.
    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}
