public import VisitModel

/// What a stay's fixes have in common with the same fixes sent again: the least digest of three that follow each other.
///
/// No sensor measures the same three positions twice, with the same accuracies and as long before the last of them; a phone
/// that alternates between two cached positions repeats those, and they do not count. The positions do not follow from a
/// digest. It does not depend on when the fixes are dated, nor on most of the fixes before and after.
public struct TrackFingerprint: Hashable, Sendable {
    /// The digest of the position and the accuracy of the last fix but one; 0 where there is none.
    public var older: UInt32
    /// That of the last fix; 0 where there is none.
    public var newer: UInt32
    /// The least digest of three fixes; the largest number before the third fix.
    public var least: UInt32

    /// Creates a fingerprint of no fixes, or restores one.
    public init(older: UInt32 = 0, newer: UInt32 = 0, least: UInt32 = .max) {
        self.older = older
        self.newer = newer
        self.least = least
    }

    /// The fingerprint; `nil` before the third fix.
    var value: UInt32? { least == .max ? nil : least }

    /// Adds a fix whose position does not repeat that of the one before.
    mutating func add(_ fix: Fix, secondsSinceLast: Double) {
        var digest = StableDigest()
        digest.combine(fix.coordinate.latitude.bitPattern)
        digest.combine(fix.coordinate.longitude.bitPattern)
        digest.combine((fix.horizontalAccuracy ?? -1).bitPattern)
        let current = max(1, UInt32(truncatingIfNeeded: digest.value))
        if older != 0, current != older {
            var window = StableDigest()
            for part in [older, newer, current] { window.combine(UInt64(part)) }
            window.combine(UInt64(max(0, min(secondsSinceLast, 86_400)).rounded()))
            least = min(least, UInt32(truncatingIfNeeded: window.value))
        }
        (older, newer) = (newer, current)
    }

    func joined(with later: TrackFingerprint) -> TrackFingerprint {
        TrackFingerprint(older: later.older, newer: later.newer, least: min(least, later.least))
    }
}

/// The fingerprints of a device's last stays.
///
/// They are derived from the stays in order of time, so that they do not depend on the order in which fixes arrive. They
/// are kept only in the device's state, and are erased with the member.
public struct TrackFingerprints: Hashable, Sendable {
    /// The fingerprints, in the order in which the stays were known to have ended.
    public private(set) var entries: [Entry]

    /// The fingerprint of a stay.
    public struct Entry: Hashable, Sendable {
        /// The least digest of three of its fixes.
        public var value: UInt32
        /// The time of its last fix.
        public var lastAt: Timestamp

        /// Restores an entry.
        public init(value: UInt32, lastAt: Timestamp) {
            self.value = value
            self.lastAt = lastAt
        }
    }

    /// Restores fingerprints; of more than the limit the last ones.
    public init(entries: [Entry] = []) { self.entries = Array(entries.suffix(Self.limit)) }

    /// Whether the fixes of a stay are those of an earlier one: stays at overlapping fences have the same fixes.
    func contains(_ proof: FenceTrack.Proof) -> Bool {
        guard let value = proof.fingerprint.value else { return false }
        return entries.contains { $0.value == value && $0.lastAt < proof.firstAt }
    }

    /// Adds the fingerprint of a stay that nothing continues any more; that of several overlapping fences once.
    mutating func record(_ stay: Stay) {
        guard let value = stay.proof.fingerprint.value, !entries.contains(where: { $0.value == value }),
            let end = stay.exitedAt, stay.enteredAt.seconds(to: end) >= Double(stay.thresholdSeconds)
        else { return }
        entries.append(Entry(value: value, lastAt: stay.proof.lastAt))
        if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
    }

    /// The most fingerprints of a device: those of a month with a visit on every day.
    private static let limit = 32
}
