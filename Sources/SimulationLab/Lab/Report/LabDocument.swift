internal import Foundation
internal import VisitModel

/// A lab's report for programs: field for field the JSON that `footfall lab --format json` prints.
package struct LabDocument: Encodable, Sendable {
    let title: String
    let seed: UInt64
    let members, days: Int
    let firstDay, city, timeZone: String
    let facilities, trueVisits, resamples: Int
    let sets: [SetLine]
    let metrics: [MetricLine]
    let energyWeights: [EnergyProxy.Weight]

    struct SetLine: Encodable, Sendable {
        let name, platform, app, options: String
        /// Joules a day, by consumer.
        let energy: [String: Double]
    }

    struct MetricLine: Encodable, Sendable {
        let key, title, unit, meaning: String
        /// One value for each set, in the order of the sets.
        let values: [ValueLine]
    }

    struct ValueLine: Encodable, Sendable {
        let set: String
        let value, low, high: Double?
        /// The difference from the first set's value.
        let difference: Interval?
    }

    struct Interval: Encodable, Sendable {
        let value, low, high: Double

        init(_ estimate: LabEstimate) {
            value = LabDocument.rounded(estimate.value)
            low = LabDocument.rounded(estimate.low)
            high = LabDocument.rounded(estimate.high)
        }
    }

    enum CodingKeys: String, CodingKey {
        case title, seed, members, days, city, facilities, resamples, sets, metrics
        case firstDay = "first_day"
        case timeZone = "time_zone"
        case trueVisits = "true_visits"
        case energyWeights = "energy_weights"
    }

    package init(_ report: LabReport) {
        let population = report.population
        title = report.title
        seed = population.seed
        members = population.memberCount
        days = population.days
        firstDay = "\(population.firstDay)"
        city = population.city.rawValue
        timeZone = population.city.timeZone.identifier
        facilities = population.facilities.count
        trueVisits = report.trueVisits
        resamples = report.resamples
        sets = zip(report.sets, report.energy).map { set, energy in
            SetLine(
                name: set.name,
                platform: set.platform.rawValue,
                app: set.summary,
                options: set.optionsText,
                energy: Dictionary(uniqueKeysWithValues: energy.map { ("\($0.key)", Self.rounded($0.value)) })
            )
        }
        metrics = report.rows.map { row in
            MetricLine(
                key: row.metric.key,
                title: row.metric.title,
                unit: row.metric.unit,
                meaning: row.metric.meaning,
                values: report.sets.indices.map { set in
                    let estimate = row.estimates[set].map(Interval.init)
                    return ValueLine(
                        set: report.sets[set].name,
                        value: estimate?.value,
                        low: estimate?.low,
                        high: estimate?.high,
                        difference: row.differences[set].map(Interval.init)
                    )
                }
            )
        }
        energyWeights = EnergyProxy.standard.weights
    }

    /// The document as JSON (RFC 8259), with sorted keys, indented, with a final line break.
    ///
    /// The same report gives the same text, byte for byte. No content of the document makes the encoder throw.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// A number rounded to four decimals: more would be noise.
    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
