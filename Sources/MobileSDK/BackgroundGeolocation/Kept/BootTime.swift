internal import VisitModel

/// The phone's boot time as it is stored, from which a later process detects that the phone was rebooted.
///
/// iOS notifies no app of a boot: the app is launched by a region or a background fetch, as at any other time.
struct BootTime: Hashable, Sendable {
    /// The minimum difference between the boot times of two boots, in seconds.
    ///
    /// A phone takes longer to shut down and start, and few corrections of its clock are larger.
    static let toleranceSeconds = 10.0

    let time: Timestamp

    init(_ time: Timestamp) { self.time = time }

    /// Parses what `bytes` produced; `nil` for anything else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == 8 else { return nil }
        time = Timestamp(milliseconds: Int64(truncatingIfNeeded: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }))
    }

    /// Milliseconds since 1970, most significant byte first.
    var bytes: [UInt8] {
        let value = UInt64(bitPattern: time.milliseconds)
        return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }
    }

    /// Returns whether a boot time is that of a later boot.
    func isBefore(bootAt other: Timestamp) -> Bool { time.seconds(to: other) > Self.toleranceSeconds }
}
