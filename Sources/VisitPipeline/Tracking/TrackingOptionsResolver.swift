internal import RadarEngine
internal import TrackingEngine
internal import VisitModel
internal import VisitStore

/// The tracking options document for each kind of phone, encoded, until the next change.
///
/// A phone is answered thousands of times between two changes, so a response costs one table look-up.
struct TrackingOptionsResolver: Sendable {
    /// The revision of the stored options.
    let revision: Int64
    /// The stored options that can't be used; nothing is sent for them.
    let damaged: [TrackingOptionsSlot]
    private let documents: [RadarRemotePlan.Target: [UInt8]]

    /// Makes the documents of the configured options.
    ///
    /// A phone on a trip gets the options for trips, or those for no trip where none are set. Damaged options count as
    /// set, so they have no replacement.
    init(_ slots: [TrackingOptionsSlot], revision: Int64) {
        self.revision = revision
        damaged = slots.filter { $0.problem != nil }
        let set = Dictionary(slots.filter(\.isSet).map { ($0.target, $0) }, uniquingKeysWith: { first, _ in first })
        var documents: [RadarRemotePlan.Target: [UInt8]] = [:]
        for target in TrackingOptionsSlot.targets {
            let offTrip = RadarRemotePlan.Target(target.platform, target.environment, isOnTrip: false)
            documents[target] = (set[target] ?? set[offTrip])?.options.map { Array($0.document.utf8) }
        }
        self.documents = documents
    }

    /// The document for a kind of phone: one JSON object in UTF-8; `nil` leaves the options to the app.
    func document(for target: RadarRemotePlan.Target) -> [UInt8]? { documents[target] }
}
