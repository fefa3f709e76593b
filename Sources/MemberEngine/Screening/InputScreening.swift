package import DeviceEngine
package import GeofenceEngine
package import VisitModel

package struct ReceivedInput: Sendable {
    package let input: DeviceInput
    /// `nil` where none is given, as in most files.
    package let receivedAt: Timestamp?

    package init(input: DeviceInput, receivedAt: Timestamp?) {
        self.input = input
        self.receivedAt = receivedAt
    }
}

extension ReceivedInput {
    /// The input of a record that says when the phone was alive after its fix, and still there.
    package init(heartbeatAt time: Timestamp, receivedAt: Timestamp?) {
        self.init(input: .changed(.heartbeat, at: time), receivedAt: receivedAt)
    }
}

/// Validates the inputs of one device by themselves, before their order in time matters, and corrects the times of a
/// clock that runs ahead.
///
/// It is the only entry for files, live requests and simulated phones, so that the same rules apply to all. An invalid
/// fix is refused; any other input with an invalid time gets its receive time.
package struct InputScreening {
    private let policy: EvaluationPolicy.Hygiene
    /// The current time, and the receive time of inputs without one, whose times are not corrected.
    private let now: Timestamp

    package init(policy: EvaluationPolicy.Hygiene, now: Timestamp) {
        self.policy = policy
        self.now = now
    }

    package struct Outcome {
        /// The accepted inputs, with corrected times, in the order in which they came.
        package var accepted: [DeviceInput] = []
        /// The refused fixes, unchanged.
        package var refused: [(fix: Fix, rejection: FixRejection)] = []
        var fixCount = 0
        var unknownAccuracyCount = 0
        /// The number of accepted fixes with a corrected time.
        var correctedCount = 0
        /// The accepted fixes with a receive time by delivery, in the order of arrival, where some are far behind others
        /// before them.
        ///
        /// Empty in most cases.
        var deliveries: [ClockAlternation.Delivery] = []
        /// The newest receive time; `nil` where none is given.
        var newestReceipt: Timestamp?
    }

    /// Validates inputs, in any order; the fixes update the estimate of the device's clock.
    package func screen(_ inputs: [ReceivedInput], clock: inout ClockEstimate) -> Outcome {
        let receipts = Self.byReceipt(inputs)
        let clockErrors = clockErrors(of: inputs, receipts, &clock)
        var refusedIndices: [Int] = []
        var outcome = Outcome()
        outcome.newestReceipt = receipts.last?.time
        outcome.accepted.reserveCapacity(inputs.count)
        var redatedCount: Int64 = 0
        // Not an iterator, which would copy each input.
        for index in inputs.indices {
            let clockError = clockErrors.isEmpty ? .zero : clockErrors[index]
            guard let fix = inputs.span[index].input.fix else {
                let (input, receivedAt) = (inputs[index].input, inputs[index].receivedAt)
                var time = correctedTime(of: input, receivedAt, clockError)
                if time == nil, let receivedAt {
                    // Inputs with the same receive time stay in the order in which they came.
                    time = Timestamp(milliseconds: receivedAt.milliseconds + redatedCount)
                    redatedCount += 1
                }
                outcome.accepted.append(time.map { $0 == input.time ? input : input.moved(to: $0) } ?? input)
                continue
            }
            outcome.fixCount += 1
            if fix.horizontalAccuracy == nil { outcome.unknownAccuracyCount += 1 }
            let receivedAt = inputs.span[index].receivedAt ?? now
            let corrected = clockError == .zero ? fix : fix.corrected(by: clockError)
            // An invalid date stays invalid, whatever clock offset is subtracted.
            let rejection =
                (clockError == .zero ? nil : broken(fix, receivedAt))
                ?? FixHygiene.validate(corrected, receivedAt: receivedAt, policy: policy)
            if let rejection {
                outcome.refused.append((fix, rejection))
                refusedIndices.append(index)
                continue
            }
            if clockError.offsetMilliseconds > 0 { outcome.correctedCount += 1 }
            if clockError == .zero {
                outcome.accepted.append(inputs.span[index].input)
            } else {
                outcome.accepted.append(inputs[index].input.withFix { $0 = corrected })
            }
        }
        if policy.futureToleranceSeconds != nil {
            outcome.deliveries = deliveries(of: inputs, receipts, clockErrors, without: refusedIndices, clock)
        }
        return outcome
    }

    /// The fixes with a receive time by delivery, in the order of arrival; empty where none is far behind one before it.
    private func deliveries(
        of inputs: [ReceivedInput],
        _ receipts: [Receipt],
        _ clockErrors: [ClockEstimate.ClockError],
        without refused: [Int],
        _ clock: ClockEstimate
    ) -> [ClockAlternation.Delivery] {
        func time(of index: Int) -> Timestamp? {
            guard let time = inputs.span[index].input.fix?.time else { return nil }
            guard !clockErrors.isEmpty else { return time }
            return Timestamp(milliseconds: time.milliseconds - clockErrors[index].offsetMilliseconds)
        }
        var front = clock.alternation.front
        let isBehind = receipts.contains { receipt in
            guard let time = time(of: receipt.index) else { return false }
            if let front, ClockAlternation.isBehind(time, front) { return true }
            front = max(front ?? time, time)
            return false
        }
        guard isBehind else { return [] }
        let refused = Set(refused)
        var (fixes, deliveries): ([ClockAlternation.FixKey], [(receivedAt: Timestamp, end: Int)]) = ([], [])
        fixes.reserveCapacity(receipts.count)
        for receipt in receipts where !refused.contains(receipt.index) {
            guard let time = time(of: receipt.index), let fix = inputs.span[receipt.index].input.fix else { continue }
            fixes.append(ClockAlternation.FixKey(time: time, coordinate: fix.coordinate))
            if let last = deliveries.last, last.receivedAt == receipt.time {
                deliveries[deliveries.endIndex - 1].end += 1
            } else {
                deliveries.append((receipt.time, fixes.count))
            }
        }
        var start = 0
        return deliveries.map { delivery in
            defer { start = delivery.end }
            return ClockAlternation.Delivery(receivedAt: delivery.receivedAt, fixes: fixes[start..<delivery.end])
        }
    }

    /// The outcome of fixes of which none can be accepted, whatever the estimate of the device's clock.
    ///
    /// `nil` where one of the inputs may be accepted, or is no fix. Otherwise their device need not be created.
    package func refusedAltogether(_ inputs: [ReceivedInput]) -> Outcome? {
        var outcome = Outcome()
        for received in inputs {
            guard let fix = received.input.fix else { return nil }
            let receivedAt = received.receivedAt ?? now
            let isCorrectable = received.receivedAt != nil && policy.futureToleranceSeconds != nil
            let rejection =
                isCorrectable
                ? broken(fix, receivedAt) : FixHygiene.validate(fix, receivedAt: receivedAt, policy: policy)
            guard let rejection else { return nil }
            outcome.fixCount += 1
            if fix.horizontalAccuracy == nil { outcome.unknownAccuracyCount += 1 }
            outcome.refused.append((fix, rejection))
        }
        return outcome
    }

    /// The reason to refuse a fix before its clock is corrected; a clock up to 26 hours ahead is accepted.
    private func broken(_ fix: Fix, _ receivedAt: Timestamp) -> FixRejection? {
        var policy = policy
        policy.futureToleranceSeconds = policy.futureToleranceSeconds.map { max($0, ClockEstimate.greatestLeadSeconds) }
        return FixHygiene.validate(fix, receivedAt: receivedAt, policy: policy)
    }

    /// The errors of the clock for the inputs; empty where no time needs a correction.
    private func clockErrors(
        of inputs: [ReceivedInput],
        _ receipts: [Receipt],
        _ clock: inout ClockEstimate
    ) -> [ClockEstimate.ClockError] {
        guard let tolerance = policy.futureToleranceSeconds else { return [] }
        var clockErrors: [ClockEstimate.ClockError] = []
        var start = 0
        while start < receipts.count {
            var delivery = ClockDelivery(receivedAt: receipts[start].time)
            var end = start
            while end < receipts.count, delivery.includes(receivedAt: receipts[end].time) {
                let (index, receivedAt) = (receipts[end].index, receipts[end].time)
                if let time = inputs.span[index].input.fix?.time,
                    !FixHygiene.isTooEarly(time, receivedAt: receivedAt, policy: policy)
                {
                    delivery.add(time, receivedAt: receivedAt)
                }
                end += 1
            }
            if clock.wasAhead, let part = receiptsByWrongClock(receipts[start..<end], inputs, &clock) {
                if clockErrors.isEmpty { clockErrors = Array(repeating: .zero, count: inputs.count) }
                for receipt in receipts[part.range] { clockErrors[receipt.index] = part.error }
                start = end
                continue
            }
            let correction = clock.observe(delivery, toleranceSeconds: tolerance)
            if !correction.isNone {
                if clockErrors.isEmpty { clockErrors = Array(repeating: .zero, count: inputs.count) }
                for receipt in receipts[start..<end] {
                    let lead = inputs[receipt.index].input.time.milliseconds - receipt.time.milliseconds
                    clockErrors[receipt.index] = correction.error(ofLead: lead)
                }
            }
            start = end
        }
        return clockErrors
    }

    /// The receipts of a delivery before the clock was set right, with its error for them; `nil` where the delivery does
    /// not show that.
    private func receiptsByWrongClock(
        _ delivery: ArraySlice<Receipt>,
        _ inputs: [ReceivedInput],
        _ clock: inout ClockEstimate
    ) -> (range: Range<Int>, error: ClockEstimate.ClockError)? {
        let fixes = delivery.indices.filter { place in
            guard let fix = inputs[delivery[place].index].input.fix else { return false }
            return !FixHygiene.isTooEarly(fix.time, receivedAt: delivery[place].time, policy: policy)
        }
        guard let last = delivery.last?.time,
            let setRight = clock.setRight(in: fixes.map { inputs[delivery[$0].index].input.time }, receivedAt: last)
        else { return nil }
        clock.record(setRight, receivedAt: last)
        return (delivery.startIndex..<fixes[setRight.firstRight], setRight.error)
    }

    private struct Receipt {
        let index: Int
        let time: Timestamp
    }

    /// The receipts of the inputs with a receive time, in order.
    private static func byReceipt(_ inputs: [ReceivedInput]) -> [Receipt] {
        var receipts: [Receipt] = []
        receipts.reserveCapacity(inputs.count)
        for index in inputs.indices {
            if let receivedAt = inputs.span[index].receivedAt {
                receipts.append(Receipt(index: index, time: receivedAt))
            }
        }
        let isSorted = zip(receipts, receipts.dropFirst()).allSatisfy { $0.time <= $1.time }
        return isSorted ? receipts : receipts.sorted { $0.time < $1.time }
    }

    /// The time of an input without a fix, by the device's corrected clock; `nil` where that is impossible.
    private func correctedTime(
        of input: DeviceInput,
        _ receivedAt: Timestamp?,
        _ clockError: ClockEstimate.ClockError
    ) -> Timestamp? {
        if case .passed = input { return input.time }
        guard let receivedAt, let tolerance = policy.futureToleranceSeconds else { return input.time }
        guard !FixHygiene.isTooEarly(input.time, receivedAt: receivedAt, policy: policy) else { return nil }
        let lead = receivedAt.seconds(to: input.time)
        guard lead <= max(tolerance, ClockEstimate.greatestLeadSeconds),
            lead - Double(clockError.offsetMilliseconds) / 1000 <= tolerance
        else { return nil }
        return Timestamp(milliseconds: input.time.milliseconds - clockError.offsetMilliseconds)
    }
}

extension Fix {
    /// The fix with its corrected time, flagged where that was necessary, or the clock seems to be behind.
    fileprivate func corrected(by clockError: ClockEstimate.ClockError) -> Fix {
        var fix = self
        fix.time = Timestamp(milliseconds: time.milliseconds - clockError.offsetMilliseconds)
        if clockError.seemsBehind { fix.flags.insert(.clockBehind) }
        if clockError.offsetMilliseconds > 0 { fix.flags.insert(.clockCorrected) }
        return fix
    }
}
