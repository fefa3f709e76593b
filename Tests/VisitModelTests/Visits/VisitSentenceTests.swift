import Testing
import VisitModel

@Suite("The verdict of a visit as a sentence")
struct VisitSentenceTests {
    private static func visit(
        _ verdict: Visit.Verdict,
        _ status: Visit.Status = .closed,
        minutes: Double = 40,
        proven: Int? = 1_800,
        bridged: Int = 0,
        confidence: Double = 0.53,
        reasons: [Visit.Reason] = [],
        runnerUp: Visit.RunnerUp? = nil,
        doubts: Visit.Doubts = []
    ) throws -> Visit {
        let start = Timestamp(milliseconds: 0)
        let end = start.advanced(bySeconds: minutes * 60)
        return Visit(
            id: try VisitID("v"),
            member: try MemberID("m"),
            device: try DeviceID("d"),
            facility: try FacilityID("f"),
            enteredAt: start,
            dwelledAt: nil,
            exitedAt: status == .open ? nil : end,
            status: status,
            evidence: .none,
            verdict: verdict,
            month: try Month("1970-01"),
            localDate: CivilDate(daysSince1970: 0),
            fixesInside: 1,
            lastProofAt: end,
            depthMeters: 1,
            doubts: doubts,
            policyVersion: "p",
            assessment: proven.map { proven in
                Visit.Assessment(
                    confidence: confidence,
                    provenSeconds: proven,
                    bridgedSeconds: bridged,
                    enteredBetween: start...start,
                    exitedBetween: nil,
                    reasons: reasons,
                    runnerUp: runnerUp
                )
            }
        )
    }

    private static func sentence(
        _ visit: Visit,
        before: Visit.Surroundings.Sighting? = nil,
        after: Visit.Surroundings.Sighting? = nil,
        review: VisitReview.Decision? = nil
    ) -> String {
        visit.sentence(
            dwellSeconds: 600,
            leastConfidence: 0.7,
            surroundings: Visit.Surroundings(before: before, after: after),
            review: review.map { VisitReview(decision: $0, note: "", reviewer: "r", at: Timestamp(milliseconds: 1)) }
        )
    }

    @Test("a visit that counts says what proves it")
    func counted() throws {
        #expect(Self.sentence(try Self.visit(.counted)) == "Counted: 30 min proven, 10 min needed; 53 % sure")
        #expect(
            Self.sentence(try Self.visit(.counted, proven: 240, bridged: 2_000))
                == "Counted: 4 min proven and 33 min bridged, 10 min needed; 53 % sure"
        )
        #expect(Self.sentence(try Self.visit(.counted, proven: nil)) == "Counted: 40 min, 10 min needed")
    }

    @Test("a visit that is too short says for how long, and where the phone was before and after")
    func tooShort() throws {
        let visit = try Self.visit(.tooShort, minutes: 4)
        #expect(Self.sentence(visit) == "Not counted: 4 min, 10 min needed")
        #expect(
            Self.sentence(
                visit,
                before: .init(edgeMeters: 1_234, seconds: 300),
                after: .init(edgeMeters: 88, seconds: 50)
            )
                == "Not counted: 4 min, 10 min needed; the phone was 1.2 km away 5 min before; "
                + "the phone was 90 m away 50 s after"
        )
        #expect(
            Self.sentence(try Self.visit(.tooShort, .open, minutes: 4)) == "In progress: 4 min so far, 10 min needed"
        )
    }

    @Test("an unproven visit says how sure it is, and where the phone rested")
    func unproven() throws {
        let rested = [Visit.Reason(.restBefore, weight: -1), Visit.Reason(.restAfter, weight: -0.5)]
        let visit = try Self.visit(.unproven, proven: 240, reasons: rested)
        #expect(
            Self.sentence(visit, before: .init(edgeMeters: 900, seconds: 60), after: .init(edgeMeters: 920, seconds: 9))
                == "Not counted: 4 min proven, 10 min needed; 53 % sure, 70 % needed; "
                + "the phone rested 900 m away before and after"
        )
        #expect(
            Self.sentence(
                visit,
                before: .init(edgeMeters: 300, seconds: 60),
                after: .init(edgeMeters: 9_000, seconds: 9)
            )
                == "Not counted: 4 min proven, 10 min needed; 53 % sure, 70 % needed; "
                + "the phone rested 300 m away 1 min before; the phone rested 9.0 km away 9 s after"
        )
    }

    @Test("a confidence just below the needed one is told apart from it")
    func justBelow() throws {
        let visit = try Self.visit(.unproven, proven: 240, confidence: 0.696)
        #expect(Self.sentence(visit).contains("69.6 % sure, 70.0 % needed"))
    }

    @Test("every other verdict says its reason")
    func others() throws {
        let other = Visit.RunnerUp(facility: try FacilityID("next"), share: 0.61)
        #expect(
            Self.sentence(try Self.visit(.ambiguous, runnerUp: other)) == "Not counted: next is more likely, at 61 %"
        )
        #expect(Self.sentence(try Self.visit(.ambiguous)) == "Not counted: another facility is more likely")
        #expect(
            Self.sentence(try Self.visit(.doubtful, doubts: .repeatedTrack))
                == "Not counted: the fixes are those of an earlier visit, sent again"
        )
        #expect(
            Self.sentence(try Self.visit(.doubtful, reasons: [Visit.Reason(.proven, weight: 1)], doubts: .mockLocation))
                == "Not counted: a program and no sensor made its fixes"
        )
        #expect(
            Self.sentence(try Self.visit(.takenBack, .withdrawn))
                == "Not counted: late fixes showed that it did not happen"
        )
        for verdict in Visit.Verdict.allCases {
            let sentence = Self.sentence(try Self.visit(verdict, verdict == .takenBack ? .withdrawn : .closed))
            #expect(sentence.hasPrefix(verdict == .counted ? "Counted: " : "Not counted: "), "\(verdict)")
            #expect(!sentence.hasSuffix("."), "\(verdict)")
        }
    }

    @Test("a person's decision is the reason")
    func decided() throws {
        #expect(
            Self.sentence(try Self.visit(.counted), review: .confirmed) == "Counted: a reviewer confirmed it (40 min)"
        )
        #expect(
            Self.sentence(try Self.visit(.takenBack, .declined), review: .declined)
                == "Not counted: a reviewer declined it"
        )
    }

    @Test(
        "durations and distances are as people say them",
        arguments: [
            (0, "0 s"), (59, "59 s"), (60, "1 min"), (3_599, "59 min"), (3_900, "1 h 05 min"), (90_000, "25 h 00 min"),
        ]
    )
    func durations(seconds: Int, text: String) { #expect(Duration.spoken(seconds: seconds) == text) }

    @Test(
        "distances are rounded to what matters",
        arguments: [
            (4.0, "0 m"), (94, "90 m"), (994, "990 m"), (995, "1.0 km"), (12_340, "12.3 km"), (1_340_000, "1,340 km"),
        ]
    )
    func distances(meters: Double, text: String) { #expect(Distance.spoken(meters: meters) == text) }
}
