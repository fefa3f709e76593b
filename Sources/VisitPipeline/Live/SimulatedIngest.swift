internal import RadarEngine
internal import DeviceEngine
internal import GeofenceEngine
package import Interchange
internal import TrackingEngine
package import VisitModel
internal import VisitStore

/// The requests of one phone's app, processed one after the other on the caller's thread.
///
/// It reads, evaluates and answers like `LiveIngest`, without its queues and workers: for a simulated phone, which
/// waits for each response in its own time. Unwritten results are lost with the process (`groupSize`), and unreadable
/// records are counted and not kept.
package struct SimulatedIngest: Sendable {
    private var phone: LivePhone
    private var reader = PhoneReader()
    private var registrations = RegistrationTracker()
    private let pipeline: VisitPipeline
    private let environment: ProjectEnvironment
    private let trackingOptions: TrackingOptionsResolver
    private var nextDue: Timestamp?
    /// The inputs of the last request; a request that repeats some of them did not get its response.
    private var lastInputs: [DeviceInput] = []
    private var last: LastOrders?

    /// Restores a stored phone, or creates a new one.
    ///
    /// The facilities, the policy and the store of the pipeline stay unchanged. The project environment determines the
    /// tracking options. `groupSize` is the most fixes that wait to be written together; 1 for none.
    package init(
        _ device: Device,
        pipeline: VisitPipeline,
        environment: ProjectEnvironment = .live,
        groupSize: Int = 1
    ) throws {
        self.pipeline = pipeline
        self.environment = environment
        phone = LivePhone(device, pipeline: pipeline, groupSize: groupSize)
        trackingOptions = try TrackingOptionsRegistry(store: pipeline.store).resolver()
    }

    package mutating func ingest(_ request: PhoneRequest, of app: PhoneApp, at time: Timestamp) throws -> PhoneOutcome {
        let sender = PhoneSender(member: phone.device.member, device: phone.device.id)
        let report = reader.read(request, as: app, from: sender, receivedAt: time)
        let inputs = report.inputs(pipeline)
        let accepted = inputs.isEmpty ? [] : try phone.ingest(inputs, observedAt: time).accepted
        nextDue = try phone.due()
        let repeated = countRepeated(accepted)
        lastInputs = accepted
        let refused = inputs.count - accepted.count + report.refused.count
        let counts = PhoneReply.Summary(
            accepted: accepted.count - repeated,
            repeated: repeated,
            quarantined: refused
        )
        let reply = PhoneReply.make(
            for: app,
            report: report,
            summary: counts,
            fences: app.deliversFences || report.asksForFences
                ? try orders(whole: report.asksForFences, by: report.radarFences, isRepeat: repeated > 0) : nil,
            presence: app.deliversPresence ? try pipeline.fenceOrders(phone.presence()) : [],
            trackingOptions: trackingOptions.document(for: report, of: app, in: environment)
        )
        return PhoneOutcome(reply: reply, counts: counts, ignored: report.ignored)
    }

    /// Advances the clock, and evaluates what becomes due.
    package mutating func advance(to time: Timestamp) throws {
        while let due = nextDue, due <= time {
            _ = try phone.advance(to: due)
            let next = try phone.due()
            // What can't be decided when it is due is evaluated with the next request.
            nextDue = next == due ? nil : next
        }
    }

    /// Writes the waiting results.
    package mutating func flush() throws { try phone.flush() }

    private mutating func orders(
        whole isWhole: Bool,
        by selection: RadarFenceSelection?,
        isRepeat: Bool
    ) throws -> FenceOrders? {
        let registered = try phone.registeredKeys()
        // With more geofences than the app monitors, the selection changes with the position.
        let isSelected = selection.map { registered.count > $0.limit } ?? false
        if let last, last.isUnchanged(registered, isWhole), !isRepeat, !isSelected { return last.orders }
        let change = try pipeline.fenceChange(
            delivering: registered,
            by: selection,
            keeping: try phone.presence(),
            isRepeat: isRepeat,
            registrations: &registrations
        )
        let orders = try pipeline.fenceOrders(change, whole: isWhole)
        last = LastOrders(registered: registered, isWhole: isWhole, orders: orders)
        return orders
    }

    /// The geofences of the last response, and what they were computed from.
    private struct LastOrders: Sendable {
        var registered: [FenceKey]
        var isWhole: Bool
        var orders: FenceOrders

        /// Whether the response is the same: there is nothing to change, neither then nor now.
        func isUnchanged(_ registered: [FenceKey], _ isWhole: Bool) -> Bool {
            orders.isEmpty && self.isWhole == isWhole && self.registered == registered
        }
    }

    /// The number of inputs that the last request had too.
    private func countRepeated(_ inputs: [DeviceInput]) -> Int {
        guard inputs.count > 1 || lastInputs.count > 1 else { return inputs == lastInputs ? inputs.count : 0 }
        let before = Set(lastInputs)
        return inputs.count { before.contains($0) }
    }
}
