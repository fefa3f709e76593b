internal import GeofenceEngine
internal import VisitModel

extension DeviceTimeline {
    mutating func observe(
        _ fix: Fix,
        _ reports: [TransitionReport],
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) {
        recordSane(fix, horizonSeconds: context.policy.visits.horizonSeconds)
        let point = EarthPoint(fix.coordinate)
        if cache.needsCatalog(at: fix.time) {
            enter(context.history.catalog(at: fix.time), context, fix, into: &journal)
        }
        let catalog = cache.catalog
        leaveForeignFences(catalog, context.policy, fix, into: &journal)
        var fix = fix
        if watching == .locationOff, !contradictsLocationOff(fix, context, into: &journal) {
            fix.flags.insert(.locationOff)
        }
        select(fix, at: point, context, into: &journal)
        // The tracks alone, because the evaluator would be copied for each fix.
        let tracks = evaluator.tracks
        builder.recordPosition(fix, at: point, catalog: catalog, policy: context.policy) { tracks.contains($0) }
        var transitions: [FenceTransition] = []
        let tracked = evaluator.tracks.count
        if reports.isEmpty {
            evaluator.observe(
                fix,
                at: point,
                watched: cache.watched,
                catalog: catalog,
                policy: context.policy
            ) { transitions.append($0) }
        } else {
            evaluator.observe(
                fix,
                reports: reports,
                at: point,
                watched: cache.watched,
                catalog: catalog,
                policy: context.policy
            ) { transitions.append($0) }
        }
        follow(transitions, catalog, context.policy, fix, into: &journal)
        builder.recordRest(fix, policy: context.policy)
        // A fence that was kept because the member was in it gives its slot to a nearer one as soon as the stay is
        // over: an app that sends fixes only at geofences may send no other fix for hours.
        if evaluator.tracks.count < tracked { select(fix, at: point, context, into: &journal) }
    }

    mutating func follow(
        _ transitions: [FenceTransition],
        _ catalog: FenceCatalog,
        _ policy: EvaluationPolicy,
        _ fix: Fix?,
        into journal: inout TimelineJournal
    ) {
        for transition in transitions {
            var changes: [VisitBuilder.Change] = []
            builder.apply(
                transition,
                catalog: catalog,
                tracks: evaluator.tracks,
                device: device.id,
                policy: policy
            ) { changes.append($0) }
            guard let trigger else { continue }
            for change in changes {
                switch change {
                case .entered(let stay, let time):
                    append(.entered(stay, at: time), fix, into: &journal)
                    journal.record(stay, touchedAt: trigger)
                case .dwelled(let stay, let time):
                    dwells[stay.key, default: 0] += 1
                    append(.dwelled(stay, at: time), fix, into: &journal)
                    journal.record(stay, touchedAt: trigger)
                case .exited(let stay, let time):
                    append(.exited(stay, at: time), fix, into: &journal)
                    journal.record(stay, touchedAt: trigger)
                    builder.recordVisit(stay, catalog: catalog)
                case .grew(let stay): journal.record(stay, touchedAt: trigger)
                }
            }
        }
    }

    /// Ends the stays at facilities that are no longer on the member's list.
    mutating func leaveForeignFences(
        _ catalog: FenceCatalog,
        _ policy: EvaluationPolicy,
        _ fix: Fix?,
        into journal: inout TimelineJournal
    ) {
        guard !evaluator.tracks.isEmpty, let allowed = cache.memberFences else { return }
        var transitions: [FenceTransition] = []
        evaluator.endStays(unless: { allowed.contains($0) }) { transitions.append($0) }
        follow(transitions, catalog, policy, fix, into: &journal)
    }

    /// Switches to the fence catalogue of another time; a fence that changed or is missing in it ends its stays.
    mutating func enter(
        _ catalog: FenceCatalog,
        _ context: TimelineContext,
        _ fix: Fix?,
        into journal: inout TimelineJournal
    ) {
        let before = cache.previousCatalog(context.history, lastInput: evaluator.lastUsable?.time)
        cache.enter(catalog)
        guard let before, before !== catalog else { return }
        var transitions: [FenceTransition] = []
        evaluator.endStays(unless: { before[$0]?.geofence == catalog[$0]?.geofence && catalog[$0] != nil }) {
            transitions.append($0)
        }
        follow(transitions, before, context.policy, fix, into: &journal)
    }

    mutating func append(_ kind: TimelineJournal.Kind, _ fix: Fix?, into journal: inout TimelineJournal) {
        guard let trigger else { return }
        journal.append(TimelineJournal.Entry(trigger: trigger, ordinal: entriesAtTrigger, fix: fix, kind: kind))
        entriesAtTrigger += 1
    }

    /// Moves the time that the horizon is counted from.
    ///
    /// A fix far ahead of all others, or the very first one, may come from a wrong clock: it moves the horizon only
    /// when a second fix confirms it.
    private mutating func recordSane(_ fix: Fix, horizonSeconds: Double) {
        if let newest = newestSane, newest.seconds(to: fix.time) <= horizonSeconds {
            newestSane = max(newest, fix.time)
            return
        }
        if let before = evaluator.lastUsable?.time, newestSane.map({ before > $0 }) ?? true,
            before.seconds(to: fix.time) <= horizonSeconds
        {
            newestSane = fix.time
        }
    }
}
