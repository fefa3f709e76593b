/// A rough estimate of the energy that an app's requests cost the battery: counts times weights.
///
/// It is a proxy to compare options by, not a measurement: real figures differ by a factor of several between phones,
/// and what other apps have switched on anyway costs this one nothing. Every weight is a published power times a time.
/// Where a time is an assumption, `weights` says so and the report prints it.
package struct EnergyProxy: Hashable, Sendable {
    /// The satellite receiver, in watts while it is on: 76.23 mA at 4.0 V, the Nexus 5's power profile.
    package var gpsWatts = 0.305
    /// A Wi-Fi scan, in joules: 75.48 mA at 4.0 V, the same profile, for 2 s.
    package var wifiScanJoules = 0.60
    /// A cell position, in joules: the modem knows its cell, so it costs a tenth of a second of the processor.
    package var cellPositionJoules = 0.02
    /// An upload, in joules: the radio's promotion (0.26 s at 1.21 W) and its tail (11.6 s at 1.06 W) over LTE.
    package var uploadJoules = 12.6
    /// An upload's body, in joules for a million bytes: 0.44 W for each Mbit/s and 1.29 W besides, at 5.6 Mbit/s.
    package var megabyteJoules = 5.3
    /// A wakeup, in joules: the 0.2 W between a suspended and an idle phone, for a second.
    package var wakeupJoules = 0.20
    /// A process that is kept awake, in watts: the same 0.2 W as long as it lasts.
    package var keptAwakeWatts = 0.20

    /// The published weights.
    package static let standard = EnergyProxy()

    /// Creates a proxy with the published weights.
    package init() {}

    /// A consumer of energy.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        /// The satellite receiver.
        case gps = "GPS"
        /// Wi-Fi scans.
        case wifi = "Wi-Fi scans"
        /// Positions by cells.
        case cells = "cell positions"
        /// The radio, for uploads.
        case uploads
        /// The processor, when it is woken.
        case wakeups
        /// The processor, when it is kept from sleeping.
        case keptAwake = "kept awake"
    }

    /// The energy that one consumer used in a run, in joules.
    package func joules(_ part: Part, of measure: LabMeasure) -> Double {
        switch part {
        case .gps: gpsWatts * measure.gpsSeconds
        case .wifi: wifiScanJoules * Double(measure.wifiScans)
        case .cells: cellPositionJoules * Double(measure.cellPositions)
        case .uploads:
            uploadJoules * Double(measure.uploads) + megabyteJoules * Double(measure.bytes) / 1_000_000
        case .wakeups: wakeupJoules * Double(measure.wakeups)
        case .keptAwake: keptAwakeWatts * measure.keptAwakeSeconds
        }
    }

    /// The energy used in a run by all consumers, in joules.
    package func joules(of measure: LabMeasure) -> Double {
        Part.allCases.reduce(0) { $0 + joules($1, of: measure) }
    }
}
