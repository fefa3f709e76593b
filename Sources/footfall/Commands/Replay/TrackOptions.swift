internal import ArgumentParser
internal import Interchange
internal import VisitModel
internal import VisitPipeline

/// How tracks are parsed, and defaults for what they do not contain.
struct TrackOptions: ParsableArguments {
    @Option(help: "The format of every file (default: detected from each file's content).")
    var format: TrackFormat?

    @Option(help: "The member of the fixes, if a file does not name one.", transform: Transforms.identifier)
    var member: MemberID?

    @Option(help: "The phone of the fixes, if a file does not name one.", transform: Transforms.identifier)
    var device: DeviceID?

    @Option(help: "The phone's operating system, if neither a file nor the database names it (default: ios).")
    var platform: Platform?

    @Option(
        help: ArgumentHelp(
            "The IANA time zone of times without one (default: such times are rejected).",
            valueName: "zone"
        ),
        transform: Transforms.timeZone
    )
    var timeZone: TimeZoneName?

    @Option(
        help: ArgumentHelp(
            """
            How many fixes are stored in one transaction; more is faster and needs more memory \
            (default: \(ReplayOptions.usualBatchSize)).
            """,
            valueName: "fixes"
        )
    )
    var batchSize: Int?

    func validate() throws { try InputCheck.range("--batch-size", batchSize, 1...10_000_000) }

    var replayOptions: ReplayOptions {
        ReplayOptions(
            format: format,
            defaults: TrackDefaults(
                member: member,
                device: device,
                platform: platform,
                missingZone: timeZone.map { .assumed($0) } ?? .refused
            ),
            batchSize: batchSize
        )
    }
}
