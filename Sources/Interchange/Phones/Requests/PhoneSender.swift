package import VisitModel

/// Who sent a request, as far as its access token binds it.
///
/// What is bound here overrides what a record says, so that nobody can write for somebody else.
package struct PhoneSender: Hashable, Sendable {
    /// Whose the records are.
    package var member: MemberID?
    /// The phone they came from; only where the token is one phone's own.
    package var device: DeviceID?
    /// The phone's operating system.
    package var platform: Platform?

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - member: whose the records are; `nil` where the records have to say.
    ///   - device: the phone they came from; `nil` where the records have to say.
    ///   - platform: the phone's operating system, where bound.
    package init(member: MemberID? = nil, device: DeviceID? = nil, platform: Platform? = nil) {
        self.member = member
        self.device = device
        self.platform = platform
    }
}
