internal import GeofenceEngine
public import VisitModel
internal import VisitStore

/// One phone that reports as things happen: fix by fix, with what befell its geofences in between.
///
/// The same way as a replay's, one report a transaction; what comes of a report is handed back.
public struct LivePhone: Sendable {
    /// The phone.
    public let device: Device
    private let pipeline: VisitPipeline
    private var ingest: FixIngest

    /// Takes up a phone where it was left, or begins with it.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - pipeline: the facilities, the policy and the store; made anew when facilities or lists have changed.
    public init(_ device: Device, pipeline: VisitPipeline) {
        self.device = device
        self.pipeline = pipeline
        self.ingest = pipeline.ingest()
    }

    /// Takes what the phone reports.
    ///
    /// - Parameters:
    ///   - inputs: in any order.
    ///   - observedAt: now.
    /// - Returns: what was not told before, in order; a telling that late input only moved in time is not among it.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`; nothing of it is then in the store.
    public mutating func take(_ inputs: [DeviceInput], observedAt: Timestamp) throws -> [GeofenceEvent] {
        let told = try toldBefore(inputs)
        let commits = try ingest.take(inputs, of: device, observedAt: observedAt).commits
        return commits.flatMap(\.events).compactMap { entry in
            told.contains(entry.id) ? nil : GeofenceEvent(entry, of: device.id, pipeline.directory)
        }
    }

    /// The facilities that are to be watched, by id.
    ///
    /// - Returns: never more than the platform's limit.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    public func registered() throws -> [FacilityID] {
        guard try pipeline.store.device(device.id) != nil else { return [] }
        return try pipeline.registrations(of: device.id)
    }

    /// The events that late inputs may make anew.
    private func toldBefore(_ inputs: [DeviceInput]) throws -> Set<EventID> {
        guard let oldest = inputs.map(\.time).min() else { return [] }
        if let last = ingest.lastInputTime(of: device.id), oldest > last { return [] }
        // An event may have happened before the input that told of it, by a silence at most.
        let start = oldest.advanced(bySeconds: -2 * pipeline.policy.visits.horizonSeconds)
        return Set(try pipeline.store.events(EventFilter(device: device.id, since: start)).map(\.id))
    }
}

extension GeofenceEvent {
    /// The event of a stored entry; `nil` where a facility is not known.
    init?(_ entry: JournalEvent, of device: DeviceID, _ directory: FacilityDirectory) {
        let kind: GeofenceEvent.Kind
        switch entry.kind {
        case .registered(let keys): kind = .registered(keys.compactMap(directory.name(of:)))
        case .unregistered(let keys): kind = .unregistered(keys?.compactMap(directory.name(of:)))
        case .entered(let facility, let visit): kind = .entered(facility, visit: visit)
        case .dwell(let facility, let visit): kind = .dwell(facility, visit: visit)
        case .exited(let facility, let visit): kind = .exited(facility, visit: visit)
        case .heartbeat: kind = .heartbeat
        case .error(let code, let message): kind = .error(code: code, message: message)
        }
        self.init(
            id: entry.id,
            device: device,
            kind: kind,
            occurredAt: entry.occurredAt,
            observedAt: entry.observedAt,
            location: entry.location
        )
    }
}
