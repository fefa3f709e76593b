package import VisitModel

/// The values used where a track does not contain them.
package struct TrackDefaults: Hashable, Sendable {
    /// The member of the fixes.
    package var member: MemberID?
    /// The phone of the fixes; the member's name where no phone is named.
    package var device: DeviceID?
    /// The phone's operating system.
    package var platform: Platform?
    /// The interpretation of a time without a zone.
    ///
    /// GPX times are UTC by that format's definition and don't need it.
    package var missingZone: TimestampParser.MissingZone

    /// Creates defaults.
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
