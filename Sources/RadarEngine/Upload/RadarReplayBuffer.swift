internal import TrackingModel

/// The updates in flight to the server, and the failed ones that wait to be replayed.
///
/// Each update is uploaded once, and after each failure again in a replay that is marked as such. Only one replay is in
/// flight at a time; an update that arrives meanwhile is uploaded separately. The replay mode is that of the record's
/// own options.
///
/// Every failure counts, including one that will recur: under `RadarReplayProfile.complete` a record that the server
/// always rejects stays until a request that contains it succeeds.
///
/// Source: Radar SDK for iOS, RadarReplayBuffer and RadarAPIClient track.
public struct RadarReplayBuffer: Hashable, Sendable {
    /// The limits of the records kept.
    public let profile: RadarReplayProfile
    /// The failed records, oldest first.
    public private(set) var waiting: [RadarTrackRecord] = []
    /// The failed stop, where the profile keeps only one.
    public private(set) var failedStop: RadarTrackRecord?
    /// The requests without a response yet, oldest first.
    public private(set) var underWay: [RadarUpload] = []
    private var nextUpload = 0

    /// Creates an empty buffer.
    public init(profile: RadarReplayProfile = .complete) { self.profile = profile }

    /// Starts the upload of an update, and returns the request: with this record alone, or with all waiting records and
    /// this one.
    public mutating func begin(_ record: RadarTrackRecord) -> RadarUpload {
        defer { nextUpload += 1 }
        let isReplaying = underWay.contains { $0.kind == .replay }
        let upload =
            if record.options.replay != .none, !waiting.isEmpty, !isReplaying {
                RadarUpload(id: nextUpload, kind: .replay, records: (waiting + [record]).map(\.asReplay))
            } else {
                RadarUpload(id: nextUpload, kind: .track, records: [record])
            }
        underWay.append(upload)
        return upload
    }

    /// Processes the response to a request, and returns the request; `nil` for one that is not in flight.
    public mutating func end(_ id: RadarUpload.ID, succeeded: Bool) -> RadarUpload? {
        guard let index = underWay.firstIndex(where: { $0.id == id }) else { return nil }
        let upload = underWay.remove(at: index)
        if succeeded {
            let taken = Set(upload.records.map(\.id))
            waiting.removeAll { taken.contains($0.id) }
            failedStop = nil
        } else {
            append(upload)
        }
        return upload
    }

    /// Marks all requests in flight as failed, because the process that sent them has ended.
    public mutating func abandon() {
        for upload in underWay { append(upload) }
        underWay = []
    }

    /// Removes and returns the failed stop, to be sent in place of an update; `nil` where the profile keeps them all.
    public mutating func removeFailedStop() -> RadarTrackRecord? {
        defer { failedStop = nil }
        return failedStop
    }

    /// The records that a later process needs: the waiting ones, thinned as for storage, and those in flight.
    public var kept: RadarStoredRecords {
        RadarStoredRecords(waiting: stored, failedStop: failedStop, underWay: underWay.compactMap(\.newest))
    }

    /// The buffer without its records, which are stored separately.
    var emptied: RadarReplayBuffer {
        var buffer = RadarReplayBuffer(profile: profile)
        buffer.nextUpload = nextUpload
        return buffer
    }

    /// Restores the records of an earlier process; those in flight then stay in flight until `abandon()`.
    mutating func restore(_ kept: RadarStoredRecords) {
        waiting = kept.waiting
        failedStop = kept.failedStop
        underWay = kept.underWay.map { record in
            defer { nextUpload += 1 }
            return RadarUpload(id: nextUpload, kind: .track, records: [record])
        }
    }

    /// Keeps the record that caused a request; the others in the request are already waiting.
    private mutating func append(_ upload: RadarUpload) {
        guard let record = upload.newest else { return }
        switch record.options.replay {
        case .none: return
        case .stops:
            guard record.isStopped, ![.foregroundLocation, .manualLocation].contains(record.source) else { return }
            if profile.keepsOneStop {
                failedStop = record
                return
            }
        case .all: break
        }
        if let maximum = profile.maximumRecords, waiting.count >= maximum {
            waiting.removeFirst(waiting.count - maximum + 1)
        }
        waiting.append(record)
    }
}

extension RadarReplayBuffer: Codable {
    private enum CodingKeys: String, CodingKey {
        case profile, waiting, failedStop, underWay, nextUpload
    }

    /// The waiting records that are stored.
    ///
    /// Above the profile's limit every fifth is omitted; the buffer itself keeps them all while the process lives.
    public var stored: [RadarTrackRecord] {
        guard let limit = profile.thinsStoredAbove, waiting.count > limit else { return waiting }
        return waiting.enumerated().filter { ($0.offset + 1) % 5 != 0 }.map(\.element)
    }

    /// Encodes the buffer, with the waiting records thinned by its profile.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(profile, forKey: .profile)
        try container.encode(stored, forKey: .waiting)
        try container.encodeIfPresent(failedStop, forKey: .failedStop)
        try container.encode(underWay, forKey: .underWay)
        try container.encode(nextUpload, forKey: .nextUpload)
    }
}

/// One request to the server with one or more records.
public struct RadarUpload: Hashable, Sendable, Codable, Identifiable {
    /// The request's number on this device, which identifies its response.
    public let id: Int
    /// The kind of request.
    public let kind: Kind
    /// The single record, or the records of a replay with the newest last.
    public let records: [RadarTrackRecord]

    /// The kind of an upload request.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
        /// `POST /v1/track`: one update.
        case track
        /// `POST /v1/track/replay`: the failed updates and the latest one.
        case replay
    }

    /// The record that caused the request.
    var newest: RadarTrackRecord? { records.last }
}

/// The limits of the failed records that are kept for a replay.
///
/// The reference of options says "all" and "failed stops"; the vendor's code has limits. Both are supported.
public struct RadarReplayProfile: Hashable, Sendable, Codable {
    /// The maximum number of waiting records, 1 or more, above which the oldest is removed; `nil` for no limit.
    public var maximumRecords: Int?
    /// The number of waiting records above which every fifth is omitted from storage; `nil` for never.
    public var thinsStoredAbove: Int?
    /// Whether replay `stops` keeps only one stop, and sends it in place of the next update.
    ///
    /// Otherwise every failed stop waits, and all are sent together with the next update.
    public var keepsOneStop: Bool

    /// Creates a profile; a maximum below 1 becomes 1.
    public init(maximumRecords: Int? = nil, thinsStoredAbove: Int? = nil, keepsOneStop: Bool = false) {
        self.maximumRecords = maximumRecords.map { max(1, $0) }
        self.thinsStoredAbove = thinsStoredAbove.map { max(0, $0) }
        self.keepsOneStop = keepsOneStop
    }

    /// The behaviour that the reference of options describes: no record for replay is dropped.
    public static let complete = RadarReplayProfile()

    /// The behaviour of the vendor's SDKs: 120 records (an hour of updates every 30 seconds), thinned above 50 in
    /// storage, one stop (Radar SDK for iOS, RadarReplayBuffer, RadarAPIClient).
    public static let vendor = RadarReplayProfile(maximumRecords: 120, thinsStoredAbove: 50, keepsOneStop: true)
}

/// The records of a device that a later process needs, separate from the rest of its state.
///
/// The rest changes with every update and is small; a record never changes, and there may be a thousand. Storing the
/// two separately writes each record only once, keyed by its number.
public struct RadarStoredRecords: Hashable, Sendable {
    /// The failed records that wait, oldest first.
    public var waiting: [RadarTrackRecord]
    /// The failed stop, where the profile keeps only one.
    public var failedStop: RadarTrackRecord?
    /// The records that caused the requests in flight, oldest first.
    public var underWay: [RadarTrackRecord]

    /// Creates records.
    public init(
        waiting: [RadarTrackRecord] = [],
        failedStop: RadarTrackRecord? = nil,
        underWay: [RadarTrackRecord] = []
    ) {
        self.waiting = waiting
        self.failedStop = failedStop
        self.underWay = underWay
    }
}

extension RadarTracking {
    /// The records that a later process needs.
    public var keptRecords: RadarStoredRecords { replay.kept }

    /// The state without its records, which are stored separately.
    public var withoutRecords: RadarTracking {
        var tracking = self
        tracking.replay = replay.emptied
        return tracking
    }

    /// Restores the records that were stored separately.
    ///
    /// It must be called right after the state was decoded, because `restarted(_:location:at:)` marks the requests in
    /// flight as failed.
    public mutating func restore(_ records: RadarStoredRecords) { replay.restore(records) }
}
