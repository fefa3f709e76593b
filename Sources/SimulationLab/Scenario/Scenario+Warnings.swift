internal import TrackingEngine
internal import VisitModel

extension Scenario {
    /// Warnings about settings that probably have no effect, a sentence each.
    ///
    /// - Parameter kind: the app to run; `nil` for the scenario's own.
    /// - Returns: the warnings, often none.
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
