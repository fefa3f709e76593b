internal import VisitModel

extension JSONText {
    /// Writes an array, with commas between the elements.
    mutating func list<Element>(_ elements: some Sequence<Element>, _ write: (inout JSONText, Element) -> Void) {
        raw("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { raw(",") }
            write(&self, element)
        }
        raw("]")
    }

    /// Writes the outcome of the records in Footfall's own format.
    mutating func footfallReply(_ report: PhoneReport, _ summary: PhoneReply.Summary) {
        raw("{\"accepted\":")
        number(summary.accepted)
        raw(",\"repeated\":")
        number(summary.repeated + report.repeated)
        raw(",\"quarantined\":")
        number(summary.quarantined)
        raw(",\"refused\":")
        list(report.refused) { json, refused in
            json.raw("{\"index\":")
            json.number(refused.index)
            json.raw(",\"code\":")
            json.string(refused.code)
            json.raw(",\"message\":")
            json.string(refused.message)
            json.raw("}")
        }
        raw("}")
    }

    /// Writes the Transistor SDK's commands (its HTTP guide, "Remote commands").
    ///
    /// `removeGeofences` without identifiers removes all fences, so it is never written without any.
    mutating func transistorReply(_ fences: FenceOrders) {
        guard !fences.isEmpty else {
            raw("{}")
            return
        }
        raw("{\"background_geolocation\":[")
        if !fences.removed.isEmpty {
            raw("[\"removeGeofences\",")
            list(fences.removed) { $0.string($1.text) }
            raw(fences.added.isEmpty ? "]" : "],")
        }
        if !fences.added.isEmpty {
            raw("[\"addGeofences\",")
            list(fences.added) { $0.transistorGeofence($1) }
            raw("]")
        }
        raw("]}")
    }

    private mutating func transistorGeofence(_ fence: FenceOrder) {
        raw("{\"identifier\":")
        string(fence.facility.text)
        raw(",\"latitude\":")
        number(fence.center.latitude)
        raw(",\"longitude\":")
        number(fence.center.longitude)
        raw(",\"radius\":")
        number(fence.radiusMeters)
        raw(",\"notifyOnEntry\":true,\"notifyOnExit\":true,\"notifyOnDwell\":true,\"loiteringDelay\":")
        number(fence.dwellSeconds * 1000)
        if let vertices = fence.vertices {
            raw(",\"vertices\":")
            list(vertices) { json, corner in
                json.raw("[")
                json.number(corner.latitude)
                json.raw(",")
                json.number(corner.longitude)
                json.raw("]")
            }
        }
        raw("}")
    }
}
