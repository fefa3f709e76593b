internal import ArgumentParser
internal import Foundation
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Exports all stored data of a member.
struct MembersExport: Command {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything stored about a member as one JSON document.",
        discussion: """
            The person, the phones with their fixes and events, visits with decisions and notes, quarantined records, \
            webhook messages, and access tokens without their secrets.
            """
    )

    @Argument(help: "The member's id.", transform: Transforms.identifier)
    var id: MemberID

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to this new file, which only its owner may read, instead of the standard output.",
            valueName: "file"
        )
    )
    var output: String?

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        guard let export = try store.exportMember(id) else {
            throw CommandFailure(.data, "there is no member `\(id)`; `footfall members list` lists all of them")
        }
        let document = PersonalDocument(export, at: console.now(), naming: store.facilityID)
        guard let output else { return try document.write(console.output) }
        guard !FileManager.default.fileExists(atPath: output) else {
            throw CommandFailure(.cannotCreate, "\(output): exists; choose another file")
        }
        // The file has personal location data, so only its owner may read it.
        guard
            FileManager.default.createFile(atPath: output, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: output)
        else {
            throw CommandFailure(.cannotCreate, "\(output): can't be created; check its folder")
        }
        defer { try? handle.close() }
        do {
            try document.write { try handle.write(contentsOf: Data($0)) }
        } catch {
            try? FileManager.default.removeItem(atPath: output)
            throw error
        }
        try console.print("wrote all data of \(id) to \(output)")
    }
}
