internal import Interchange
package import VisitModel

/// What one device sent in a request.
package struct DeviceReport: Sendable {
    /// The phone.
    package var device: DeviceID
    /// Whose it is, where the request says so; otherwise who the store says, and for a new phone a member of its name.
    package var member: MemberID?
    /// What the sender may say of phones.
    package var authority: Authority
    /// Its operating system, where the request says so.
    package var platform: Platform?
    /// What it reported, in any order.
    package var inputs: [DeviceInput]
    /// Whether the phone is told in the answer which fences to keep.
    package var takesFences: Bool
    /// Which of the geofences that are chosen for the phone are delivered to it, where its app monitors fewer; `nil` for all.
    var fenceSelection: RadarFenceSelection?
    /// Whether the phone is told in the answer which fences it is in.
    package var takesPresence: Bool

    /// For whom a sender speaks.
    package enum Authority: Hashable, Sendable {
        /// For any member and device, as a backend does.
        case anyone
        /// For one member; it names the member's devices.
        case member
        /// For one device of one member, both named by its token.
        case memberDevice
        /// For one device, whose member is the stored one; for none while the device is unknown.
        case device
    }

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - member: whose it is, where that is said.
    ///   - authority: what the sender may say of phones.
    ///   - platform: its operating system, where that is said.
    ///   - inputs: what it reported, in any order.
    ///   - takesFences: whether it is told which fences to keep.
    ///   - takesPresence: whether it is told which fences it is in.
    package init(
        device: DeviceID,
        member: MemberID? = nil,
        authority: Authority = .anyone,
        platform: Platform? = nil,
        inputs: [DeviceInput],
        takesFences: Bool = false,
        takesPresence: Bool = false
    ) {
        self.device = device
        self.member = member
        self.authority = authority
        self.platform = platform
        self.inputs = inputs
        self.takesFences = takesFences
        self.takesPresence = takesPresence
    }
}
