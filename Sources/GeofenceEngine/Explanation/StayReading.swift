public import VisitModel

/// How one fence sees the fixes of one device, fix by fix, and which time they prove: for pictures and explanations.
///
/// The fixes go through the same validation and the same evaluator as in a timeline, with this fence as the only one.
/// What depends on other fences is missing: the share between neighbours, and whether the fence was registered at all.
/// No decision uses it.
public struct StayReading: Hashable, Sendable {
    /// The fixes in order of time.
    public private(set) var fixes: [FixReading] = []
    /// The time between fixes inside, in order; consecutive spans of one kind are one.
    public private(set) var spans: [Span] = []

    /// A fix, with what the phone's system reported with it.
    public struct Input: Hashable, Sendable {
        /// The fix.
        public let fix: Fix
        /// The reports, about any fence.
        public let reports: [TransitionReport]

        /// Creates an input.
        public init(_ fix: Fix, reports: [TransitionReport] = []) {
            self.fix = fix
            self.reports = reports
        }
    }

    /// The time between two fixes inside.
    public struct Span: Hashable, Sendable {
        /// What the fixes show of the time.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Fixes inside, close together or with a report of rest, prove it.
            case proven
            /// A gap in fixes that was bridged.
            case bridged
            /// Fixes in between show the device elsewhere.
            case absent
        }

        /// The kind.
        public let kind: Kind
        /// The time of the fix inside that begins it.
        public let start: Timestamp
        /// The time of the fix inside that ends it.
        public let end: Timestamp

        /// Creates a span.
        public init(_ kind: Kind, from start: Timestamp, to end: Timestamp) {
            self.kind = kind
            self.start = start
            self.end = end
        }
    }

    /// Reads fixes in order of time; those long before a stay show the device's pace and where it came from.
    public init(_ inputs: [Input], at fence: Fence, policy: EvaluationPolicy) {
        let ignored = Self.ignored(inputs, policy.hygiene)
        let catalog = FenceCatalog([fence])
        let watched = WatchedFences([fence.key], in: catalog)
        var evaluator = GeofenceEvaluator()
        // Of the last stay: the first fix inside, and whether all were one reading of the position, which proves no time.
        var (firstAt, isSingle): (Timestamp?, Bool) = (nil, false)
        for (index, input) in inputs.enumerated() {
            let (fix, point) = (input.fix, EarthPoint(input.fix.coordinate))
            let edge = fence.signedDistance(to: fix.coordinate, point)
            if let reason = ignored[index] {
                fixes.append(FixReading(fix, edgeMeters: edge, .ignored(reason)))
                continue
            }
            let before = evaluator.tracks.first?.proof
            var end: Timestamp?
            evaluator.observe(
                fix,
                reports: input.reports,
                at: point,
                watched: watched,
                catalog: catalog,
                policy: policy
            ) { transition in
                if case .exited(_, at: _, beyondMeters: _, repeatedPosition: _, let evidence) = transition {
                    end = evidence.proof.lastAt
                }
            }
            if let end, let before, end < before.lastAt { takeBack(after: end, at: fence, policy) }
            let proof = evaluator.tracks.first?.proof
            if let proof {
                if proof.firstAt != firstAt, isSingle { bridge(from: firstAt) }
                (firstAt, isSingle) = (proof.firstAt, proof.isSingleReading)
            }
            let isProof = proof.map { $0.count > 0 && $0.lastAt == fix.time } ?? false
            fixes.append(
                FixReading(
                    fix,
                    edgeMeters: edge,
                    isProof ? .inside : Self.side(fix, edgeMeters: edge, fence, policy)
                )
            )
            if isProof, let before, let proof, before.count > 0, proof.firstAt == before.firstAt {
                append(Self.span(from: before, to: proof))
            }
        }
        if isSingle { bridge(from: firstAt) }
    }

    /// Takes back what was shown after the end of a stay, where later fixes dated it earlier.
    private mutating func takeBack(after end: Timestamp, at fence: Fence, _ policy: EvaluationPolicy) {
        spans = spans.filter { $0.start < end }
        if let last = spans.last, last.end > end { spans[spans.count - 1] = Span(last.kind, from: last.start, to: end) }
        fixes = fixes.map { reading in
            guard reading.side == .inside, reading.fix.time > end else { return reading }
            let side = Self.side(reading.fix, edgeMeters: reading.edgeMeters, fence, policy)
            return FixReading(reading.fix, edgeMeters: reading.edgeMeters, side)
        }
    }

    /// Makes the proven spans since a time bridged ones.
    private mutating func bridge(from start: Timestamp?) {
        guard let start else { return }
        spans = spans.map { span in
            span.kind == .proven && span.start >= start ? Span(.bridged, from: span.start, to: span.end) : span
        }
    }

    private mutating func append(_ span: Span) {
        guard span.start < span.end else { return }
        if let last = spans.last, last.kind == span.kind, last.end == span.start {
            spans[spans.count - 1] = Span(span.kind, from: last.start, to: span.end)
        } else {
            spans.append(span)
        }
    }

    private static func span(from before: FenceTrack.Proof, to after: FenceTrack.Proof) -> Span {
        let kind: Span.Kind =
            if after.absentSeconds > before.absentSeconds {
                .absent
            } else if after.continuousSeconds > before.continuousSeconds {
                .proven
            } else {
                .bridged
            }
        return Span(kind, from: before.lastAt, to: after.lastAt)
    }

    /// What a fix that is no proof of the stay shows by itself.
    private static func side(
        _ fix: Fix,
        edgeMeters: Double,
        _ fence: Fence,
        _ policy: EvaluationPolicy
    ) -> FixReading.Side {
        let (rules, breadth) = (policy.evaluation, fence.breadthMeters)
        let accuracy = fix.horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        guard rules.isUsable(accuracyMeters: accuracy, breadthMeters: breadth) else { return .coarse }
        let isOutside = rules.isBeyond(edgeMeters: edgeMeters, accuracyMeters: accuracy, breadthMeters: breadth)
        return isOutside ? .outside : .nearEdge
    }

    /// The reasons why fixes are not evaluated, by their index.
    private static func ignored(
        _ inputs: [Input],
        _ policy: EvaluationPolicy.Hygiene
    ) -> [Int: FixReading.IgnoredReason] {
        var ignored: [Int: FixReading.IgnoredReason] = [:]
        var hygiene = FixHygiene()
        var held: Int?
        for (index, fix) in inputs.lazy.map(\.fix).enumerated() {
            if fix.flags.contains(.keptOnly) {
                ignored[index] = .keptOnly
            } else if let rejection = FixHygiene.validate(fix, receivedAt: nil, policy: policy) {
                ignored[index] = .rejected(rejection)
            } else {
                let rejection = hygiene.admit(fix, policy: policy) { _ in }
                if let rejection, let held { ignored[held] = .rejected(rejection) }
                held = hygiene.held == nil ? nil : index
            }
        }
        return ignored
    }
}

/// How one fence sees one fix.
public struct FixReading: Hashable, Sendable {
    /// The fix.
    public let fix: Fix
    /// The distance beyond the fence's edge, in metres; negative inside.
    public let edgeMeters: Double
    /// What it shows.
    public let side: Side

    /// What a fix shows of a stay.
    public enum Side: Hashable, Sendable {
        /// The device was inside.
        case inside
        /// Neither inside nor outside for sure.
        case nearEdge
        /// The device was outside.
        case outside
        /// Too inaccurate to show anything.
        case coarse
        /// Not evaluated.
        case ignored(IgnoredReason)
    }

    /// Why a fix is not evaluated.
    public enum IgnoredReason: Hashable, Sendable {
        /// The validation dropped it.
        case rejected(FixRejection)
        /// It arrived later than the horizon, or is dated by a second clock.
        case keptOnly

        /// The reason as a sentence for a person.
        public var sentence: String {
            switch self {
            case .rejected(let rejection): rejection.sentence
            case .keptOnly:
                "the fix came too late to be evaluated, or is dated by a second clock; it is stored and not evaluated"
            }
        }
    }

    /// Creates a reading.
    public init(_ fix: Fix, edgeMeters: Double, _ side: Side) {
        self.fix = fix
        self.edgeMeters = edgeMeters
        self.side = side
    }
}
