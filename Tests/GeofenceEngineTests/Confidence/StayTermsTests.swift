import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("The terms of a stay between gaps in fixes")
struct StayTermsTests {
    /// A stay of two fixes or one, between a fix before and one after; times in seconds since noon.
    private struct Scene {
        var seconds = 0.0
        var before = StayBoundary.gap(1800, .resting)
        var after = StayBoundary.gap(1800, .resting)
        var path = Passage(pathMeters: 4000, directMeters: 2000)

        func terms() throws -> StayTerms {
            let end = Ground.noon.advanced(bySeconds: seconds)
            var arrival = before
            arrival.earliest = Ground.noon.advanced(bySeconds: -(before.gapSeconds ?? 0))
            arrival.latest = Ground.noon
            var departure = after
            departure.earliest = end
            departure.latest = end.advanced(bySeconds: after.gapSeconds ?? 0)
            var position = PositionSum(origin: Ground.middle)
            position.add(Ground.middle, accuracyMeters: 10, secondsSinceLast: 60)
            let proof = FenceTrack.Proof(
                firstAt: Ground.noon,
                lastAt: end,
                count: seconds > 0 ? 2 : 1,
                isSinglePosition: false,
                logOddsInside: 8,
                absentSeconds: 0,
                continuousSeconds: min(seconds, 900),
                depthMeters: 100,
                isStationary: false,
                wasStationary: false,
                pace: .unsaid,
                hasMock: false,
                arrival: arrival,
                lastClearAt: Ground.noon,
                position: position
            )
            let evidence = StayEvidence(proof: proof, departure: departure, passage: path)
            return StayTerms(evidence, at: try Ground.circle(), isOpen: false, policy: .standard)
        }
    }

    @Test(
        "one fix of a phone that reports each 5 s and is next seen far away says less than one of another phone",
        arguments: [(5.0, 2000.0, 0.0...0.3), (nil, 2000, 1...1), (5, 20, 1...1), (900, 2000, 1...1)]
    )
    func unreportedMove(interval: Double?, edge: Double, expected: ClosedRange<Double>) throws {
        let scene = Scene(after: .gap(1500, .unknown, edge: edge, interval: interval))
        #expect(expected.contains(try scene.terms()[.singleReading]))
    }

    @Test(
        "one fix on the straight line from rest to rest is one of a drive past, the more the shorter the gaps",
        arguments: [
            (1800.0, 3990.0, StayBoundary.Motion.resting, 0.99...1.0), (3600, 3990, .resting, 0.49...0.51),
            (1800, 3600, .resting, 0...0), (1800, 3990, .moving, 0...0),
        ]
    )
    func onTheWay(
        gap: Double,
        direct: Double,
        motion: StayBoundary.Motion,
        expected: ClosedRange<Double>
    ) throws {
        var scene = Scene(before: .gap(gap, .resting), after: .gap(gap, motion))
        scene.path = Passage(pathMeters: 4000, directMeters: direct)
        #expect(expected.contains(try scene.terms()[.onTheWay]))
        scene.seconds = 300
        #expect(try scene.terms()[.onTheWay] == 0)
    }

    @Test("one fix between two at home is less odd for a phone that rarely reports")
    func returned() throws {
        var scene = Scene(path: Passage(pathMeters: 4000, directMeters: 10))
        #expect(try scene.terms()[.returned] == 1)
        scene.before = .gap(1800, .resting, interval: 2400)
        scene.after = .gap(1800, .resting, interval: 2400)
        let rare = try scene.terms()
        #expect(rare[.ordinaryGaps] > 0.9)
        #expect((0.75...0.8).contains(rare[.returned]))
    }

    private static let hour = 3600.0

    @Test(
        "seven minutes can be a stay of ten after a gap, and not after one that shows nothing",
        arguments: [
            (0.5 * hour, nil, true), (3 * hour, 5, true), (5 * hour, nil, false), (264 * hour, nil, false),
            (264 * hour, 5, false),
        ]
    )
    func longSilence(gap: Double, interval: Double?, isPossible: Bool) throws {
        let scene = Scene(
            seconds: 420,
            before: .gap(gap, .unknown, interval: interval),
            after: .gap(60, .moving, edge: 100)
        )
        let possible = try scene.terms()[.possible]
        #expect(isPossible ? possible > 0.2 : possible < -0.9)
    }

    @Test("the more apps are killed, the less a silence says")
    func killedApps() throws {
        let terms = try Scene(seconds: 60, after: .gap(2400, .unknown, edge: 80, interval: 5)).terms()
        #expect(terms[.silenceAfter] > 0.3)
        var confidence = EvaluationPolicy.standard.confidence
        let probabilities = [0.01, 0.05, 0.2, 0.5].map { share in
            confidence.killedAppShare = share
            return confidence.probability(terms)
        }
        #expect(probabilities == probabilities.sorted(by: >))
        #expect(Set(probabilities).count == 4)
        #expect(probabilities[1] == EvaluationPolicy.standard.confidence.probability(terms))
    }
}

extension StayBoundary {
    /// A gap to a fix some metres beyond the edge.
    fileprivate static func gap(
        _ seconds: Double,
        _ motion: Motion,
        edge: Double = 2000,
        interval: Double? = nil
    ) -> StayBoundary {
        StayBoundary(
            earliest: Ground.noon,
            latest: Ground.noon,
            gapSeconds: seconds,
            edgeMeters: edge,
            motion: motion,
            movingIntervalSeconds: interval
        )
    }
}
