internal import ArgumentParser
internal import VisitModel
internal import VisitStore

/// The filters for quarantined records.
struct QuarantineOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only records in this app's format.", valueName: "name"))
    var app: String?

    @Option(help: ArgumentHelp("Only records of this member.", valueName: "id"), transform: Transforms.identifier)
    var member: MemberID?

    @Option(help: ArgumentHelp("Only records of this phone.", valueName: "id"), transform: Transforms.identifier)
    var device: DeviceID?

    @Option(help: ArgumentHelp("Only records with this reason.", valueName: "name"))
    var code: String?

    /// The filter of the given options; with a limit, newest records come first.
    func filter(since: Timestamp? = nil, until: Timestamp? = nil, limit: Int? = nil) -> QuarantineFilter {
        QuarantineFilter(
            app: app,
            device: device,
            member: member,
            code: code,
            since: since,
            until: until,
            limit: limit,
            newestFirst: limit != nil
        )
    }

    /// Whether no filter is given.
    var isEmpty: Bool { app == nil && member == nil && device == nil && code == nil }
}
