import GeofenceEngine
import VisitModel

/// What a phone saw, in minutes since noon.
struct SeenStay {
    var phone = "a"
    var facility = "gym"
    var from: Double
    var to: Double?
    var lastProof: Double?
    var status = Visit.Status.closed
    var evidence: Visit.Evidence?
    var depth = 50.0
    var known: String?
    var doubts: Visit.Doubts = []
    var fixes = 10
    var threshold = 600
    var zone = "UTC"

    /// The name that the stay gives to a visit of its own.
    var own: String { "own-\(phone)-\(facility)-\(from)" }

    func stay() throws -> DeviceStay {
        let proven = to ?? lastProof ?? from
        let hasDwelled = (proven - from) * 60 >= Double(threshold)
        return DeviceStay(
            device: try DeviceID(phone),
            facility: try FacilityID(facility),
            ownVisit: try VisitID(own),
            knownVisit: try known.map { try VisitID($0) },
            enteredAt: Self.time(from),
            dwelledAt: hasDwelled ? Self.time(from).advanced(bySeconds: Double(threshold)) : nil,
            exitedAt: to.map(Self.time),
            status: to == nil ? .open : status,
            evidence: hasDwelled ? evidence ?? .confirmed : .none,
            fixesInside: fixes,
            lastProofAt: Self.time(lastProof ?? to ?? from),
            depthMeters: depth,
            doubts: doubts,
            thresholdSeconds: threshold,
            timeZone: try TimeZoneName(zone)
        )
    }

    static func time(_ minutes: Double) -> Timestamp {
        Ground.noon.advanced(bySeconds: minutes * 60)
    }

    /// A member's visits of what the member's phones saw.
    static func resolve(
        _ stays: [SeenStay],
        _ policy: EvaluationPolicy = .standard
    ) throws -> [VisitResolver.Resolution] {
        try VisitResolver(member: try MemberID("ann"), policy: policy).resolve(stays.map { try $0.stay() })
    }
}

extension Visit {
    /// The visit in a line: `gym 0-30 counted`, minutes since noon; an open one ends in nothing.
    var line: String {
        let minute = { (time: Timestamp) in "\(Int((Ground.noon.seconds(to: time) / 60).rounded()))" }
        return "\(facility) \(minute(enteredAt))-\(exitedAt.map(minute) ?? "") \(verdict.rawValue)"
    }
}
