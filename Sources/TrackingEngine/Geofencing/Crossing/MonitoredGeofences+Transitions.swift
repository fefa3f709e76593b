public import VisitModel

extension MonitoredGeofences {
    /// Processes a transition of regions that the phone's system reported at `now`; a dwell is Android's.
    ///
    /// Entries and exits of a fence alternate, whatever is repeated, lost or late. Not emitted are an entry of a fence
    /// that the phone is in, an exit of one that it is not in, and a report older than the last one of the fence. A
    /// dwell is emitted once per stay. (Complaints: React Native issues 1687 and 2162, Flutter issue 1455.)
    ///
    /// Regions are processed in the order in which the system names them. `fix` came with the report and may be older
    /// than the crossing. The step removes regions that belong to no geofence.
    public mutating func process(
        _ action: GeofenceCrossing.Action,
        of regionIDs: [String],
        fix: Fix? = nil,
        at now: Timestamp
    ) -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off else { return step }
        if let fix { observe(fix, &step) }
        for id in regionIDs {
            if id == TrackedRegion.helperID {
                if helper != nil, action == .exit { awaitsFix = true }
                continue
            }
            guard let name = TrackedRegion.identifier(ofRegion: id, on: platform) else { continue }
            guard watches[name]?.isActive == true else {
                dropStale(id, name, &step)
                continue
            }
            guard isInOrder(name, now, &step) else { continue }
            switch action {
            case .enter: systemEntered(name, fix, now, &step)
            case .exit: systemLeft(name, fix, now, &step)
            case .dwell: systemDwelled(name, fix, now, &step)
            }
        }
        evaluateIfDue(at: now, &step)
        return step
    }

    /// Applies iOS's `didDetermineState`: on which side of a region's edge the phone is; `nil` where it is not known.
    public mutating func applyState(
        _ isInside: Bool?,
        of regionID: String,
        fix: Fix? = nil,
        at now: Timestamp
    ) -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off, let isInside else { return step }
        if let fix { observe(fix, &step) }
        guard let name = TrackedRegion.identifier(ofRegion: regionID, on: platform), let record = stored[name],
            let watch = watches[name], watch.isActive, isInOrder(name, now, &step)
        else { return step }
        if !isInside {
            systemLeft(name, fix, now, &step)
        } else if watch.isHeld {
            // iOS also sends the state after each crossing; it is no additional entry.
            watches[name]?.clearDoubts()
        } else if record.polygon != nil || announcesFirst(record) {
            systemEntered(name, fix, now, &step)
        } else {
            watches[name]?.phase = .unannounced
        }
        return step
    }

    /// False, with a refusal, for a report older than the fence's last one.
    private mutating func isInOrder(_ name: String, _ now: Timestamp, _ step: inout GeofencingStep) -> Bool {
        guard let reportedAt = watches[name]?.reportedAt, now < reportedAt else { return true }
        step.refusals.append(GeofenceRefusal(identifier: name, reason: .outOfOrder))
        return false
    }

    /// Transistor, native change log for Android 4.3.0; there a region of an unknown name may belong to another part of
    /// the app.
    func dropStale(_ id: String, _ name: String, _ step: inout GeofencingStep) {
        if platform == .ios || stored[name] != nil { step.removed.append(id) }
    }

    private mutating func systemEntered(_ name: String, _ fix: Fix?, _ now: Timestamp, _ step: inout GeofencingStep) {
        guard let record = stored[name], let watch = watches[name] else { return }
        watches[name]?.reportedAt = now
        let isRepeat = watch.reportedAt == now
        // The path between two fixes has produced this entry already.
        let isKnown = watch.pathUntil.map { (fix?.time ?? now) <= $0 } ?? false
        if record.polygon != nil {
            watches[name]?.isInCircle = true
            watches[name]?.clearDoubts()
            if watch.isInCircle {
                step.refusals.append(GeofenceRefusal(identifier: name, reason: .geofenceDuplicateEnter))
            } else if let fix, fix == lastFix {
                test(name, by: fix, &step)
            }
        } else if isKnown || (watch.phase == .inside && (record.watchesExit || isRepeat)) {
            watches[name]?.clearDoubts()
            step.refusals.append(GeofenceRefusal(identifier: name, reason: .geofenceDuplicateEnter))
        } else {
            enter(name, at: now, fix: fix, .system, &step)
        }
    }

    private mutating func systemLeft(_ name: String, _ fix: Fix?, _ now: Timestamp, _ step: inout GeofencingStep) {
        guard let entry = stored.entries[name], let watch = watches[name] else { return }
        watches[name]?.reportedAt = now
        guard watch.isHeld else { return }
        if let fix, entry.side(of: fix, EarthPoint(fix.coordinate)) != .outside {
            if watch.hold == nil {
                watches[name]?.hold = FenceWatch.PendingExit(
                    reportedAt: now,
                    fix: fix,
                    until: now.advanced(by: profile.exitHoldLimit)
                )
            }
            step.refusals.append(GeofenceRefusal(identifier: name, reason: .geofenceSpuriousExit))
            return
        }
        leave(name, at: now, fix: fix, .system, &step)
    }

    private mutating func systemDwelled(_ name: String, _ fix: Fix?, _ now: Timestamp, _ step: inout GeofencingStep) {
        guard let entry = stored.entries[name], let watch = watches[name] else { return }
        watches[name]?.reportedAt = now
        guard entry.record.notifyOnDwell, entry.record.polygon == nil, platform == .android else { return }
        switch watch.phase {
        case .unannounced: return
        case .inside: watches[name]?.clearDoubts()
        case .outside:
            // The entry was lost, unless the dwell itself is late.
            guard rules.initialTriggerEntry, let fix,
                entry.side(of: fix, EarthPoint(fix.coordinate)) == .inside
            else { return }
            enter(name, at: now, fix: fix, .system, &step)
        }
        if watches[name]?.isDwellEmitted == false { dwell(name, at: now, fix: fix, .system, &step) }
    }
}

extension MonitoredGeofences {
    /// Runs the timers that are due: pending exits past their limit, and dwells.
    mutating func runTimers(at now: Timestamp, _ step: inout GeofencingStep) {
        for name in sortedNames(where: { $0.isHeld }) {
            guard let watch = watches[name], let record = stored[name] else { continue }
            if let hold = watch.hold, hold.until <= now {
                leave(name, at: hold.reportedAt, fix: hold.fix, .system, &step)
            } else if let due = dwellDue(record, watch), due <= now {
                dwell(name, at: due, fix: lastFix, .timer, &step)
            }
        }
    }

    /// When a timer emits a dwell; `nil` where none is due or the stay is in doubt.
    func dwellDue(_ record: TrackedGeofence, _ watch: FenceWatch) -> Timestamp? {
        guard watch.isActive, watch.hold == nil, watch.outsideSince == nil else { return nil }
        return dwellTime(record, watch)
    }

    /// When the loitering delay ends; `nil` where the system detects the dwell or it was emitted.
    ///
    /// Android times the dwell in a circle itself; iOS has no dwell, and neither system knows polygons. The time counts
    /// from the entry, so a process that was suspended catches up (React Native issues 2125 and 1450).
    func dwellTime(_ record: TrackedGeofence, _ watch: FenceWatch) -> Timestamp? {
        guard record.notifyOnDwell, platform == .ios || record.polygon != nil, watch.phase == .inside,
            !watch.isDwellEmitted, !watch.isRestored, let enteredAt = watch.enteredAt
        else { return nil }
        return enteredAt.advanced(by: record.loiteringDelay)
    }
}
