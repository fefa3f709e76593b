internal import TrackingEngine
internal import VisitModel
internal import VisitStore

/// What each kind of phone is handed with an answer, written out, until something is set anew.
///
/// A phone is answered thousands of times between two changes: it costs a look into a table.
struct TrackingHandout: Sendable {
    /// The state of the stored options that it was made from.
    let revision: Int64
    /// What is stored and can't be used; nothing is handed out for it.
    let damaged: [TrackingOptionsSlot]
    private let documents: [RadarRemotePlan.Target: [UInt8]]

    /// Makes what is handed out from what is set.
    ///
    /// Who is on a trip gets the options for trips, and where none are set those for no trip; those that are damaged are
    /// set, so nothing takes their place.
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

    /// What a phone is handed: one JSON object in UTF-8; `nil` leaves it to the app.
    func document(for target: RadarRemotePlan.Target) -> [UInt8]? { documents[target] }
}
