internal import ArgumentParser
internal import SimulationLab

/// The app on a scenario's phone.
struct ScenarioOptions: ParsableArguments {
    @Option(
        help: """
            The phone's app (default: the scenario's): footfall; plain, which relies on the system's transitions; or \
            one with an SDK that sends to a service: transistor, radar, gymvisits.
            """
    )
    var app: AppChoice?
}

/// The kinds of apps, as arguments.
enum AppChoice: String, ExpressibleByArgument, CaseIterable {
    case footfall, plain, transistor, radar, gymvisits

    /// The kind for the lab.
    var kind: AppKind {
        switch self {
        case .footfall: .footfall
        case .plain: .plain
        case .transistor: .transistor
        case .radar: .radar
        case .gymvisits: .gymvisits
        }
    }
}
