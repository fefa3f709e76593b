package import DeviceEngine
public import MobileSDK
internal import PhoneOS
internal import Synchronization
public import VisitModel
package import VisitPipeline
package import VisitStore

/// Records the SDK's reports with a visit pipeline over the phone's own store, as an app on a phone would.
public final class PipelineRecorder: VisitRecorder {
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
    /// - Throws: what `makePipeline` throws, `StorageError`.
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
        self.live = Mutex(LivePhone(device, pipeline: try makePipeline(store), groupSize: self.groupSize))
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
    /// - Throws: `StorageError`, `VisitPipelineError`.
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

    /// Opens the database of a phone, or creates it, and a recorder over it with the standard policy.
    ///
    /// - Parameters:
    ///   - databasePath: the file; its folder has to exist.
    ///   - device: the phone and its member.
    ///   - reservedSlots: the geofences of the platform's limit that are left to other code; 1 for an app that monitors
    ///     by geofences alone.
    /// - Throws: `StorageError`, `VisitPipelineError`.
    public convenience init(databasePath: String, device: Device, reservedSlots: Int = 0) throws {
        try self.init(
            store: VisitStore(path: databasePath),
            device: device,
            selection: SelectionOptions(reservedSlots: reservedSlots)
        )
    }

    /// The facilities, lists and visits of the database, for `Facilities` and `Activities`.
    public var catalog: any FacilityCatalog { store }

    /// Imports a CSV file of facilities into the database; the recorder uses them after the next `listChanged`.
    ///
    /// - Parameters:
    ///   - path: the file, in any of the forms that `footfall facilities import --help` describes.
    ///   - time: the time from which they apply.
    /// - Returns: the number of usable rows.
    /// - Throws: the errors of the import; an unusable row is not one.
    public func importFacilities(fromCSV path: String, effectiveFrom time: Timestamp) throws -> Int {
        try store.importFacilities(from: path, options: FacilityImportOptions(effectiveFrom: time)).usable
    }

    /// Applies a report of the phone.
    ///
    /// After `listChanged` the pipeline is rebuilt.
    ///
    /// - Parameters:
    ///   - report: what happened.
    ///   - time: the current time, also when the events are observed.
    /// - Returns: the resulting events, in order.
    /// - Throws: `StorageError`, `VisitPipelineError`.
    public func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent] {
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
    /// - Throws: `StorageError`, `VisitPipelineError`.
    public func flush() throws { try live.withLock { try $0.flush() } }

    /// The facilities to be registered, by id.
    ///
    /// - Returns: their ids, sorted.
    /// - Throws: `StorageError`, `VisitPipelineError`.
    public func registered() throws -> [FacilityID] { try live.withLock { try $0.registered() } }
}
