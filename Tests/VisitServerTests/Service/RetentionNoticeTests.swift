import Testing
import VisitModel
import VisitPipeline

@testable import VisitServer
@testable import VisitStore

@Suite("Retention messages in the log")
struct RetentionNoticeTests {
    @Test("The retention periods, and what is removed now")
    func announcement() {
        let periods = RetentionPeriods(liveDays: 1, replayedDays: nil, evidenceDays: 396, accessDays: 365)
        #expect(
            RetentionNotice.announcement(periods, due: [.live: 0, .evidence: 0])
                == "raw fixes are kept, counted from when they were stored: fixes of phones for 1 day, "
                + "replayed fixes forever, fixes of visits for 396 days "
                + "(`footfall settings set` changes that); none are older; the access record is kept for 365 days"
        )
        #expect(
            RetentionNotice.announcement(periods, due: [.live: 12, .evidence: 3]).hasSuffix(
                "; older and removed unless they belong to a stored visit: 12 fixes of phones, 3 fixes of visits; "
                    + "the access record is kept for 365 days"
            )
        )
    }

    @Test("What was removed, by number")
    func removed() {
        #expect(RetentionNotice.lines(RetentionSummary()) == [])
        var summary = RetentionSummary()
        var live = RemovedFixes()
        (live.hours, live.fixes, live.keptAsEvidence) = (3, 120, 7)
        summary.fixes[.live] = live
        summary.quarantined = 2
        summary.accesses = 9
        #expect(
            RetentionNotice.lines(summary) == [
                "retention: removed 120 fixes of phones; 7 kept as evidence of visits",
                "retention: removed 2 quarantined records",
                "retention: removed 9 rows of the access record",
            ]
        )
    }
}
