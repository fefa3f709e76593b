package import MobileSDK
internal import PhoneOS
internal import Synchronization
package import VisitModel
package import VisitPipeline
package import VisitStore

/// Lets the phone-side part decide about visits by the pipeline over a store of its own, as an app on a phone would.
package final class PipelineRecorder: VisitRecorder {
    private let store: VisitStore
    private let device: Device
    private let makePipeline: @Sendable (VisitStore) throws -> VisitPipeline
    private let groupSize: Int
    private let live: Mutex<LivePhone>

    /// Makes it.
    ///
    /// - Parameters:
    ///   - store: where everything is kept.
    ///   - device: the phone.
    ///   - groupSize: how many reports may wait to be written together (`LivePhone`); 1, as on a phone, for none.
    ///   - makePipeline: makes the pipeline, with the policy and selection that are wanted; called again whenever the
    ///     member's list has changed.
    /// - Throws: what `makePipeline` throws, `VisitStoreError`.
    package init(
        store: VisitStore,
        device: Device,
        groupSize: Int = 1,
        makePipeline: @escaping @Sendable (VisitStore) throws -> VisitPipeline = { try VisitPipeline(store: $0) }
    ) throws {
        self.store = store
        self.device = device
        self.makePipeline = makePipeline
        self.groupSize = max(1, groupSize)
        self.live = Mutex(LivePhone(device, pipeline: try makePipeline(store), groupSize: groupSize))
    }

    /// Makes it with the standard policy and a selection of its own.
    ///
    /// Who watches by geofences alone (`MonitoringOptions.updates` is `nil`) has to set `reservedSlots` to 1 here: the phone
    /// keeps that slot for its movement trigger. With 0 the phone gives up the farthest place for it, and tells of an error.
    ///
    /// - Parameters:
    ///   - store: where everything is kept.
    ///   - device: the phone.
    ///   - selection: how many places are chosen.
    ///   - groupSize: how many reports may wait to be written together; 1 for none.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    package convenience init(
        store: VisitStore,
        device: Device,
        selection: SelectionOptions,
        groupSize: Int = 1
    ) throws {
        try self.init(store: store, device: device, groupSize: groupSize) {
            try VisitPipeline(store: $0, selection: selection)
        }
    }

    /// Takes what the phone reports.
    ///
    /// - Parameters:
    ///   - report: what happened.
    ///   - time: now.
    /// - Returns: what came of it, in order.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    package func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent] {
        try live.withLock { live in
            if case .listChanged = report {
                try live.flush()
                live = LivePhone(device, pipeline: try makePipeline(store), groupSize: groupSize)
            }
            return try live.take([DeviceInput(report, at: time)], observedAt: time)
        }
    }

    /// Writes what waits to be written.
    ///
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    package func flush() throws { try live.withLock { try $0.flush() } }

    /// The facilities that are to be watched.
    ///
    /// - Returns: by id.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    package func registered() throws -> [FacilityID] { try live.withLock { try $0.registered() } }
}

extension DeviceInput {
    /// The pipeline's word for what a phone reports.
    fileprivate init(_ report: PhoneReport, at time: Timestamp) {
        switch report {
        case .fix(let fix): self = .fix(fix)
        case .rebooted: self = .rebooted(at: time)
        case .appUpdated: self = .appUpdated(at: time)
        case .registrationsLost(let error):
            self = .changed(.registrationsLost(code: error.code.rawValue, message: error.message), at: time)
        case .registrationsRestored: self = .changed(.registrationsRestored, at: time)
        case .slotsMeasured(let count, let error):
            self = .changed(.slotsMeasured(count, code: error.code.rawValue, message: error.message), at: time)
        case .failed(let error):
            self = .changed(.failed(code: error.code.rawValue, message: error.message), at: time)
        case .monitoringStopped: self = .changed(.monitoringStopped, at: time)
        case .listChanged: self = .changed(.listChanged, at: time)
        case .heartbeat: self = .changed(.heartbeat, at: time)
        }
    }
}
