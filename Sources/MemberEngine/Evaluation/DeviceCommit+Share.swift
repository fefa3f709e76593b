package import DeviceEngine
package import GeofenceEngine
package import VisitModel

extension DeviceCommit {
    /// Makes the commit of a device's share; the member's visits are added to the first one.
    init(of share: DeviceShare, _ visits: MemberVisits, _ context: EvaluationContext) {
        let outcome = share.outcome
        self.init(
            device: share.key,
            state: share.state,
            stateFormat: DeviceTimeline.format,
            policyVersion: context.timeline.policyVersion,
            newestFixAt: share.newestSane ?? share.lastInputAt
        )
        basis = share.basis
        dueAt = share.dueAt
        clock = share.clock
        deleteCheckpointsFrom = outcome.forgetsCheckpoints ? .beginningOfTime : outcome.replacesFrom
        checkpoints = outcome.journal.checkpoints.map { Checkpoint(at: $0.at, state: $0.state) }
        forgetCheckpointsBefore = share.newestSane?.advanced(bySeconds: -context.policy.visits.horizonSeconds)
        chunks = outcome.chunks
        intakeThrough = outcome.intakeThrough
        replaceEventsFrom = outcome.replacesFrom
        events = context.events(of: outcome.journal.entries, from: share.device.id, visit: visits.visit)
        removedStays = outcome.removedStays.map(\.text)
        stays = outcome.stays.values
            .sorted { $0.stay.id.rawValue < $1.stay.id.rawValue }
            .compactMap { entry in
                let (stay, touchedAt) = entry
                guard let facility = context.directory.facility(of: stay.key) else { return nil }
                return StoredStay(stay, at: facility, touchedAt: touchedAt, visit: visits.visit(of: stay.id))
            }
    }
}

extension StoredStay {
    fileprivate init(_ stay: Stay, at facility: FacilityID, touchedAt: Timestamp, visit: VisitID?) {
        self.init(
            id: stay.id.text,
            facility: facility,
            enteredAt: stay.enteredAt,
            dwelledAt: stay.dwelledAt,
            exitedAt: stay.exitedAt,
            status: stay.status,
            evidence: stay.evidence,
            fixesInside: stay.proof.count,
            lastProofAt: stay.proof.lastAt,
            depthMeters: stay.proof.depthMeters,
            doubts: stay.doubts,
            touchedAt: touchedAt,
            visit: visit,
            evidenceState: stay.stayEvidence.encoded()
        )
    }
}

extension EvaluationContext {
    /// Makes the events of the entries of a device's journal.
    fileprivate func events(
        of entries: [TimelineJournal.Entry],
        from device: DeviceID,
        visit: (StayID) -> VisitID?
    ) -> [JournalEvent] {
        guard !entries.isEmpty else { return [] }
        var events: [JournalEvent] = []
        let ids = EventIDs(of: device)
        if hasRegistrations { events.reserveCapacity(entries.count) }
        // Not an iterator, which would copy each entry.
        for index in entries.indices where hasRegistrations || !entries.span[index].kind.isRegistration {
            if let event = event(of: entries.span[index], ids, visit: visit) { events.append(event) }
        }
        return events
    }

    /// Makes the event of an entry of a device's journal; `nil` where it is about a stay whose facility or visit is
    /// unknown.
    ///
    /// `visit` returns the visit that a stay is part of. An initializer would own, and so copy, entry and context of each
    /// event.
    package func event(
        of entry: TimelineJournal.Entry,
        _ ids: EventIDs,
        visit: (StayID) -> VisitID?
    ) -> JournalEvent? {
        func names(of stay: Stay) -> (facility: FacilityID, visit: VisitID)? {
            guard let facility = directory.facility(of: stay.key), let visit = visit(stay.id) else {
                return nil
            }
            return (facility, visit)
        }
        let kind: JournalEvent.Kind
        var occurredAt = entry.fix?.time ?? entry.trigger
        switch entry.kind {
        case .registered(let keys): kind = .registered(keys.map(FacilityKey.init))
        case .unregistered(let keys): kind = .unregistered(keys?.map(FacilityKey.init))
        case .error(let code, let message): kind = .error(code: code, message: message)
        case .heartbeat:
            kind = .heartbeat
            // The phone is alive now; its last position is older.
            occurredAt = entry.trigger
        case .entered(let stay, let time):
            guard let names = names(of: stay) else { return nil }
            kind = .entered(names.facility, visit: names.visit)
            occurredAt = time
        case .dwelled(let stay, let time):
            guard let names = names(of: stay) else { return nil }
            kind = .dwell(names.facility, visit: names.visit)
            occurredAt = time
        case .exited(let stay, let time):
            guard let names = names(of: stay) else { return nil }
            kind = .exited(names.facility, visit: names.visit)
            occurredAt = time
        }
        return JournalEvent(
            inputAt: entry.trigger,
            ordinal: entry.ordinal,
            id: ids.id(of: entry, kind: kind.name),
            kind: kind,
            occurredAt: occurredAt,
            observedAt: observed.time(ofInputAt: entry.trigger),
            location: entry.fix.map(GeofenceEvent.Location.init)
        )
    }
}
