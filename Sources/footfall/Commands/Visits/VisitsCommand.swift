internal import ArgumentParser

/// Groups the commands about visits.
struct VisitsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "visits",
        abstract: "List visits, and confirm or decline them.",
        discussion: """
            A person's decision about a visit overrides every later evaluation until it is cleared, and is sent to the \
            webhook endpoints.
            """,
        subcommands: [
            VisitsList.self, VisitsTerms.self, VisitsConfirm.self, VisitsDecline.self, VisitsNote.self,
            VisitsClear.self,
        ],
        defaultSubcommand: VisitsList.self
    )
}
