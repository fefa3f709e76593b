public import VisitModel

/// Every threshold that stands between a fix and a counted visit.
///
/// One value, so that a policy can be read, compared, stored with each visit and changed from a file. Every field says
/// its unit, its default and why. `standard` is what Footfall recommends; `bare` is the plain rule "inside is distance
/// not over radius" that other programs use, for comparison.
public struct EvaluationPolicy: Hashable, Sendable {
    /// A name for reports, stored on each visit together with a digest of the values.
    public var name: String
    /// What is done with a fix before anything else looks at it.
    public var hygiene: Hygiene
    /// When a fence is entered and left.
    public var evaluation: Evaluation
    /// How entries and exits become visits.
    public var visits: Visits
    /// How sure a visit has to be.
    public var confidence: Confidence

    /// Which fixes are believed.
    public struct Hygiene: Hashable, Sendable {
        /// The accuracy, in metres, taken for a fix that names none; 30 m, the field's usual for a phone outdoors and in.
        public var assumedAccuracyMeters: Double
        /// A fix worse than this many metres is dropped; `nil` (the default) keeps all, for the evaluator weighs them.
        public var maximumAccuracyMeters: Double?
        /// A fix that needs more than this many metres a second from both neighbours, while they agree with each other,
        /// is dropped; 60 m/s, over any road.
        ///
        /// `nil` keeps it.
        public var maximumImpliedSpeed: Double?
        /// A fix dated before this is a clock fault; the default is 2008-01-01, before any phone had an app that could
        /// send it.
        ///
        /// It catches 1901, 1970 and every date 1024 weeks early until 2027. `nil` believes all.
        public var earliestPlausibleTime: Timestamp?
        /// A fix dated more than this many seconds after it was received proves that the phone's clock is ahead; 120, more
        /// than a good clock and a network disagree by.
        ///
        /// Its times are corrected where the receive time is known (`ClockEstimate`); a fix that still lies in the future is
        /// dropped. `nil` takes every time as it is.
        public var futureToleranceSeconds: Double?
    }

    /// When a fence is entered and left.
    public struct Evaluation: Hashable, Sendable {
        /// A fix worse than this many metres moves no fence narrower than twice that; 100 m.
        ///
        /// `nil`: no limit. A circle is as broad as its radius, a polygon as twice its area by its perimeter.
        ///
        /// A cell-tower fix (1 to 15 km off) must change nothing; Wi-Fi indoors is 20 to 100 m.
        public var accuracyLimitMeters: Double?
        /// Whether accuracy counts in the inside test: the root mean square of the distance, √(d² + σ²), must be within
        /// the radius, which is where the probability of being inside passes one half.
        ///
        /// Default true.
        public var weighsAccuracy: Bool
        /// How far beyond the edge, in metres, an exit must be at least; 20 m, against jitter at the edge.
        public var exitBufferMeters: Double
        /// The same as a share of the fence's breadth; 0.1.
        ///
        /// The larger of the two is taken.
        public var exitBufferShare: Double
        /// The share of fixes that lie about where they are; 0.02.
        ///
        /// No fix by itself speaks more surely for inside or outside than that: 49 to 1.
        public var outlierShare: Double
        /// Up to this many fixes in a row at exactly one point are one reading, and no witnesses for each other; 3.
        ///
        /// No sensor measures the same seven decimals twice: the phone handed out what it had in store, which is how a
        /// wrong place comes in twos and threes. A phone that goes on saying so is at rest there. 0: every fix is a witness.
        public var repeatedPointFixes: Double
        /// How long, in seconds, inside fixes must span before Entered is told; 60 s.
        ///
        /// A drive through 150 m at 50 km/h takes 22 s.
        public var entryConfirmationSeconds: Double
        /// How long, in seconds, after the first fix beyond the buffer a second one must confirm the exit; 20 s, as iOS
        /// holds its regions.
        ///
        /// 0: the first decides.
        public var exitConfirmationSeconds: Double
        /// The time between two fixes inside is no part of the dwell where those in between are together this many times
        /// likelier outside than inside; 500.
        ///
        /// Two good fixes 20 m outside, or five poor ones: who walks past and sits down next door does not leave the
        /// buffer, and dwells elsewhere. Infinity: all time between fixes inside is.
        public var absenceOdds: Double
        /// Up to this many seconds between two fixes the crossing is dated at the fix inside; 120 s.
        ///
        /// After a longer silence it is dated by the travel time from the edge.
        public var denseGapSeconds: Double
        /// How fast, in metres a second, a member travels between the edge and the first fix beyond a silence; 10 m/s,
        /// a car in a city.
        ///
        /// Walking it would matter only to stays within a minute of the threshold.
        public var travelSpeed: Double
        /// A first fix inside that reports at least this speed, in metres a second, has just come in, whatever the silence
        /// before: its depth inside the edge is the way it came at that speed; 0.5 m/s, below which is noise.
        ///
        /// Who walks or drives past has not been inside since the last fix outside. A first fix outside, too, has gone the
        /// way from the edge, or its last 500 m, at the speed that it reports. A stay that was only seen on the move is not
        /// bridged over half an hour or less to where the phone is at rest, or as far on as it may have gone; and one reading
        /// at rest just outside, between rest inside and a silence, ends none. Infinity: no matter.
        public var movingSpeed: Double
        /// A fix inside that reports at least this speed, in metres a second, is of somebody who drives; 4 m/s, faster than
        /// anybody walks and than cars are parked.
        ///
        /// A stay of which nothing else was seen is not bridged over a silence whose end finds the phone over 500 m away.
        /// Infinity: it is.
        public var drivingSpeed: Double
        /// What the phone's system says of a fence is heard with a fix that is at most this many metres off; 250 m.
        ///
        /// With a claim of being inside the fix counts as one inside where its circle of accuracy reaches the fence; with
        /// one of having left a single fix beyond the edge ends the stay, and one that is not is no proof of being inside.
        /// A fix worse than this, or elsewhere, is an ordinary one. Systems decide from positions of 20 to 150 m, and
        /// AOSP's would enter a fence by a cell two kilometres wide. 0: no claim is heard.
        public var claimAccuracyLimitMeters: Double
        /// Whether an exit is dated at the fix that showed it, whatever the silence before; default false.
        public var datesExitAtFirstFixOutside: Bool
    }

    /// How entries and exits become visits.
    public struct Visits: Hashable, Sendable {
        /// A re-entry within this many seconds of the exit continues the visit; 600 s.
        ///
        /// 0 never does.
        public var mergeGapSeconds: Double
        /// … unless an accepted fix in between lay farther beyond the edge, in metres, less its accuracy; 100 m.
        public var mergeBeyondMeters: Double
        /// Silence longer than this many seconds ends a visit at its last proof; 4 h.
        ///
        /// `nil`: never.
        public var silenceLimitSeconds: Double?
        /// The same after the phone reported inside that it had stopped moving; 16 h.
        public var stationarySilenceLimitSeconds: Double?
        /// Two proofs no farther apart than this many seconds prove what lies between them; 900 s, for phones at rest
        /// send every 5 to 15 minutes.
        ///
        /// A longer gap is bridged and the visit `inferred`.
        public var continuousGapSeconds: Double
        /// How many times likelier inside than outside the fixes of a stay must be together before Dwell is told; 1.
        ///
        /// Those at the edge in between speak too: a stay that most of them lie outside of was one next door. 0: no matter.
        public var dwellOdds: Double
        /// Whether a visit with a bridged gap counts; default true.
        public var countsInferred: Bool
        /// Whether at most one visit a member, facility and local day counts; default false.
        public var countsOncePerDay: Bool
        /// Whether both of two visits count that overlap for more than half of the shorter; default false: the one
        /// deeper inside counts.
        public var countsOverlapping: Bool
        /// Whether a visit counts that a mock fix stands behind; default false.
        public var countsMock: Bool
        /// How far before the device's newest sane fix, in seconds, late input is still evaluated; 48 h.
        public var horizonSeconds: Double
    }
}
