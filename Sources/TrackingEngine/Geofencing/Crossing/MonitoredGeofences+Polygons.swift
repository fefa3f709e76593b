import VisitModel

extension MonitoredGeofences {
    /// Tests whether a fix lies in a polygon of which the phone is in the circle; a circular fence is ignored.
    ///
    /// Transistor types, Geofence.vertices: entering the circle starts a test of every fix, leaving it ends it.
    mutating func test(_ name: String, by fix: Fix, _ step: inout GeofencingStep) {
        guard let record = stored[name], let polygon = record.polygon, var watch = watches[name], watch.isInCircle,
            fix.accuracyOrAssumed <= profile.worstPolygonAccuracyMeters
        else { return }
        let isInside = polygon.contains(fix.coordinate)
        let mayHaveBeenInside = watch.mayHaveBeenInside
        watch.mayHaveBeenInside = false
        watches[name] = watch
        if isInside, watch.phase == .outside {
            if mayHaveBeenInside, !announcesFirst(record) {
                watches[name]?.phase = .unannounced
            } else {
                enter(name, at: fix.time, fix: fix, .fix, &step)
            }
        } else if !isInside, watch.phase != .outside {
            leave(name, at: fix.time, fix: fix, .fix, staysInCircle: true, &step)
        }
    }
}
