internal import Foundation

extension Visit {
    /// Where the device was before and after a visit, as far as its fixes show.
    public struct Surroundings: Hashable, Sendable {
        /// A fix outside the fence next to the visit.
        public struct Sighting: Hashable, Sendable {
            /// The distance beyond the fence's edge, in metres; negative inside.
            public let edgeMeters: Double
            /// The time between it and the visit, in seconds.
            public let seconds: Double

            /// Creates a sighting.
            public init(edgeMeters: Double, seconds: Double) {
                self.edgeMeters = edgeMeters
                self.seconds = seconds
            }
        }

        /// The last fix outside before the visit; `nil` where none is known.
        public var before: Sighting?
        /// The first fix outside after the visit; `nil` where none is known.
        public var after: Sighting?

        /// Creates surroundings.
        public init(before: Sighting? = nil, after: Sighting? = nil) {
            self.before = before
            self.after = after
        }
    }

    /// The verdict and its reason as a sentence for a person, without a full stop at the end.
    ///
    /// `leastConfidence` is the policy's. `runnerUp` is the name of the runner-up's facility, `nil` for its id. A
    /// decision of `review` is given as the reason.
    public func sentence(
        dwellSeconds: Int,
        leastConfidence: Double,
        surroundings: Surroundings = Surroundings(),
        runnerUp: String? = nil,
        review: VisitReview? = nil
    ) -> String {
        if evidence == .manual { return added(review) }
        if let review, let decision = review.decision { return decided(decision, review.link) }
        let needed = "\(Duration.spoken(seconds: dwellSeconds)) needed"
        switch verdict {
        case .counted:
            return (["Counted: \(proof(dwellSeconds))"] + [confidenceText].compactMap(\.self)).joined(separator: "; ")
        case .tooShort where status == .open: return "In progress: \(stayed) so far, \(needed)"
        case .tooShort:
            return (["Not counted: \(stayed), \(needed)"] + surroundings.words(self)).joined(separator: "; ")
        case .unproven:
            let percent = assessment.map {
                Self.shortfall($0.confidence, of: leastConfidence)
            }
            let parts = ["Not counted: \(proof(dwellSeconds))", percent].compactMap(\.self)
            return (parts + surroundings.words(self)).joined(separator: "; ")
        case .weakEvidence:
            return "Not counted: \(proof(dwellSeconds)), and the policy does not count a stay with such a gap in fixes"
        case .ambiguous:
            guard let other = assessment?.runnerUp else { return "Not counted: another facility is more likely" }
            return
                "Not counted: \(runnerUp ?? other.facility.text) is more likely, at \(Percentage.spoken(other.share))"
        case .sameDay: return "Not counted: an earlier visit of this day counts, and the policy counts one a day"
        case .doubtful: return "Not counted: \(doubtfulReason)"
        case .takenBack:
            return status == .declined
                ? "Not counted: a reviewer declined it" : "Not counted: late fixes showed that it did not happen"
        }
    }

    private func decided(_ decision: VisitReview.Decision, _ link: VisitReview.Link?) -> String {
        switch (decision, link?.kind) {
        case (.confirmed, _): "Counted: a reviewer confirmed it (\(stayed))"
        case (.declined, .moved): "Not counted: a reviewer moved it to another facility"
        case (.declined, .replaced), (.declined, .covered): "Not counted: a visit that a person added counts instead"
        case (.declined, _): "Not counted: a reviewer declined it"
        }
    }

    /// A visit without fixes counts by the word of a person alone.
    private func added(_ review: VisitReview?) -> String {
        if isCounted { return "Counted: a person added it (\(stayed))" }
        return review?.decision == .declined
            ? decided(.declined, review?.link) : "Not counted: a person added it and took it back"
    }

    /// The doubt for which a visit with the verdict `doubtful` does not count.
    private var doubtfulReason: String {
        doubts.contains(.mockLocation)
            ? "a program and no sensor made its fixes" : doubtSentences.first ?? "its fixes are doubtful"
    }

    private var stayed: String {
        Duration.spoken(seconds: Int(max(0, enteredAt.seconds(to: end))))
    }

    /// `4 min proven, 10 min needed`, with the bridged time where the proven one does not suffice.
    private func proof(_ dwellSeconds: Int) -> String {
        guard let assessment else { return "\(stayed), \(Duration.spoken(seconds: dwellSeconds)) needed" }
        let needed = "\(Duration.spoken(seconds: dwellSeconds)) needed"
        let proven = "\(Duration.spoken(seconds: assessment.provenSeconds)) proven"
        guard assessment.provenSeconds < dwellSeconds, assessment.bridgedSeconds > 0 else {
            return "\(proven), \(needed)"
        }
        return "\(proven) and \(Duration.spoken(seconds: assessment.bridgedSeconds)) bridged, \(needed)"
    }

    private var confidenceText: String? { assessment.map { "\(Percentage.spoken($0.confidence)) sure" } }

    /// With a decimal where whole percents would be the same.
    private static func shortfall(_ confidence: Double, of least: Double) -> String {
        let whole = (Percentage.spoken(confidence), Percentage.spoken(least))
        let (sure, needed) =
            whole.0 == whole.1
            ? (String(format: "%.1f %%", confidence * 100), String(format: "%.1f %%", least * 100)) : whole
        return "\(sure) sure, \(needed) needed"
    }
}

extension Visit.Surroundings {
    /// What is known of both sides; in one phrase where the device rested about as far away.
    fileprivate func words(_ visit: Visit) -> [String] {
        func rested(_ term: Visit.Term) -> Bool {
            visit.assessment?.reasons.contains { $0.term == term && $0.weight < 0 } ?? false
        }
        let (before, after) = (before.flatMap(\.ifOutside), after.flatMap(\.ifOutside))
        let (restedBefore, restedAfter) = (rested(.restBefore), rested(.restAfter))
        if let before, let after, restedBefore, restedAfter {
            let (near, far) = (min(before.edgeMeters, after.edgeMeters), max(before.edgeMeters, after.edgeMeters))
            if far <= near * 1.25 + 50 {
                return ["the phone rested \(Distance.spoken(meters: near)) away before and after"]
            }
        }
        return [
            before.map { "the phone \(restedBefore ? "rested" : "was") \($0.words) before" },
            after.map { "the phone \(restedAfter ? "rested" : "was") \($0.words) after" },
        ].compactMap(\.self)
    }
}

extension Visit.Surroundings.Sighting {
    fileprivate var ifOutside: Self? { edgeMeters > 0 ? self : nil }

    fileprivate var words: String {
        "\(Distance.spoken(meters: edgeMeters)) away \(Duration.spoken(seconds: Int(max(0, seconds))))"
    }
}

extension Duration {
    /// `45 s`, `12 min`, `1 h 05 min`.
    package static func spoken(seconds: Int) -> String {
        let minutes = seconds / 60
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(minutes) min"
        default: "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
        }
    }
}

/// Shares in the words of people.
package enum Percentage {
    /// `53 %` for 0.53.
    package static func spoken(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}

/// Distances in the words of people.
package enum Distance {
    /// `70 m`, `1.2 km`, `1,340 km`; to ten metres below a kilometre.
    package static func spoken(meters: Double) -> String {
        switch meters {
        case ..<995: "\(Int((meters / 10).rounded()) * 10) m"
        case ..<99_950: String(format: "%.1f km", meters / 1_000)
        default: "\(thousands(Int((meters / 1_000).rounded()))) km"
        }
    }

    /// Whole metres; a distance that no fix on earth has, as a phone may report of its accuracy, is a million kilometres.
    package static func whole(meters: Double) -> Int { Int(min(max(meters, -1e9), 1e9).rounded()) }

    private static func thousands(_ number: Int) -> String {
        number < 1_000 ? "\(number)" : thousands(number / 1_000) + "," + String(format: "%03d", number % 1_000)
    }
}
