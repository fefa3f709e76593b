internal import ArgumentParser

/// Groups the commands about members and their lists.
struct MembersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members",
        abstract: "Load members and change which facilities they may visit.",
        subcommands: [
            MembersImport.self, MembersList.self, MembersShow.self, MembersAddFacility.self, MembersRemoveFacility.self,
            MembersExport.self, MembersErase.self,
        ]
    )
}
