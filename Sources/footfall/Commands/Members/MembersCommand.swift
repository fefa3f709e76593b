internal import ArgumentParser
internal import Foundation
internal import Interchange
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct MembersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members",
        abstract: "Load members and change which facilities they may visit.",
        subcommands: [
            MembersImport.self, MembersList.self, MembersShow.self, MembersAddFacility.self, MembersRemoveFacility.self,
            MembersExport.self, MembersErase.self, MembersFinishErasure.self,
        ]
    )
}

struct MembersList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the members.")

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        let presences = try store.visits.presences(at: console.now())
        let today = console.now().localDate(in: try store.settings.defaultTimeZone() ?? .utc)
        var report = Report(MemberDisplay.columns, format.format, to: console.output)
        try store.members.forEach { stored in
            let presence = presences[stored.member.id]
            try report.add(MemberDisplay.Row(stored: stored, presence: presence, group: stored.group(on: today)))
        }
        try report.end(note: CountText.of(report.count, "member"))
    }
}

struct MembersShow: Command {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show one member with the list of facilities."
    )

    @Argument(help: "The member's id.", transform: Transforms.identifier)
    var id: MemberID

    @OptionGroup var format: FormatOptions
    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        guard let member = try store.members.find(id) else { throw CommandFailure.noMember(id) }
        try console.record(.read, .member(id), in: store)
        let now = console.now()
        let row = MemberDisplay.Row(
            stored: member,
            presence: try store.visits.presence(of: id, at: now),
            group: member.group(on: now.localDate(in: try store.settings.defaultTimeZone() ?? .utc))
        )
        try Report.writeOne(row, MemberDisplay.details, format.format, to: console.output)
        guard format.format == .table, let list = member.member.facilities, !list.isEmpty else { return }
        try console.print("")
        var report = Report(MemberDisplay.places, .table, to: console.output)
        for facility in try store.facilities.all(matching: FacilityFilter(includesRetired: true, member: id)) {
            try report.add(facility.facility)
        }
        try report.end()
    }
}

struct MembersAddFacility: Command {
    static let configuration = CommandConfiguration(
        commandName: "add-facility",
        abstract: "Add a facility to a member's list.",
        discussion: "A member without a list gets one, and may then visit only the facilities on it."
    )

    @Argument(help: "The member's id.", transform: Transforms.identifier)
    var member: MemberID

    @Argument(help: "The facility's id.", transform: Transforms.identifier)
    var facility: FacilityID

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.openToWrite(console)
        let known = try store.members.find(member)
        guard try store.members.addFacility(facility, to: member) else {
            return try console.print("\(facility) was already on the list of \(member)")
        }
        try console.print("\(facility) is on the list of \(member)")
        if let known, known.member.facilities == nil {
            console.errors("note: \(member) could visit all facilities and now has only this list")
        }
    }
}

struct MembersRemoveFacility: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove-facility",
        abstract: "Remove a facility from a member's list.",
        discussion: "The list stays, even when it is empty: its member may then visit no facility."
    )

    @Argument(help: "The member's id.", transform: Transforms.identifier)
    var member: MemberID

    @Argument(help: "The facility's id.", transform: Transforms.identifier)
    var facility: FacilityID

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let wasThere = try database.openToWrite(console).members.removeFacility(facility, from: member)
        try console.print("\(facility) \(wasThere ? "is off" : "was not on") the list of \(member)")
    }
}

struct MembersImport: Command {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Load members, their names and groups, lists of facilities and phones from a CSV file.",
        discussion: """
            Columns: member_id, and optionally member_name, group (for instance the employer), facility_id, device_id, \
            platform (ios or android) and time_zone; one row for each facility of a member. An empty cell keeps what is \
            stored; - removes a name or group. Visits belong to the group that their member has on the day they begin. For a member with a list, only the facilities on it are registered and \
            counted; a member with no facility in any row may visit all facilities, and one whose facility_id is - may \
            visit none.
            """
    )

    @OptionGroup var options: ImportOptions
    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Remove the facilities that are not in the file from every list.")
    var replace = false

    @Option(
        help: ArgumentHelp(
            "The first day of the file's groups (default: today; a member's first group has all visits after the last closed month).",
            valueName: "yyyy-mm-dd"
        ),
        transform: Transforms.day
    )
    var groupsFrom: CivilDate?

    func run(_ console: Console) throws {
        let overrides: [MemberField: String] = try MemberColumns.overrides(options.mappings)
        let store = try options.open(database, console)
        let report = try store.importMembers(
            from: options.file,
            options: MemberImportOptions(
                overrides: overrides,
                mode: options.mode(replaces: replace),
                groupsFrom: groupsFrom,
                observedAt: console.now()
            )
        )
        try ImportReporter(report: report, reportFile: options.reportFile).print(to: console)
    }
}

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
        let store = try database.openToWrite(console)
        try console.record(.export, .member(id), in: store)
        guard let export = try store.privacy.export(id) else { throw CommandFailure.noMember(id) }
        let document = PersonalDocument(export, at: console.now(), naming: store.facilities.id(of:))
        guard let output else { return try document.write(console.output) }
        guard !FileManager.default.fileExists(atPath: output) else {
            throw CommandFailure(.cannotCreate, "\(output): exists; choose another file")
        }
        // The file has personal location data, so only its owner may read it.
        guard
            FileManager.default.createFile(atPath: output, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: output)
        else { throw CommandFailure(.cannotCreate, "\(output): can't be created; check its folder") }
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

struct MembersErase: Command {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a member: phones, fixes, visits and everything else that identifies the person.",
        discussion: """
            Cannot be undone; run `members export` first if the person wants a copy. The database file is then \
            rewritten, so that no data is left in unused pages: for a large database this takes a while, and needs as \
            much free disk space as the file has. If it is interrupted, `members finish-erasure`, the next command that \
            writes, or `serve` finishes it. Earlier backups still contain everything. The access record keeps who erased \
            the member and when, with a digest in place of the id.
            """
    )

    @Argument(help: "The member's id.", transform: Transforms.identifier)
    var id: MemberID

    @Flag(help: "Confirm the erasure; without this, nothing is done.")
    var yes = false

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        guard yes else {
            throw CommandFailure(.usage, "nothing was erased; add --yes to erase \(id) permanently")
        }
        if try store.members.find(id) == nil, try store.privacy.finishErasing() {
            return try console.print("finished an erasure that was interrupted; there is no member \(id)")
        }
        let erased = try store.privacy.erase(id, recordedFor: console.accessOrigin)
        let parts = [
            (erased.devices, "phone", "phones"), (erased.fixes, "fix", "fixes"), (erased.events, "event", "events"),
            (erased.visits, "visit", "visits"), (erased.reviews, "review", "reviews"),
            (erased.tokens, "token", "tokens"),
            (erased.quarantined, "quarantined record", "quarantined records"),
            (erased.messages, "message", "messages"),
        ]
        let counts = parts.map { count, one, many in CountText.of(count, one, many) }
        try console.print("erased \(id): \(counts.joined(separator: ", "))")
    }
}

struct MembersFinishErasure: Command {
    static let configuration = CommandConfiguration(
        commandName: "finish-erasure",
        abstract: "Finish an erasure that was interrupted.",
        discussion: """
            An erasure deletes the rows first and then rewrites the database file. If it is interrupted in between, the \
            member is erased, but the file may still hold traces. `serve` and every command that writes finish it too.
            """
    )

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let isFinished = try database.open(console).privacy.finishErasing()
        try console.print(
            isFinished
                ? "finished an erasure that was interrupted; the file has no trace of it" : "no erasure is unfinished"
        )
    }
}
