internal import VisitModel
internal import WireJSON

extension JSONBytes {
    /// Writes the outcome of the records in Footfall's own format.
    mutating func footfallReply(_ report: PhoneReport, _ summary: PhoneReply.Summary) {
        openObject()
        member("accepted", summary.accepted)
        member("repeated", summary.repeated + report.repeated)
        member("quarantined", summary.quarantined)
        list("refused", of: report.refused) { json, refused in
            json.openObject()
            json.member("index", refused.index)
            json.member("code", refused.code)
            json.member("message", refused.message)
            json.closeObject()
        }
        closeObject()
    }

    /// Writes the Transistor SDK's commands (its HTTP guide, "Remote commands").
    ///
    /// `removeGeofences` without identifiers removes all fences, so it is never written without any.
    mutating func transistorReply(_ fences: FenceOrders) {
        openObject()
        if !fences.isEmpty {
            openList("background_geolocation")
            if !fences.removed.isEmpty {
                command("removeGeofences") { $0.list(of: fences.removed) { $0.text($1.text) } }
            }
            if !fences.added.isEmpty {
                command("addGeofences") { $0.list(of: fences.added) { $0.transistorGeofence($1) } }
            }
            closeList()
        }
        closeObject()
    }

    private mutating func command(_ name: String, _ argument: (inout JSONBytes) -> Void) {
        openList()
        text(name)
        argument(&self)
        closeList()
    }

    private mutating func transistorGeofence(_ fence: FenceOrder) {
        openObject()
        member("identifier", fence.facility.text)
        member("latitude", fence.center.latitude)
        member("longitude", fence.center.longitude)
        member("radius", fence.radiusMeters)
        member("notifyOnEntry", true)
        member("notifyOnExit", true)
        member("notifyOnDwell", true)
        member("loiteringDelay", fence.dwellSeconds * 1000)
        if let vertices = fence.vertices {
            list("vertices", of: vertices) { json, corner in
                json.list(of: [corner.latitude, corner.longitude]) { $0.number($1) }
            }
        }
        closeObject()
    }
}
