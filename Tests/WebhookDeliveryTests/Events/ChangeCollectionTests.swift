import Testing
import VisitModel
import WebhookDelivery

@Suite("Which changes of a visit are collected")
struct ChangeCollectionTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let changes: [MessageType]
        var collected: [MessageType] = []
        /// In minutes.
        var inputAge = 0.0
        /// In minutes.
        var endAge = 0.0
        let isCollected: Bool
    }

    private static let cases = [
        Case(testDescription: "an entry", changes: [.visitEntered], isCollected: false),
        Case(testDescription: "a dwell", changes: [.visitDwelled], isCollected: false),
        Case(testDescription: "an exit", changes: [.visitExited], endAge: 60, isCollected: false),
        Case(testDescription: "a correction", changes: [.visitCorrected], isCollected: true),
        Case(
            testDescription: "a correction with the step of a live phone",
            changes: [.visitCorrected, .visitExited],
            isCollected: false
        ),
        Case(
            testDescription: "a step by input that is hardly late",
            changes: [.visitEntered],
            inputAge: 2,
            isCollected: false
        ),
        Case(
            testDescription: "steps by input of a backlog",
            changes: [.visitEntered, .visitDwelled, .visitExited],
            inputAge: 2.1,
            isCollected: true
        ),
        Case(
            testDescription: "an exit that the first fix after a long gap shows",
            changes: [.visitExited],
            endAge: 60.1,
            isCollected: true
        ),
        Case(
            testDescription: "an end by silence that the first fix after it shows",
            changes: [.visitCorrected, .visitTimedOut],
            endAge: 400,
            isCollected: true
        ),
        Case(
            testDescription: "a dwell and such an exit",
            changes: [.visitDwelled, .visitExited],
            endAge: 400,
            isCollected: false
        ),
        Case(
            testDescription: "a step that was collected before, and a change that is none",
            changes: [.visitCorrected, .visitExited],
            collected: [.visitExited],
            isCollected: true
        ),
        Case(
            testDescription: "a new step after a collected one",
            changes: [.visitEntered, .visitDwelled],
            collected: [.visitEntered],
            isCollected: false
        ),
    ]

    @Test("Corrections are, and steps that a backlog may still change", arguments: cases)
    func collected(_ row: Case) {
        func changes(_ types: [MessageType]) -> [VisitChange] {
            types.map { VisitChange($0, at: $0 == .visitCorrected ? nil : Timestamp(milliseconds: 0)) }
        }
        let lateness = ChangeLateness(inputSeconds: row.inputAge * 60, endSeconds: row.endAge * 60)
        let collected = changes(row.collected)
        #expect(VisitChange.areProvisional(changes(row.changes), collected: collected, lateness) == row.isCollected)
    }
}
