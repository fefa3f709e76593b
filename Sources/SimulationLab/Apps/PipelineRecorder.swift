package import DeviceEngine
package import MobileSDK
internal import PhoneOS
internal import Synchronization
package import VisitModel
package import VisitPipeline
package import VisitStore

/// Records the SDK's reports with a visit pipeline over the phone's own store, as an app on a phone would.
package final class PipelineRecorder: VisitRecorder {
    private let store: VisitStore
    private let device: Device
    private let makePipeline: @Sendable (VisitStore) throws -> VisitPipeline
    private let groupSize: Int
    private let live: Mutex<LivePhone>

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - store: the phone's own store.
    ///   - device: the phone.
    ///   - groupSize: how many reports may be committed together (`LivePhone`); 1, as on a phone, commits each at
    ///     once.
    ///   - makePipeline: creates the pipeline with its policy and selection; called again whenever the member's list
    ///     changes.
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

    /// Creates a recorder with the standard policy and its own selection options.
    ///
    /// An app that monitors by geofences alone (`MonitoringOptions.updates` is `nil`) has to set `reservedSlots` to 1:
    /// the phone uses that slot for its movement trigger. With 0 the phone drops the farthest place for the trigger
    /// and emits an error.
    ///
    /// - Parameters:
    ///   - store: the phone's own store.
    ///   - device: the phone.
    ///   - selection: how many places are selected.
    ///   - groupSize: how many reports may be committed together; 1 commits each at once.
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

    /// Applies a report of the phone.
    ///
    /// After `listChanged` the pipeline is rebuilt.
    ///
    /// - Parameters:
    ///   - report: what happened.
    ///   - time: the current time, also when the events are observed.
    /// - Returns: the resulting events, in order.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    package func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent] {
        try live.withLock { live in
            if case .listChanged = report {
                try live.flush()
                live = LivePhone(device, pipeline: try makePipeline(store), groupSize: groupSize)
            }
            return try live.report([DeviceInput(report, at: time)], observedAt: time)
        }
    }

    /// Commits the grouped reports.
    ///
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    package func flush() throws { try live.withLock { try $0.flush() } }

    /// The facilities to be registered, by id.
    ///
    /// - Returns: their ids, sorted.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    package func registered() throws -> [FacilityID] { try live.withLock { try $0.registered() } }
}

extension DeviceInput {
    /// The pipeline input for a phone's report.
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
