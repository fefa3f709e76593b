internal import DeviceEngine
internal import ArgumentParser
internal import GeofenceEngine
internal import VisitPipeline

/// The evaluation policy, and the number of geofences to register.
struct PolicyOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The thresholds: standard, bare or a YAML file.", valueName: "name|file.yaml"))
    var policy = "standard"

    @Option(help: ArgumentHelp("Drop fixes worse than this.", valueName: "metres"))
    var accuracyMax: Double?

    @Flag(help: "Register every geofence, ignoring the platform's limit; for comparisons.")
    var noLimit = false

    @Option(
        help: ArgumentHelp(
            "The number of slots kept for the facilities that the member visited most.",
            valueName: "slots"
        )
    )
    var preferVisited = 0

    @Option(help: ArgumentHelp("The number of slots left to other software.", valueName: "slots"))
    var reservedSlots = 0

    func validate() throws {
        if let accuracyMax, !(accuracyMax > 0) {
            throw ArgumentParser.ValidationError("--accuracy-max is \(accuracyMax), expected metres above 0")
        }
        guard (0...99).contains(preferVisited), (0...99).contains(reservedSlots) else {
            throw ArgumentParser.ValidationError(
                "--prefer-visited and --reserved-slots are numbers of slots, expected 0 to 99"
            )
        }
    }

    func chosen() throws -> EvaluationPolicy {
        var policy = try EvaluationPolicy.named(policy)
        if let accuracyMax { policy.hygiene.maximumAccuracyMeters = accuracyMax }
        return policy
    }

    var selection: SelectionOptions {
        SelectionOptions(ignoresLimit: noLimit, preferVisited: preferVisited, reservedSlots: reservedSlots)
    }
}
