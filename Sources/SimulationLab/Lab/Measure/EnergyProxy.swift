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

    package static let standard = EnergyProxy()
    package init() {}

    /// A consumer of energy.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case gps = "GPS"
        case wifi = "Wi-Fi scans"
        case cells = "cell positions"
        case uploads
        case wakeups
        case keptAwake = "kept awake"
    }

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

    package func joules(of measure: LabMeasure) -> Double {
        Part.allCases.reduce(0) { $0 + joules($1, of: measure) }
    }
}

extension EnergyProxy {
    /// A weight as printed in a report.
    package struct Weight: Hashable, Sendable, Encodable {
        package let name: String
        /// The value with its unit.
        package let value: String
        /// The source of the value, and which part of it is assumed.
        package let source: String
    }

    package var weights: [Weight] {
        let profile = "Nexus 5 power profile (AOSP, device/lge/hammerhead, 15ecd6c)"
        let radio =
            """
            Huang et al., A Close Examination of Performance and Power Characteristics of 4G LTE Networks, MobiSys \
            2012
            """
        let processor = "Carroll and Heiser, An Analysis of Power Consumption in a Smartphone, USENIX ATC 2010"
        return [
            Weight(
                name: "GPS on",
                value: "\(shortText(gpsWatts)) J a second",
                source: "76.23 mA at 4.0 V: \(profile); how long it is on is the simulator's guess, 10 s a fix"
            ),
            Weight(
                name: "Wi-Fi scan",
                value: "\(shortText(wifiScanJoules)) J",
                source: "75.48 mA at 4.0 V: \(profile); 2 s a scan are assumed"
            ),
            Weight(
                name: "cell position",
                value: "\(shortText(cellPositionJoules)) J",
                source: "assumed: 0.2 W for a tenth of a second"
            ),
            Weight(
                name: "upload",
                value: "\(shortText(uploadJoules)) J",
                source:
                    """
                    promotion 0.26 s at 1.21 W and tail 11.6 s at 1.06 W: \(radio); each upload is assumed to be \
                    isolated
                    """
            ),
            Weight(
                name: "a million bytes uploaded",
                value: "\(shortText(megabyteJoules)) J",
                source: "0.44 W for each Mbit/s and 1.29 W beside it, at the median 5.6 Mbit/s: \(radio)"
            ),
            Weight(
                name: "wakeup",
                value: "\(shortText(wakeupJoules)) J",
                source: "269 mW idle less 69 mW suspended: \(processor); 1 s awake is assumed"
            ),
            Weight(
                name: "kept awake",
                value: "\(shortText(keptAwakeWatts)) J a second",
                source: "the same 0.2 W: \(processor)"
            ),
        ]
    }
}
