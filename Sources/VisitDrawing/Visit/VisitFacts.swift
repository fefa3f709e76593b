package import GeofenceEngine
internal import VisitModel

/// The facts of a visit, for a list of names and values; times are in the time zone of the fence.
package struct VisitFacts: Sendable {
    /// In the order of display.
    package let rows: [Row]

    package struct Row: Sendable {
        package let name: String
        package let value: String
    }

    package init(_ details: VisitDetails) {
        let (visit, assessment, clock) = (details.visit, details.visit.assessment, LocalTime(details.fence.timeZone))
        func words(_ bounds: ClosedRange<Timestamp>?) -> String? {
            bounds.map { "\(clock.moment($0.lowerBound)) to \(clock.moment($0.upperBound))" }
        }
        let runnerUp = assessment?.runnerUp.map { other in
            let name = details.runnerUp.map(\.name) ?? ""
            return "\(name.isEmpty ? other.facility.text : name), \(Percentage.spoken(other.share))"
        }
        let pairs: [(String, String?)] = [
            ("Entered", clock.moment(visit.enteredAt)), ("between", words(assessment?.enteredBetween)),
            ("Left", visit.exitedAt.map(clock.moment) ?? "not yet, as far as is known"),
            ("between", words(assessment?.exitedBetween)), ("Status", visit.status.rawValue),
            ("Proven", assessment.map { Duration.spoken(seconds: $0.provenSeconds) }),
            ("Bridged", assessment.map { Duration.spoken(seconds: $0.bridgedSeconds) }),
            ("Counts after", Duration.spoken(seconds: details.fence.dwellThreshold.seconds)),
            ("Confidence", assessment.map { "\(Percentage.spoken($0.confidence)), by its fixes" }),
            ("Runner-up", runnerUp), ("Evidence", visit.evidence.rawValue), ("Verdict", visit.verdict.rawValue),
            ("Doubts", visit.doubts.names.isEmpty ? nil : visit.doubts.names.joined(separator: ", ")),
            ("Month", visit.month.description), ("Policy", visit.policyVersion), ("Id", visit.id.text),
        ]
        rows = pairs.compactMap { name, value in value.map { Row(name: name, value: $0) } }
    }
}
