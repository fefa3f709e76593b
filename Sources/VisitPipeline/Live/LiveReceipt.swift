package import GeofenceEngine
package import VisitModel

/// What became of a request, once all of it is on disk.
package struct LiveReceipt: Sendable {
    /// What became of the fixes.
    package internal(set) var summary = IngestSummary()
    /// Fixes that can't be used whoever looks at them, for instance those of a wrong clock.
    package internal(set) var unusable: [UnusableFix] = []
    /// Devices whose part of the request was not taken, because the sender does not speak for them.
    package internal(set) var foreign: [ForeignDevice] = []
    /// Under which name a device is stored, where another member has the name that the request gives it.
    package internal(set) var storedNames: [DeviceID: DeviceID] = [:]
    /// What phones are to change about the fences they keep; only those that take such orders.
    package internal(set) var fences: [DeviceID: FenceChange] = [:]

    /// The facilities that phones are in, by the evaluation's own decision: those with a stay that goes on, in the order of
    /// the entries; only phones that are told.
    package internal(set) var presence: [DeviceID: [FacilityID]] = [:]

    /// A fix that was not taken.
    package struct UnusableFix: Hashable, Sendable {
        /// The phone.
        package let device: DeviceID
        /// The fix.
        package let fix: Fix
        /// Why.
        package let rejection: FixRejection

        init(device: DeviceID, fix: Fix, rejection: FixRejection) {
            self.device = device
            self.fix = fix
            self.rejection = rejection
        }
    }

    /// A device that a request's sender does not speak for.
    package struct ForeignDevice: Hashable, Sendable {
        /// The phone.
        package let device: DeviceID
        /// Who was said to own it, while the store says another; `nil` where the sender may speak for this device alone and
        /// the store does not know it.
        package let claimedBy: MemberID?
    }

    init() {}

    /// The facilities that a phone is in, by the name that the request gives it.
    func presence(of device: DeviceID) -> [FacilityID]? { presence[storedNames[device] ?? device] }

    /// Adds what became of another part of the request.
    mutating func add(_ other: LiveReceipt) {
        summary.add(other.summary)
        unusable += other.unusable
        foreign += other.foreign
        storedNames.merge(other.storedNames) { _, new in new }
        fences.merge(other.fences) { _, new in new }
        presence.merge(other.presence) { _, new in new }
    }
}

/// What a phone is to change about the fences it keeps.
package struct FenceChange: Hashable, Sendable {
    /// The facilities whose fences it is to add, by id.
    package let added: [FacilityID]
    /// The facilities whose fences it is to remove, by id.
    package let removed: [FacilityID]
    /// All facilities whose fences it is to keep from now on, by id.
    package let all: [FacilityID]

    /// Whether there is nothing to change.
    package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - added: the facilities whose fences are to be added.
    ///   - removed: those whose fences are to be removed.
    ///   - all: all that it is to keep.
    package init(added: [FacilityID], removed: [FacilityID], all: [FacilityID]) {
        self.added = added
        self.removed = removed
        self.all = all
    }
}
