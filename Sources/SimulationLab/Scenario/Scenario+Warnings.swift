internal import TrackingEngine
internal import VisitModel

extension Scenario {
    /// What of the story may not do what was meant, a sentence each; none where nothing is to be said.
    ///
    /// - Parameter kind: which app is run; `nil` for the scenario's own.
    /// - Returns: the warnings.
    package func warnings(app kind: AppKind? = nil) -> [String] {
        guard (kind ?? app.kind) == .transistor, app.hasSchedule,
            !happenings.contains(where: { $0.happening == .startSchedule })
        else { return [] }
        return [
            "options.app.schedule is never started, so that tracking is on all the time; "
                + "add `start schedule` to happenings"
        ]
    }
}

extension AppSetup {
    /// Whether the options of an app on the SDK that tracks by motion have a schedule.
    var hasSchedule: Bool {
        guard kind == .transistor else { return false }
        return [.ios, .android].contains { platform in
            !TrackingConfig(platform: platform).applying(tracking.config).app.schedule.isEmpty
        }
    }
}
