internal import ArgumentParser
internal import SimulationLab

/// Which app the phone of a scenario has.
struct ScenarioOptions: ParsableArguments {
    @Option(help: "Which app the phone has (default: the scenario's): footfall, or plain, which believes the system.")
    var app: AppChoice?

    /// The same for the lab.
    var kind: AppKind? {
        switch app {
        case .footfall: .footfall
        case .plain: .plain
        case nil: nil
        }
    }
}

/// The apps that can be named.
enum AppChoice: String, ExpressibleByArgument, CaseIterable {
    case footfall, plain
}
