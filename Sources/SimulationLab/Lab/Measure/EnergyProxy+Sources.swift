extension EnergyProxy {
    /// A weight as printed in a report.
    package struct Weight: Hashable, Sendable {
        /// What it weighs.
        package let name: String
        /// The value with its unit.
        package let value: String
        /// The source of the value, and which part of it is assumed.
        package let source: String
    }

    /// Every weight with its source.
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
