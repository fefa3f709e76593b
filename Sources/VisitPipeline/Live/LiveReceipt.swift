package import GeofenceEngine
package import VisitModel

/// The outcome of a request, once all of it is on disk.
package struct LiveReceipt: Sendable {
    /// The counts of the fixes.
    package internal(set) var summary = IngestSummary()
    /// Fixes that are invalid for every device, for instance those of a wrong clock.
    package internal(set) var unusable: [UnusableFix] = []
    /// Devices with refused reports, because the sender may not report for them.
    package internal(set) var foreign: [ForeignDevice] = []
    /// The stored names of devices, where another member has the name that the request gives.
    package internal(set) var storedNames: [DeviceID: DeviceID] = [:]
    /// The changes to the phones' geofences; only for phones with an app that accepts them.
    package internal(set) var fences: [DeviceID: FenceChange] = [:]

    /// The facilities that phones are in: those with an open stay, in the order of the entries; only phones that
    /// receive them.
    package internal(set) var presence: [DeviceID: [FacilityID]] = [:]

    /// A refused fix.
    package struct UnusableFix: Hashable, Sendable {
        /// The phone.
        package let device: DeviceID
        /// The fix.
        package let fix: Fix
        /// The reason.
        package let rejection: FixRejection

        init(device: DeviceID, fix: Fix, rejection: FixRejection) {
            self.device = device
            self.fix = fix
            self.rejection = rejection
        }
    }

    /// A device that the sender may not report for.
    package struct ForeignDevice: Hashable, Sendable {
        /// The phone.
        package let device: DeviceID
        /// The member that the request names, where the store has another; `nil` where the sender may only report for
        /// this device and the store does not have it.
        package let claimedBy: MemberID?
    }

    init() {}

    /// The facilities that a phone is in, by the name that the request gives it.
    func presence(of device: DeviceID) -> [FacilityID]? { presence[storedNames[device] ?? device] }

    /// Adds the outcome of another part of the request.
    mutating func add(_ other: LiveReceipt) {
        summary.add(other.summary)
        unusable += other.unusable
        foreign += other.foreign
        storedNames.merge(other.storedNames) { _, new in new }
        fences.merge(other.fences) { _, new in new }
        presence.merge(other.presence) { _, new in new }
    }
}

/// The changes to a phone's geofences.
package struct FenceChange: Hashable, Sendable {
    /// The facilities of the added geofences, by id.
    package let added: [FacilityID]
    /// The facilities of the removed geofences, by id.
    package let removed: [FacilityID]
    /// The facilities of all geofences that are kept from now on, by id.
    package let all: [FacilityID]

    /// Whether there is nothing to change.
    package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// Makes a change.
    package init(added: [FacilityID], removed: [FacilityID], all: [FacilityID]) {
        self.added = added
        self.removed = removed
        self.all = all
    }
}
