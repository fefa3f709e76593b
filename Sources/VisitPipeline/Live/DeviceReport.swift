internal import RadarEngine
package import DeviceEngine
internal import Interchange
package import VisitModel

/// One device's part of a request.
package struct DeviceReport: Sendable {
    package var device: DeviceID
    /// The member, where the request names one.
    ///
    /// Otherwise the stored owner; a new phone without one belongs to a member of the same id.
    package var member: MemberID?
    package var authority: Authority
    /// The operating system, where the request names one.
    package var platform: Platform?
    /// In any order.
    package var inputs: [DeviceInput]
    /// Whether the response delivers geofences to the phone.
    package var deliversFences: Bool
    /// The selection of the delivered geofences, for an app that monitors fewer than are chosen; `nil` for all.
    var fenceSelection: RadarFenceSelection?
    /// Whether the response lists the fences that the phone is in.
    package var deliversPresence: Bool

    /// The members and devices that a sender may report for.
    package enum Authority: Hashable, Sendable {
        /// Any member and device, as a backend.
        case anyone
        /// One member; the sender names the member's devices.
        case member
        /// One device of one member, both named by its token.
        case memberDevice
        /// One device, which belongs to its stored member; an unknown device is refused.
        case device
    }

    package init(
        device: DeviceID,
        member: MemberID? = nil,
        authority: Authority = .anyone,
        platform: Platform? = nil,
        inputs: [DeviceInput],
        deliversFences: Bool = false,
        deliversPresence: Bool = false
    ) {
        self.device = device
        self.member = member
        self.authority = authority
        self.platform = platform
        self.inputs = inputs
        self.deliversFences = deliversFences
        self.deliversPresence = deliversPresence
    }
}
