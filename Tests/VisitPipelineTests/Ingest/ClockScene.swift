import Foundation
import GeofenceEngine
import Interchange
import SeededRandom
import TimelineTestSupport
import VisitModel

@testable import VisitPipeline

/// Five visits of one phone with a wrong clock, with the times at which its fixes were received.
struct ClockScene {
    /// The fixes by the phone's clock, in order of receipt.
    let fixes: [TrackFix]
    /// The true times of the visits' entries.
    let entries: [Timestamp]
    /// The bounds of the entries by a right clock.
    let bounds: [ClosedRange<Timestamp>]

    /// Creates the fixes of a phone with a clock that is ahead by a function of the true time, in seconds.
    ///
    /// The phone is offline for up to an hour after a share of its fixes.
    init(
        lateShare: Double = 0.02,
        using random: inout SeededGenerator,
        ahead seconds: (Timestamp) -> Double
    ) throws {
        var journey = try Journey()
        for visit in 0..<5 {
            let start = Double(visit) * 120
            try journey.stay(start...(start + 9), east: -500)
            try journey.stay((start + 10)...(start + 40), east: 5)
            try journey.stay((start + 41)...(start + 60), east: -500)
        }
        let visits = try Self.visits(of: journey)
        entries = visits.map(\.enteredAt)
        bounds = visits.compactMap(\.assessment?.enteredBetween)
        var offlineUntil: Timestamp?
        var fixes: [TrackFix] = []
        for var track in journey.fixes {
            let sent = track.fix.time.advanced(bySeconds: .random(in: 1...30, using: &random))
            if let until = offlineUntil, sent > until { offlineUntil = nil }
            if offlineUntil == nil, Double.random(in: 0..<1, using: &random) < lateShare {
                offlineUntil = sent.advanced(bySeconds: .random(in: 600...3600, using: &random))
            }
            track.receivedAt = offlineUntil ?? sent
            track.fix.time = track.fix.time.advanced(bySeconds: seconds(track.fix.time))
            fixes.append(track)
        }
        self.fixes = fixes
    }

    /// Creates the fixes of a phone with a clock that is ahead by a constant.
    init(ahead seconds: Double, lateShare: Double = 0.02, seed: UInt64 = 1) throws {
        var random = SeededGenerator(seed: seed)
        try self.init(lateShare: lateShare, using: &random) { _ in seconds }
    }

    /// The fixes that were received together, in order of receipt.
    var requests: [(receivedAt: Timestamp, fixes: [TrackFix])] {
        Dictionary(grouping: fixes) { $0.receivedAt ?? SmallWorld.now }
            .sorted { $0.key < $1.key }
            .map { (receivedAt: $0.key, fixes: $0.value) }
    }

    /// The fixes as a CSV file.
    var csv: String {
        "device,member,timestamp,lat,lon,accuracy,received_at\n"
            + fixes.map { track in
                let place = "\(track.fix.coordinate.latitude),\(track.fix.coordinate.longitude)"
                let received = track.receivedAt?.iso8601 ?? ""
                return "phone,ann,\(track.fix.time.iso8601),\(place),10,\(received)\n"
            }.joined()
    }

    /// The visits by a right clock, by entry.
    private static func visits(of journey: Journey) throws -> [Visit] {
        let world = try SmallWorld()
        try world.ingest(journey.fixes)
        return try world.visits().sorted { $0.enteredAt < $1.enteredAt }
    }

    /// The number of counted visits that begin within a minute of a true one.
    func found(in world: SmallWorld) throws -> Int {
        let visits = try world.visits().filter { $0.verdict == .counted }
        return entries.count { entry in visits.contains { abs($0.enteredAt.seconds(to: entry)) <= 60 } }
    }
}
