internal import TrackingModel

/// The updates that are on their way to the server, and those that failed and wait for the next one.
///
/// Each update is uploaded once, and once more in a replay that says so for each time that it failed. Only one replay
/// is under way at a time; an update that comes meanwhile goes by itself. Which replay mode counts is in the record's
/// own options.
///
/// Every failure counts, also one that will come again: a record that the server refuses for good stays under
/// `RadarReplayProfile.complete` until a request that holds it succeeds.
///
/// Source: Radar SDK for iOS, RadarReplayBuffer and RadarAPIClient track.
public struct RadarReplayBuffer: Hashable, Sendable {
    /// How much is kept.
    public let profile: RadarReplayProfile
    /// The records that failed, the oldest first.
    public private(set) var waiting: [RadarTrackRecord] = []
    /// The one stop that failed, where the profile keeps one only.
    public private(set) var failedStop: RadarTrackRecord?
    /// The requests without an answer yet, the oldest first.
    public private(set) var underWay: [RadarUpload] = []
    private var nextUpload = 0

    /// Makes an empty buffer.
    ///
    /// - Parameter profile: how much is kept.
    public init(profile: RadarReplayProfile = .complete) {
        self.profile = profile
    }

    /// Takes an update that is to be uploaded.
    ///
    /// - Parameter record: the update.
    /// - Returns: the request to make: of this record alone, or of all that wait and this one.
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

    /// Takes the answer to a request.
    ///
    /// - Parameters:
    ///   - id: the request.
    ///   - succeeded: whether the server took it.
    /// - Returns: the request; `nil` for one that is not under way.
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

    /// Takes all requests as failed, because the process that made them is no more.
    public mutating func abandon() {
        for upload in underWay {
            append(upload)
        }
        underWay = []
    }

    /// Takes out the one failed stop, to be sent in place of an update.
    ///
    /// - Returns: the stop; `nil` where there is none or the profile keeps them all.
    public mutating func removeFailedStop() -> RadarTrackRecord? {
        defer { failedStop = nil }
        return failedStop
    }

    /// The records that a later process needs: those that wait, as far as they are stored, and those under way.
    public var kept: RadarStoredRecords {
        RadarStoredRecords(waiting: stored, failedStop: failedStop, underWay: underWay.compactMap(\.newest))
    }

    /// The buffer without records, for who keeps those elsewhere.
    var emptied: RadarReplayBuffer {
        var buffer = RadarReplayBuffer(profile: profile)
        buffer.nextUpload = nextUpload
        return buffer
    }

    /// Takes the records of an earlier process; what was under way then is under way until it is abandoned.
    mutating func restore(_ kept: RadarStoredRecords) {
        waiting = kept.waiting
        failedStop = kept.failedStop
        underWay = kept.underWay.map { record in
            defer { nextUpload += 1 }
            return RadarUpload(id: nextUpload, kind: .track, records: [record])
        }
    }

    /// Keeps the record that made a request come; those that it took along wait already.
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
    private enum Key: String, CodingKey {
        case profile, waiting, failedStop, underWay, nextUpload
    }

    /// What is stored of the records that wait.
    ///
    /// Above the profile's number every fifth is left out; the buffer itself keeps them all while the process lives.
    public var stored: [RadarTrackRecord] {
        guard let limit = profile.thinsStoredAbove, waiting.count > limit else { return waiting }
        return waiting.enumerated().filter { ($0.offset + 1) % 5 != 0 }.map(\.element)
    }

    /// Reads a stored buffer.
    ///
    /// - Parameter decoder: holds what `encode(to:)` wrote.
    /// - Throws: `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        profile = try container.decode(RadarReplayProfile.self, forKey: .profile)
        waiting = try container.decode([RadarTrackRecord].self, forKey: .waiting)
        failedStop = try container.decodeIfPresent(RadarTrackRecord.self, forKey: .failedStop)
        underWay = try container.decode([RadarUpload].self, forKey: .underWay)
        nextUpload = try container.decode(Int.self, forKey: .nextUpload)
    }

    /// Writes the buffer, thinned as its profile wants.
    ///
    /// - Parameter encoder: gets an object.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(profile, forKey: .profile)
        try container.encode(stored, forKey: .waiting)
        try container.encodeIfPresent(failedStop, forKey: .failedStop)
        try container.encode(underWay, forKey: .underWay)
        try container.encode(nextUpload, forKey: .nextUpload)
    }
}
