/// One column of a lab's report: what it counts and how it is aggregated.
package struct LabMetric: Sendable {
    /// The name in JSON, in snake case; stable, because programs read it.
    package let key: String
    /// Without the unit.
    package let title: String
    package let unit: String
    /// One sentence.
    package let meaning: String
    /// The number of decimals to display.
    package let decimals: Int
    package let group: Group

    let statistic: LabStatistic

    package enum Group: String, Hashable, Sendable, CaseIterable {
        case visits = "Visits"
        /// How late entries and exits were emitted, and how accurate their times are.
        case delays = "Delays"
        case costs = "Costs"
    }

    init(
        _ key: String,
        _ title: String,
        _ unit: String,
        _ decimals: Int,
        _ group: Group,
        _ statistic: LabStatistic,
        _ meaning: String
    ) {
        self.key = key
        self.title = title
        self.unit = unit
        self.decimals = decimals
        self.group = group
        self.statistic = statistic
        self.meaning = meaning
    }

    /// The title with its unit: `GPS (min a day)`.
    package var label: String { "\(title) (\(unit))" }
}

extension LabMetric: Hashable {
    package static func == (lhs: LabMetric, rhs: LabMetric) -> Bool { lhs.key == rhs.key }

    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension LabMetric {
    /// Every column, in the order of the report.
    package static let all: [LabMetric] = visits + delays + costs

    /// The share of visits found, the vertical axis of the trade-off chart.
    static let found = LabMetric(
        "found_percent",
        "visits found",
        "%",
        1,
        .visits,
        .percent({ Double($0.found) }, of: { Double($0.found + $0.missed) }),
        "The share of all true visits that were found, each counted once."
    )

    /// The energy proxy, the horizontal axis of the trade-off chart.
    static let energy = LabMetric(
        "energy_j_per_day",
        "energy proxy",
        "J a day",
        0,
        .costs,
        daily { EnergyProxy.standard.joules(of: $0) },
        "The weighted sum of the costs below: a proxy for comparisons, not a measurement."
    )

    private static let visits: [LabMetric] = [
        found,
        LabMetric(
            "missed_per_30_days",
            "missed",
            "in 30 days",
            2,
            .visits,
            monthly { Double($0.missed) },
            "True visits of a member that were not found."
        ),
        LabMetric(
            "false_per_30_days",
            "false",
            "in 30 days",
            2,
            .visits,
            monthly { Double($0.wrong) },
            "Counted visits of a member that were not visits: the member passed by, was next door, stayed too short a "
                + "time, or was counted twice."
        ),
    ]

    private static let delays: [LabMetric] =
        pair(
            "entry_told",
            "entry delay",
            { $0.entryDelays },
            "From the true entry to the first event of the visit."
        )
        + pair(
            "exit_told",
            "exit delay",
            { $0.exitDelays },
            "From the true exit to the Exited event."
        )
        + pair(
            "entry_dated_off",
            "entry time error",
            { $0.entryError.map(abs) },
            "The absolute difference between the recorded entry time and the true one."
        )
        + pair(
            "exit_dated_off",
            "exit time error",
            { $0.exitError.map(abs) },
            "The absolute difference between the recorded exit time and the true one."
        )

    private static let costs: [LabMetric] = [
        LabMetric(
            "fixes_per_day",
            "fixes",
            "a day",
            1,
            .costs,
            daily { Double($0.fixes) },
            "GPS fixes that the phone took at the app's request."
        ),
        LabMetric(
            "gps_min_per_day",
            "GPS",
            "min a day",
            1,
            .costs,
            daily { $0.gpsSeconds / 60 },
            "How long the GPS receiver was on for the app."
        ),
        LabMetric(
            "wifi_scans_per_day",
            "Wi-Fi scans",
            "a day",
            1,
            .costs,
            daily { Double($0.wifiScans) },
            "Fixes by Wi-Fi: the app's, and the system's own for the app's geofences."
        ),
        LabMetric(
            "wakeups_per_day",
            "wakeups",
            "a day",
            1,
            .costs,
            daily { Double($0.wakeups) },
            "Wake-ups of the app in the background."
        ),
        LabMetric(
            "uploads_per_day",
            "uploads",
            "a day",
            1,
            .costs,
            daily { Double($0.uploads) },
            "Requests with data to a server, including retries."
        ),
        LabMetric(
            "kilobytes_per_day",
            "uploaded",
            "kB a day",
            1,
            .costs,
            daily { Double($0.bytes) / 1000 },
            "The size of those requests."
        ),
        energy,
    ]

    private static func pair(
        _ key: String,
        _ title: String,
        _ seconds: @escaping @Sendable (LabMeasure) -> [Double],
        _ meaning: String
    ) -> [LabMetric] {
        let minutes: @Sendable (LabMeasure) -> [Double] = { seconds($0).map { $0 / 60 } }
        return [
            LabMetric(
                "\(key)_median_min",
                "\(title), median",
                "min",
                1,
                .delays,
                .quantile(0.5, minutes),
                "\(meaning) Half of the found visits were no slower."
            ),
            LabMetric(
                "\(key)_p95_min",
                "\(title), p95",
                "min",
                1,
                .delays,
                .quantile(0.95, minutes),
                "\(meaning) 95 of 100 found visits were no slower."
            ),
        ]
    }

    private static func daily(_ value: @escaping @Sendable (LabMeasure) -> Double) -> LabStatistic {
        .mean { $0.days > 0 ? value($0) / $0.days : 0 }
    }

    private static func monthly(_ value: @escaping @Sendable (LabMeasure) -> Double) -> LabStatistic {
        .mean { $0.days > 0 ? 30 * value($0) / $0.days : 0 }
    }
}
