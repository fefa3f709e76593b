internal import ArgumentParser
internal import Interchange
internal import Tables
internal import VisitModel
internal import VisitStore

extension ExportFormat: ExpressibleByArgument {
    /// Writes the facilities in use.
    func writeFacilities(of store: VisitStore, to console: Console) throws {
        var bytes: [UInt8] = []
        func flush(atLeast length: Int) throws {
            guard bytes.count >= length else { return }
            try console.output(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        switch self {
        case .csv:
            let writer = FacilityCSVWriter()
            writer.writeHeader(into: &bytes)
            try store.facilities.forEach { stored in
                writer.write(stored.facility, into: &bytes)
                try flush(atLeast: ExportWriter<StoredFacility>.pieceLength)
            }
        case .geojson:
            var writer = FacilityGeoJSONWriter()
            writer.writeHeader(into: &bytes)
            try store.facilities.forEach { stored in
                writer.write(stored.facility, into: &bytes)
                try flush(atLeast: ExportWriter<StoredFacility>.pieceLength)
            }
            writer.writeFooter(into: &bytes)
        }
        try flush(atLeast: 1)
    }
}

extension TrackExportFormat: ExpressibleByArgument {}

/// What each export of members' data has.
struct ExportSubject: ParsableArguments {
    @Option(help: "Only those of this member.", transform: Transforms.identifier)
    var member: MemberID?

    /// Adds the export to the access record; throws where there is no such member.
    func record(in store: VisitStore, _ console: Console) throws {
        if let member, try store.members.find(member) == nil { throw CommandFailure.noMember(member) }
        try console.record(.export, member.map(AccessTarget.member) ?? .list, in: store)
    }
}

struct ExportSpan: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only what happened at or after this time, such as 2024-03-01T06:00:00Z.",
            valueName: "time"
        ),
        transform: Transforms.time
    )
    var since: Timestamp?

    @Option(help: ArgumentHelp("Only what happened before this time.", valueName: "time"), transform: Transforms.time)
    var until: Timestamp?
}
