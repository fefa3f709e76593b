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
    static let energy = cost(
        "energy_j_per_day",
        "energy proxy",
        "J a day",
        decimals: 0,
        "The weighted sum of the costs below: a proxy for comparisons, not a measurement."
    ) { EnergyProxy.standard.joules(of: $0) }

    private static let visits: [LabMetric] = [
        found,
        monthly("missed_per_30_days", "missed", "True visits of a member that were not found.") { $0.missed },
        monthly(
            "false_per_30_days",
            "false",
            "Counted visits of a member that were not visits: the member passed by, was next door, stayed too short a "
                + "time, or was counted twice."
        ) { $0.wrong },
    ]

    private static let delays: [LabMetric] =
        pair("entry_told", "entry delay", "From the true entry to the first event of the visit.") { $0.entryDelays }
        + pair("exit_told", "exit delay", "From the true exit to the Exited event.") { $0.exitDelays }
        + pair(
            "entry_dated_off",
            "entry time error",
            "The absolute difference between the recorded entry time and the true one."
        ) { $0.entryError.map(abs) }
        + pair(
            "exit_dated_off",
            "exit time error",
            "The absolute difference between the recorded exit time and the true one."
        ) { $0.exitError.map(abs) }

    private static let costs: [LabMetric] = [
        cost("fixes_per_day", "fixes", "a day", "GPS fixes that the phone took at the app's request.") {
            Double($0.fixes)
        },
        cost("gps_min_per_day", "GPS", "min a day", "How long the GPS receiver was on for the app.") {
            $0.gpsSeconds / 60
        },
        cost(
            "wifi_scans_per_day",
            "Wi-Fi scans",
            "a day",
            "Fixes by Wi-Fi: the app's, and the system's own for the app's geofences."
        ) { Double($0.wifiScans) },
        cost("wakeups_per_day", "wakeups", "a day", "Wake-ups of the app in the background.") { Double($0.wakeups) },
        cost("uploads_per_day", "uploads", "a day", "Requests with data to a server, including retries.") {
            Double($0.uploads)
        },
        cost("kilobytes_per_day", "uploaded", "kB a day", "The size of those requests.") { Double($0.bytes) / 1000 },
        energy,
    ]

    private static func monthly(
        _ key: String,
        _ title: String,
        _ meaning: String,
        _ count: @escaping @Sendable (LabMeasure) -> Int
    ) -> LabMetric {
        let mean = LabStatistic.mean { $0.days > 0 ? 30 * Double(count($0)) / $0.days : 0 }
        return LabMetric(key, title, "in 30 days", 2, .visits, mean, meaning)
    }

    private static func pair(
        _ key: String,
        _ title: String,
        _ meaning: String,
        _ seconds: @escaping @Sendable (LabMeasure) -> [Double]
    ) -> [LabMetric] {
        [
            (0.5, "median", "Half of the found visits were no slower."),
            (0.95, "p95", "95 of 100 found visits were no slower."),
        ].map { share, name, note in
            let value = LabStatistic.quantile(share) { seconds($0).map { $0 / 60 } }
            return LabMetric("\(key)_\(name)_min", "\(title), \(name)", "min", 1, .delays, value, "\(meaning) \(note)")
        }
    }

    private static func cost(
        _ key: String,
        _ title: String,
        _ unit: String,
        decimals: Int = 1,
        _ meaning: String,
        _ value: @escaping @Sendable (LabMeasure) -> Double
    ) -> LabMetric {
        let daily = LabStatistic.mean { $0.days > 0 ? value($0) / $0.days : 0 }
        return LabMetric(key, title, unit, decimals, .costs, daily, meaning)
    }
}
