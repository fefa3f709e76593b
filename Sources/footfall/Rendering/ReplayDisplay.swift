internal import GeofenceEngine
internal import MemberEngine
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import WireJSON

enum ReplayDisplay {
    /// In the order of display.
    private static let eventNames = ["Entered", "Dwell", "Exited", "Registered", "Unregistered", "Heartbeat", "Error"]

    /// The outcomes of the fixes, a line each.
    static func lines(_ summary: ReplaySummary) -> [String] {
        let ingest = summary.ingest
        let files = CountText.of(summary.files, "file")
        let fixes = CountText.of(ingest.fixes, "fix", "fixes")
        var lines = ["read \(files): \(fixes) of \(CountText.of(ingest.devices.count, "device"))"]
        var numbers: [(Int, String)] = [(ingest.stored, "new and stored")]
        if ingest.clockCorrected > 0 {
            let devices = CountText.of(ingest.clockCorrectedDevices.count, "device")
            numbers.append((ingest.clockCorrected, "clock ahead, corrected (\(devices))"))
        }
        if ingest.late > 0 { numbers.append((ingest.late, "late, evaluated in time order")) }
        let rejections = FixRejection.allCases.compactMap { reason in
            ingest.rejections[reason].map { number in
                let devices = reason == .beyondHorizon ? " (\(CountText.of(ingest.unevaluated.count, "device")))" : ""
                return (number, "not used: \(reason.rawValue)\(devices)")
            }
        }
        numbers += rejections
        if summary.unreadable > 0 { numbers.append((summary.unreadable, "records that can't be read")) }
        if ingest.unknownAccuracy > 0 { numbers.append((ingest.unknownAccuracy, "without an accuracy")) }
        let width = numbers.map { String($0.0).count }.max() ?? 0
        for (number, text) in numbers {
            let digits = String(number)
            lines.append("  " + String(repeating: " ", count: width - digits.count) + digits + "  " + text)
        }
        let events = eventNames.compactMap { name in ingest.events[name].map { "\($0) \(name)" } }
        lines.append("recorded " + (events.isEmpty ? "no event" : events.joined(separator: ", ")))
        return lines
    }

    /// Warns about fixes that can't be evaluated any more, before they are stored.
    ///
    /// The lines are for the first five devices, and one for the rest; `counts` has the number of such fixes of each
    /// device.
    static func warnings(ofUnevaluated counts: [DeviceID: Int], _ policy: EvaluationPolicy) -> [String] {
        let hours = Int(policy.visits.horizonSeconds / 3600)
        let sorted = counts.sorted { $0.key < $1.key }
        var lines = sorted.prefix(5).map { device, number in
            let fixes = CountText.of(number, "fix", "fixes")
            return "warning: \(fixes) of `\(device)` can't be evaluated any more: they are more than \(hours) h older "
                + "than its newest fix, or from a time whose fixes were removed; they are stored only"
        }
        let rest = sorted.dropFirst(5)
        if !rest.isEmpty {
            let number = rest.reduce(0) { $0 + $1.value }
            lines.append(
                """
                warning: the same holds for \(CountText.of(number, "fix", "fixes")) of \
                \(CountText.of(rest.count, "more device", "more devices"))
                """
            )
        }
        return lines
    }

    static func hints(_ summary: ReplaySummary, _ policy: EvaluationPolicy, knowsFacilities: Bool) -> [String] {
        let ingest = summary.ingest
        var hints: [String] = []
        if !knowsFacilities {
            hints.append(
                "the database has no facilities, so there are no visits; run `footfall facilities import` first"
            )
        }
        if ingest.stored == 0, ingest.rejections[.exactRepeat, default: 0] * 2 > ingest.fixes {
            hints.append("no fix is new: these tracks were replayed before, and nothing changed")
        }
        if isMany(ingest.rejections[.beyondHorizon], of: ingest) {
            let hours = Int(policy.visits.horizonSeconds / 3600)
            hints.append(
                "many fixes are more than \(hours) h older than the newest of their device, so they are stored and not "
                    + "evaluated; replay older files first, or raise horizon_seconds in a policy"
            )
        }
        if isMany(ingest.rejections[.clockTooEarly], of: ingest)
            || isMany(ingest.rejections[.clockInFuture], of: ingest)
        {
            hints.append("many fixes have impossible dates; check the times' unit and zone in the files")
        }
        if isMany(ingest.rejections[.poorAccuracy], of: ingest) {
            hints.append("many fixes are less accurate than the policy accepts; see --accuracy-max")
        }
        if ingest.unknownAccuracy * 2 > ingest.fixes {
            let meters = JSONBytes.text(of: policy.hygiene.assumedAccuracyMeters)
            hints.append(
                "most fixes have no accuracy; \(meters) m is assumed, the policy's assumed_accuracy_meters"
            )
        }
        return hints
    }

    /// Whether a count is more than one in twenty of the fixes, and so worth a hint.
    private static func isMany(_ number: Int?, of ingest: IngestSummary) -> Bool {
        (number ?? 0) * 20 > ingest.fixes
    }
}
