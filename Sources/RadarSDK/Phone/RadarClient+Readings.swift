internal import RadarEngine
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension RadarClient {
    /// Processes a fix according to its source.
    ///
    /// iOS's updates only keep the app running and are ignored. A requested single fix is a background update on iOS,
    /// and tracking knows whether a caller waits for it; Android requests one only for a caller. An event that woke the
    /// app without a fix is completed by the next single fix. A fix of a region transition is processed with the
    /// transition.
    func handle(_ fix: Fix, from source: LocationSource) {
        switch (phone.platform, source) {
        case (.ios, .updates), (_, .region): return
        case (.android, .updates), (_, .significantChange): receive(RadarLocation(fix), from: .backgroundLocation)
        case (let platform, .single):
            let calls = drainWakeEvents()
            for call in calls { wake(call, with: fix) }
            guard calls.isEmpty else { return }
            receive(RadarLocation(fix), from: platform == .ios ? .backgroundLocation : .foregroundLocation)
        }
    }

    func receive(_ location: RadarLocation, from source: RadarLocationSource) {
        step { $0.receive(location, from: source, at: $1) }
    }

    /// Processes region transitions; regions of other components are ignored.
    ///
    /// A transition that the system detected by waiting comes without a fix: the current one is requested then.
    func handle(_ transition: RegionTransition, of ids: [RegionID], _ fix: Fix?) {
        let names = ids.map(\.text).filter(RadarRegion.isRadar)
        guard !names.isEmpty else { return }
        let kind: RadarRegionTransitions =
            switch transition {
            case .enter: .enter
            case .exit: .exit
            case .dwell: .dwell
            }
        let call = RadarWakeEvent.crossing(names, kind)
        if let fix { wake(call, with: fix) } else { awaitPosition(for: call) }
    }

    /// Processes an arrival or a departure that iOS detected.
    ///
    /// An arrival is at the member's position. A departure names the place that was left, but the server needs the
    /// member's current position (Radar SDK for iOS, RadarLocationManager didVisit, uses the location manager's current
    /// location), which is requested.
    func receiveVisit(at place: Coordinate, accuracyMeters: Double, departure: Timestamp?) {
        let fix = Fix(time: departure ?? phone.now(), coordinate: place, horizontalAccuracy: accuracyMeters)
        guard departure != nil else { return receive(RadarLocation(fix), from: .visitArrival) }
        awaitPosition(for: .departure(RadarLocation(fix)))
    }
}
