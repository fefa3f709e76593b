package import PhoneOS
internal import PhoneSimulator
package import VisitModel

/// One entry of the timeline: of the true movement, the phone, the OS, the app or the service.
package struct TimelineEntry: Hashable, Sendable {
    /// When it happened; for a geofence event, when it was observed.
    package let time: Timestamp
    package let item: Item

    package enum Item: Hashable, Sendable {
        /// The phone truly entered a facility's fence.
        case arrived(FacilityID)
        /// The phone truly left a facility's fence.
        case left(FacilityID)
        /// An event of the scenario, in the scenario's words.
        case happened(String)
        case system(SystemNote)
        case fix(Fix)
        case event(GeofenceEvent)
        /// The service emitted an event.
        case served(GeofenceEvent)
        case sent(SentRequest)
        /// The app tried to send a request while the phone had no connection: nothing was sent.
        case tried(SentRequest)
        /// The app, or a call that it made, failed.
        case failed(String)
    }
}

extension TimelineEntry {
    package enum Lane: String, Hashable, Sendable, CaseIterable {
        /// The phone's true movement.
        case truth
        /// The phone and its settings.
        case phone
        case system
        case app
        case server
    }
}

extension TimelineEntry.Item {
    package var lane: TimelineEntry.Lane {
        switch self {
        case .arrived, .left: .truth
        case .happened: .phone
        case .system: .system
        case .fix, .event, .sent, .tried, .failed: .app
        case .served: .server
        }
    }

    package var text: String {
        switch self {
        case .arrived(let place): "comes into \(place)"
        case .left(let place): "leaves \(place)"
        case .happened(let text): text
        case .system(let note): note.text
        case .fix(let fix): "position \(fix.horizontalAccuracy.map { "good to \(Int($0.rounded())) m" } ?? "")"
        case .event(let event), .served(let event): event.text
        case .sent(let sent):
            "sends \(sent.byteCount) bytes to \(sent.path): \(sent.status.map { "\($0)" } ?? "no response")"
        case .tried(let sent): "tries to send \(sent.byteCount) bytes to \(sent.path): no connection"
        case .failed(let text): "failed: \(text)"
        }
    }
}

extension SystemNote {
    var text: String {
        switch self {
        case .added(let ids): "monitors \(ids.summary)"
        case .removed(let ids): "no longer monitors \(ids.summary)"
        case .refused(let ids, let error):
            "refuses \(ids.summary): \(error.code.rawValue)\(error.code.number.map { " (\($0))" } ?? "")"
        case .lost(let ids, let loss): "has lost \(ids.summary): \(loss.rawValue.replacing("_", with: " "))"
        case .decided(let delivery): "decides: \(delivery.text)"
        case .dropped(let delivery, let obstacle):
            "does not deliver: \(delivery.text) (\(obstacle.rawValue.replacing("_", with: " ")))"
        case .app(let state): "app: \(state.rawValue.replacing("_", with: " "))"
        case .launched(let reason): "starts the app: \(reason.rawValue.replacing("_", with: " "))"
        case .switchedOff: "goes down"
        case .started: "is up, and waits for its first unlock"
        case .unlocked: "is unlocked"
        case .updated: "has the app's new version"
        case .reinstalled: "reinstalls the app"
        case .changed(let name, let value): "\(name.replacing("_", with: " ")): \(value)"
        case .showed(let notice): "shows “\(notice.title)”: \(notice.body)"
        }
    }
}

extension RegionDelivery {
    fileprivate var text: String { "\(transition.rawValue) \(ids.summary)" }
}

extension GeofenceEvent {
    fileprivate var text: String {
        switch kind {
        case .registered(let ids): "Registered \(ids.summary)"
        case .unregistered(let ids): "Unregistered \(ids?.summary ?? "all")"
        case .entered(let id, _): "Entered \(id)"
        case .dwell(let id, _): "Dwell \(id)"
        case .exited(let id, _): "Exited \(id)"
        case .heartbeat: "Heartbeat"
        case .error(let code, let message): "Error \(code): \(message)"
        }
    }
}

extension Array where Element: CustomStringConvertible {
    /// Ids for a line: all of up to three, the first three of more.
    fileprivate var summary: String {
        let first = prefix(3).map(\.description).joined(separator: ", ")
        return count > 3 ? "\(first) and \(count - 3) more" : first
    }
}
