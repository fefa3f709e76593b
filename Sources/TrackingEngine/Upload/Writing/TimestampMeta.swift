internal import TrackingModel
import WireJSON
import VisitModel

/// A record's `timestampMeta`: the phone's additional clocks, in milliseconds.
///
/// Transistor types, GeoConfig.enableTimestampMeta, with its listings for both platforms. Android's key for the clock
/// since boot is misspelt there, and so it is on the wire.
struct TimestampMeta {
    /// The members in their order.
    private let clocks: [(key: StaticString, milliseconds: Int64)]

    /// Reads the clocks of a location, with the keys of a platform.
    ///
    /// Where `bootedAt`, the time at which the phone was switched on, is `nil`, the clocks that count from there are
    /// left out.
    init(_ location: TrackedLocation, platform: Platform, bootedAt: Timestamp?) {
        let (taken, recorded) = (location.fix.time.milliseconds, location.recordedAt.milliseconds)
        var clocks: [(key: StaticString, milliseconds: Int64)] = [("time", taken)]
        if platform == .ios { clocks.append(("systemTime", recorded)) }
        if let booted = bootedAt?.milliseconds {
            switch platform {
            case .ios: clocks.append(("systemClockElapsedRealtime", recorded - booted))
            case .android:
                clocks.append(("systemClockElaspsedRealtime", recorded - booted))
                clocks.append(("elapsedRealtime", taken - booted))
            }
        }
        self.clocks = clocks
    }

    /// Appends the object.
    func write(to json: inout JSONBytes) {
        json.openObject()
        for clock in clocks { json.member(clock.key, clock.milliseconds) }
        json.closeObject()
    }
}
