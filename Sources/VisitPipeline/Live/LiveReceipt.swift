package import GeofenceEngine
package import MemberEngine
internal import Synchronization
package import VisitModel

/// The outcome of a request, once all of it is on disk.
package struct LiveReceipt: Sendable {
    package internal(set) var summary = IngestSummary()
    /// Fixes that are invalid for every device, for instance those of a wrong clock.
    package internal(set) var unusable: [UnusableFix] = []
    /// Devices with refused reports.
    package internal(set) var refused: [RefusedDevice] = []
    /// The stored names of devices, where another member has the name that the request gives.
    package internal(set) var storedNames: [DeviceID: DeviceID] = [:]
    /// The changes to the phones' geofences; only for phones with an app that accepts them.
    package internal(set) var fences: [DeviceID: FenceChange] = [:]

    /// The facilities that phones are in: those with an open stay, in the order of the entries; only phones that
    /// receive them.
    package internal(set) var presence: [DeviceID: [FacilityID]] = [:]

    package struct UnusableFix: Hashable, Sendable {
        package let device: DeviceID
        package let fix: Fix
        package let rejection: FixRejection
    }

    /// A device with refused reports.
    package struct RefusedDevice: Hashable, Sendable {
        /// Why its reports are refused.
        package enum Reason: Hashable, Sendable {
            /// The sender may not report for it.
            case foreign
            /// It is new, and its member has as many phones as one may have.
            case excess
        }

        package let device: DeviceID
        /// The member that the request names; `nil` where it names none.
        package let claimedBy: MemberID?
        package let reason: Reason

        init(_ report: DeviceReport, _ reason: Reason) {
            device = report.device
            claimedBy = report.member
            self.reason = reason
        }
    }

    /// The facilities that a phone is in, by the name that the request gives it.
    func presence(of device: DeviceID) -> [FacilityID]? { presence[storedName(of: device)] }

    func storedName(of device: DeviceID) -> DeviceID { storedNames[device] ?? device }

    mutating func add(_ other: LiveReceipt) {
        summary.add(other.summary)
        unusable += other.unusable
        refused += other.refused
        storedNames.merge(other.storedNames) { _, new in new }
        fences.merge(other.fences) { _, new in new }
        presence.merge(other.presence) { _, new in new }
    }
}

/// The changes to a phone's geofences, each as facilities in the order of their ids.
package struct FenceChange: Hashable, Sendable {
    package let added: [FacilityID]
    package let removed: [FacilityID]
    /// All geofences that are kept from now on.
    package let all: [FacilityID]

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}

/// A request that waits for its parts.
final class LiveTicket: Sendable {
    private struct State {
        var remaining: Int
        var receipt: LiveReceipt
        var failure: (any Error)?
    }

    private let state: Mutex<State>
    private let completion: @Sendable (Result<LiveReceipt, any Error>) -> Void

    /// Makes a ticket for a number of parts, 1 or more; `completion` is called once, after the last part.
    init(parts: Int, receipt: LiveReceipt, completion: @escaping @Sendable (Result<LiveReceipt, any Error>) -> Void) {
        self.state = Mutex(State(remaining: parts, receipt: receipt))
        self.completion = completion
    }

    /// Records that a part is on disk, or its error.
    func finish(_ part: Result<LiveReceipt, any Error>) {
        let last = state.withLock { state -> Result<LiveReceipt, any Error>? in
            switch part {
            case .success(let receipt): state.receipt.add(receipt)
            case .failure(let error): state.failure = state.failure ?? error
            }
            state.remaining -= 1
            guard state.remaining == 0 else { return nil }
            return state.failure.map { .failure($0) } ?? .success(state.receipt)
        }
        if let last { completion(last) }
    }
}

/// The reason why a live intake refused a request.
package typealias LiveIngestError = CodedError<LiveIngestErrorCode>

/// The kinds of `LiveIngestError`.
package enum LiveIngestErrorCode: String, ErrorCode {
    /// Too much waits already.
    case overloaded
    /// The service is stopping.
    case stopping
    /// The device was erased while the request waited.
    case erased
}

extension LiveIngestError {
    static var overloaded: Self { Self(.overloaded, "fixes arrive faster than they can be written; retry in a moment") }
    static var erased: Self {
        Self(.erased, "the device was erased in the meantime; send it again to add it again")
    }
    static var stopping: Self { Self(.stopping, "the service is shutting down; retry in a moment") }
}
