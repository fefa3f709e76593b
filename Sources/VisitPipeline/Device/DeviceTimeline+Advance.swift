internal import GeofenceEngine
internal import VisitModel

extension DeviceTimeline {
    /// Takes inputs in order.
    ///
    /// - Parameters:
    ///   - inputs: sorted, all records of one reading together, after every input taken before.
    ///   - context: the world outside the device.
    ///   - journal: gets what happened.
    mutating func advance(
        through inputs: [DeviceInput],
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        var index = 0
        while index < inputs.count {
            if inputs[index].isClaim {
                let end = inputs.endOfReading(from: index)
                advance(inputs[index..<end], context, into: &journal)
                index = end
            } else {
                advance(inputs[index], context, into: &journal)
                index += 1
            }
        }
    }

    /// Takes the next input.
    ///
    /// - Parameters:
    ///   - input: after every input taken before, and no other record of a reading that came with a claim.
    ///   - context: the world outside the device.
    ///   - journal: gets what happened.
    mutating func advance(_ input: DeviceInput, _ context: TimelineContext, into journal: inout TimelineJournal) {
        begin(input, into: &journal)
        switch input {
        case .fix(let fix): admit(fix, [], context, into: &journal)
        case .claimed(let action, let key, let fix):
            admit(fix, [FenceClaim(action, key)], context, into: &journal)
        case .rebooted:
            lose(registry.reboot(), into: &journal)
            beginAgain()
        case .appUpdated:
            lose(registry.appUpdate(), into: &journal)
            beginAgain()
        case .changed(let change, let time):
            follow(change, at: time, context, into: &journal)
        case .passed(let time):
            pass(to: time, presumes: true, context, into: &journal)
        }
    }

    /// Takes a reading that came several times, at least once with a claim: as one, with all that its records say.
    private mutating func advance(
        _ records: ArraySlice<DeviceInput>,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        // The last claim, and not the plain record after it: another record of the reading is told by that.
        guard let last = records.last(where: \.isClaim), let first = records.first?.fix else { return }
        begin(last, into: &journal)
        let reading = records.reduce(first) { reading, record in record.fix.map(reading.completed) ?? reading }
        let claims = records.compactMap { record in
            if case .claimed(let action, let key, _) = record { FenceClaim(action, key) } else { nil }
        }
        admit(reading, claims, context, into: &journal)
    }

    /// Goes over to the time of an input.
    private mutating func begin(_ input: DeviceInput, into journal: inout TimelineJournal) {
        leaveStretch(before: input.time, into: &journal)
        lastInput = input
        moveTrigger(to: input.time)
    }

    /// Follows the fixes that are believed now that another one has come.
    private mutating func admit(
        _ fix: Fix,
        _ claims: [FenceClaim],
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        let waited = hygiene.held != nil
        var believed: (Fix?, Fix?)
        let rejection = hygiene.admit(fix, policy: context.policy.hygiene) { fix in
            if believed.0 == nil { believed.0 = fix } else { believed.1 = fix }
        }
        if let rejection { journal.count(rejection) }
        // A fix that waited comes first, if it is believed.
        let firstClaims = waited && rejection == nil ? heldClaims : claims
        heldClaims = hygiene.held == nil ? [] : claims
        if let first = believed.0 { observe(first, firstClaims, context, into: &journal) }
        if let second = believed.1 { observe(second, claims, context, into: &journal) }
    }

    /// Begins the entries of another trigger.
    private mutating func moveTrigger(to time: Timestamp) {
        guard trigger != time else { return }
        trigger = time
        entriesAtTrigger = 0
    }
}
