package import VisitModel

/// The sender of a request, as bound to its access token.
///
/// A bound identity overrides the one in a record, so that no client can write records for another.
package struct PhoneSender: Hashable, Sendable {
    /// The member of the records.
    package var member: MemberID?
    /// The phone of the records; set only where the token is bound to one phone.
    package var device: DeviceID?
    /// The phone's operating system.
    package var platform: Platform?

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - member: the member of the records; `nil` where the records have to name it.
    ///   - device: the phone of the records; `nil` where the records have to name it.
    ///   - platform: the phone's operating system, where bound.
    package init(member: MemberID? = nil, device: DeviceID? = nil, platform: Platform? = nil) {
        self.member = member
        self.device = device
        self.platform = platform
    }
}
