internal import ArgumentParser
internal import SimulationLab

/// Which app the phone of a scenario has.
struct ScenarioOptions: ParsableArguments {
    @Option(
        help: """
            Which app the phone has (default: the scenario's): footfall; plain, which believes the system; or one on an SDK \
            that sends to a service: transistor, radar, gymvisits.
            """
    )
    var app: AppChoice?
}

/// The apps that can be named.
enum AppChoice: String, ExpressibleByArgument, CaseIterable {
    case footfall, plain, transistor, radar, gymvisits

    /// The same for the lab.
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
