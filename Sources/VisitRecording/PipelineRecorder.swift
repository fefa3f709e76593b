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

    /// Creates a recorder that runs `makePipeline` again after each `listChanged`.
    ///
    /// `groupSize` is how many reports may be committed together (`LivePhone`); 1, as on a phone, commits each at once.
    /// Throws what `makePipeline` throws, and `StorageError`.
    package init(
        store: VisitStore,
        device: Device,
        groupSize: Int = 1,
        makePipeline: @escaping @Sendable (VisitStore) throws -> VisitPipeline = {
            try VisitPipeline(store: $0, selection: SelectionOptions(preferVisited: 5))
        }
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

    /// Opens or creates the database of a phone, and a recorder over it with the standard policy.
    ///
    /// The folder of `databasePath` has to exist. `reservedSlots` is how many geofences of the platform's limit are
    /// left to other code; 1 for an app that monitors by geofences alone. `preferVisited` are the slots for the
    /// facilities that the member visits most, wherever they are (Gym Visits, "Best Practices"); the nearest ones have
    /// the others. Visits count with whichever of the member's phones they were made: those in the database do by
    /// themselves, three days after the visit, and `earlierVisits` are others, by facility, for a new phone with an
    /// empty database; a later start has to pass the same. Throws `StorageError` or `VisitPipelineError`.
    public convenience init(
        databasePath: String,
        device: Device,
        reservedSlots: Int = 0,
        preferVisited: Int = 5,
        earlierVisits: [FacilityID: Int] = [:]
    ) throws {
        try self.init(
            store: VisitStore(path: databasePath),
            device: device,
            selection: SelectionOptions(
                preferVisited: preferVisited,
                reservedSlots: reservedSlots,
                earlierVisits: earlierVisits
            )
        )
    }

    /// The facilities, lists and visits of the database, for `Facilities` and `Activities`.
    public var catalog: any FacilityCatalog { store }

    /// Imports a CSV file of facilities into the database and returns the number of usable rows.
    ///
    /// The file may have any form that `footfall facilities import --help` describes. An unusable row is no error. The
    /// recorder uses the facilities after the next `listChanged`.
    public func importFacilities(fromCSV path: String, effectiveFrom time: Timestamp) throws -> Int {
        try store.importFacilities(from: path, options: FacilityImportOptions(effectiveFrom: time)).usable
    }

    /// Applies a report of the phone and returns the resulting events in order.
    ///
    /// After `listChanged` the pipeline is rebuilt. `time` is also when the events are observed. Throws `StorageError`
    /// or `VisitPipelineError`.
    public func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent] {
        try live.withLock { live in
            if case .listChanged = report {
                try live.flush()
                live = LivePhone(device, pipeline: try makePipeline(store), groupSize: groupSize)
            }
            let inputs = DeviceInput.inputs(of: report, at: time, key: live.key(of:))
            return try live.report(inputs, observedAt: time)
        }
    }

    /// Commits the grouped reports; throws `StorageError` or `VisitPipelineError`.
    public func flush() throws { try live.withLock { try $0.flush() } }

    /// The ids of the facilities to be registered, sorted; throws `StorageError` or `VisitPipelineError`.
    public func registered() throws -> [FacilityID] { try live.withLock { try $0.registered() } }

    /// The ids of those that are registered because the member visits them most, sorted; throws as `registered()` does.
    public func preferred() throws -> [FacilityID] { try live.withLock { try $0.preferred() } }

    /// The number of facilities that the phone may register; throws as `registered()` does.
    public func slots() throws -> Int? { try live.withLock { try $0.slots() } }
}

extension VisitStore: FacilityCatalog {
    package func facilities(includingRetired includesRetired: Bool) throws -> [Facility] {
        try facilities.all().filter { includesRetired || $0.retiredAt == nil }.map(\.facility)
    }

    package func facility(withID id: FacilityID) throws -> Facility? { try facilities.find(id)?.facility }

    package func facilityList(of member: MemberID) throws -> Set<FacilityID>? {
        try members.find(member)?.member.facilities
    }

    package func add(_ facility: FacilityID, toListOf member: MemberID) throws -> Bool {
        try members.addFacility(facility, toListOf: member) != nil
    }

    package func remove(_ facility: FacilityID, fromListOf member: MemberID) throws {
        _ = try members.removeFacility(facility, from: member)
    }

    package func countedVisits(of member: MemberID, in month: Month, at facility: FacilityID?) throws -> [Visit] {
        try visits.all(matching: VisitFilter(month: month, member: member, facility: facility)).filter {
            $0.verdict == .counted
        }
    }
}
