internal import ArgumentParser
internal import GeofenceEngine
internal import VisitPipeline

struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Show the thresholds by which visits are judged.",
        subcommands: [PolicyShow.self]
    )
}

struct PolicyShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a policy as YAML: every threshold, with its unit in its name.",
        discussion: """
            Write a file that begins with `base: standard` or `base: bare`, list the values that differ, and pass it \
            to `footfall replay --policy FILE.yaml`. This command checks a file and prints all of its values.
            """
    )

    @Argument(help: "standard, bare or a YAML file.")
    var policy = "standard"

    func run(_ console: Console) throws {
        try console.output(Array(EvaluationPolicy.named(policy).yaml.utf8))
    }
}
