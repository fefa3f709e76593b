internal import GeofenceEngine
internal import VisitModel

/// Something that a device sent, and when it was received.
struct ReceivedInput: Sendable {
    /// What it sent.
    let input: DeviceInput
    /// When it was received; `nil` where nothing says so, as in most files.
    let receivedAt: Timestamp?
}

/// Validates the inputs of one device by themselves, before their place in the order of time matters, and corrects the times
/// of a clock that runs ahead.
///
/// The only way in for files, live requests and simulated phones, so that all are judged alike. A fix that can't be used is
/// refused; any other input with such a time is dated by its receipt.
struct InputScreening {
    /// What is accepted.
    let policy: EvaluationPolicy.Hygiene
    /// Now: when inputs are taken to be received that don't say so.
    ///
    /// The times of those are not corrected.
    let now: Timestamp

    /// What became of inputs.
    struct Outcome {
        /// Those accepted, with corrected times, in the order in which they came.
        var accepted: [DeviceInput] = []
        /// The fixes that were refused, as they came.
        var refused: [(fix: Fix, rejection: FixRejection)] = []
        /// How many fixes there were.
        var fixCount = 0
        /// How many of them named no accuracy.
        var unknownAccuracyCount = 0
        /// How many of those accepted have a corrected time.
        var correctedCount = 0
    }

    /// Validates inputs.
    ///
    /// - Parameters:
    ///   - inputs: what the device sent, in any order.
    ///   - clock: what is known of the device's clock; learns from the fixes.
    /// - Returns: what became of them.
    func screen(_ inputs: [ReceivedInput], clock: inout ClockEstimate) -> Outcome {
        let readings = readings(of: inputs, &clock)
        var outcome = Outcome()
        outcome.accepted.reserveCapacity(inputs.count)
        var redatedCount: Int64 = 0
        for (index, received) in inputs.enumerated() {
            let reading = readings.isEmpty ? .right : readings[index]
            let input = received.input
            guard let fix = input.fix else {
                var time = correctedTime(of: input, received.receivedAt, reading)
                if time == nil, let receivedAt = received.receivedAt {
                    // Several that are dated by one receipt stay in the order in which they came.
                    time = Timestamp(milliseconds: receivedAt.milliseconds + redatedCount)
                    redatedCount += 1
                }
                outcome.accepted.append(time.map { $0 == input.time ? input : input.moved(to: $0) } ?? input)
                continue
            }
            outcome.fixCount += 1
            if fix.horizontalAccuracy == nil { outcome.unknownAccuracyCount += 1 }
            let receivedAt = received.receivedAt ?? now
            let corrected = reading == .right ? fix : fix.corrected(by: reading)
            // A broken date stays one, whatever the clock's offset takes off it.
            let rejection =
                (reading == .right ? nil : broken(fix, receivedAt))
                ?? FixHygiene.judge(corrected, receivedAt: receivedAt, policy: policy)
            if let rejection {
                outcome.refused.append((fix, rejection))
                continue
            }
            if reading.offsetMilliseconds > 0 { outcome.correctedCount += 1 }
            outcome.accepted.append(reading == .right ? input : input.withFix { $0 = corrected })
        }
        return outcome
    }

    /// What becomes of fixes of which none can be accepted, whatever is known of the device's clock: the device need not
    /// be made known for them.
    ///
    /// - Parameter inputs: what a device sent.
    /// - Returns: all of them, refused; `nil` where one may be accepted, or is no fix.
    func refusedAltogether(_ inputs: [ReceivedInput]) -> Outcome? {
        var outcome = Outcome()
        for received in inputs {
            guard let fix = received.input.fix else { return nil }
            let receivedAt = received.receivedAt ?? now
            let isCorrectable = received.receivedAt != nil && policy.futureToleranceSeconds != nil
            let rejection =
                isCorrectable
                ? broken(fix, receivedAt) : FixHygiene.judge(fix, receivedAt: receivedAt, policy: policy)
            guard let rejection else { return nil }
            outcome.fixCount += 1
            if fix.horizontalAccuracy == nil { outcome.unknownAccuracyCount += 1 }
            outcome.refused.append((fix, rejection))
        }
        return outcome
    }

    /// Why a fix is refused before its clock is corrected: a clock that is 26 hours ahead at most is no reason.
    private func broken(_ fix: Fix, _ receivedAt: Timestamp) -> FixRejection? {
        var policy = policy
        policy.futureToleranceSeconds = policy.futureToleranceSeconds.map { max($0, ClockEstimate.greatestLeadSeconds) }
        return FixHygiene.judge(fix, receivedAt: receivedAt, policy: policy)
    }

    /// What is known of the clock at each input; empty where all clocks are right.
    private func readings(of inputs: [ReceivedInput], _ clock: inout ClockEstimate) -> [ClockEstimate.Reading] {
        guard let tolerance = policy.futureToleranceSeconds else { return [] }
        let places = Self.byReceipt(inputs)
        var readings: [ClockEstimate.Reading] = []
        var start = 0
        while start < places.count {
            var delivery = ClockDelivery(receivedAt: places[start].receivedAt)
            var end = start
            while end < places.count, delivery.includes(receivedAt: places[end].receivedAt) {
                let (index, receivedAt) = places[end]
                if let fix = inputs[index].input.fix,
                    !FixHygiene.isTooEarly(fix.time, receivedAt: receivedAt, policy: policy)
                {
                    delivery.add(fix.time, receivedAt: receivedAt)
                }
                end += 1
            }
            let reading = clock.observe(delivery, toleranceSeconds: tolerance)
            if reading != .right {
                if readings.isEmpty { readings = Array(repeating: .right, count: inputs.count) }
                for place in places[start..<end] { readings[place.index] = reading }
            }
            start = end
        }
        return readings
    }

    /// The places of inputs that say when they were received, in the order of receipt.
    private static func byReceipt(_ inputs: [ReceivedInput]) -> [(index: Int, receivedAt: Timestamp)] {
        var places: [(index: Int, receivedAt: Timestamp)] = []
        for (index, input) in inputs.enumerated() {
            if let receivedAt = input.receivedAt { places.append((index, receivedAt)) }
        }
        let isSorted = zip(places, places.dropFirst()).allSatisfy { $0.receivedAt <= $1.receivedAt }
        return isSorted ? places : places.sorted { $0.receivedAt < $1.receivedAt }
    }

    /// The time of an input without a fix, by the device's corrected clock; `nil` where that is impossible.
    private func correctedTime(
        of input: DeviceInput,
        _ receivedAt: Timestamp?,
        _ reading: ClockEstimate.Reading
    ) -> Timestamp? {
        if case .passed = input { return input.time }
        guard let receivedAt, let tolerance = policy.futureToleranceSeconds else { return input.time }
        guard !FixHygiene.isTooEarly(input.time, receivedAt: receivedAt, policy: policy) else { return nil }
        let lead = receivedAt.seconds(to: input.time)
        guard lead <= max(tolerance, ClockEstimate.greatestLeadSeconds),
            lead - Double(reading.offsetMilliseconds) / 1000 <= tolerance
        else { return nil }
        return Timestamp(milliseconds: input.time.milliseconds - reading.offsetMilliseconds)
    }
}

extension Fix {
    /// The fix at its right time, and marked where the clock seems to be behind.
    fileprivate func corrected(by reading: ClockEstimate.Reading) -> Fix {
        var fix = self
        fix.time = Timestamp(milliseconds: time.milliseconds - reading.offsetMilliseconds)
        if reading.seemsBehind { fix.flags.insert(.clockBehind) }
        return fix
    }
}
