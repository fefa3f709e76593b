internal import ArgumentParser

/// Groups the commands about visits.
struct VisitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "visits",
        abstract: "Report visits, and decide about them.",
        discussion: """
            What a person decides about a visit stands over every later evaluation until it is cleared, and other systems are \
            told of it.
            """,
        subcommands: [
            VisitsList.self, VisitsTerms.self, VisitsConfirm.self, VisitsDecline.self, VisitsNote.self,
            VisitsClear.self,
        ],
        defaultSubcommand: VisitsList.self
    )
}
