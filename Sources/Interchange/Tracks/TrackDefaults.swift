package import VisitModel

/// What to take for granted where a track does not say it.
package struct TrackDefaults: Hashable, Sendable {
    /// Whose the fixes are.
    package var member: MemberID?
    /// The phone they came from; the member's name where nothing names a phone.
    package var device: DeviceID?
    /// The phone's operating system.
    package var platform: Platform?
    /// What a time without a zone means.
    ///
    /// GPX times are UTC by that format's definition and don't need it.
    package var missingZone: TimestampParser.MissingZone

    /// Makes defaults.
    ///
    /// - Parameters:
    ///   - member: whose the fixes are.
    ///   - device: the phone they came from.
    ///   - platform: the phone's operating system.
    ///   - missingZone: what a time without a zone means.
    package init(
        member: MemberID? = nil,
        device: DeviceID? = nil,
        platform: Platform? = nil,
        missingZone: TimestampParser.MissingZone = .refused
    ) {
        self.member = member
        self.device = device
        self.platform = platform
        self.missingZone = missingZone
    }
}
