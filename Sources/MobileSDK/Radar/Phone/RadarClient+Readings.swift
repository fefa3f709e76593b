internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension RadarClient {
    /// Takes a reading by what made it.
    ///
    /// iOS's updates only keep the app running and are not looked at; one reading that was asked for is a background update
    /// there, of which tracking knows whether somebody waits for it, and Android asks for one only when somebody does. What
    /// woke the app without a reading gets the next one. A reading that a region's transition came with comes with the
    /// transition.
    func hear(_ fix: Fix, from source: LocationSource) {
        switch (phone.platform, source) {
        case (.ios, .updates), (_, .region): return
        case (.android, .updates), (_, .significantChange): receive(RadarLocation(fix), from: .backgroundLocation)
        case (let platform, .single):
            let calls = takeWakingCalls()
            for call in calls { wake(call, with: fix) }
            guard calls.isEmpty else { return }
            receive(RadarLocation(fix), from: platform == .ios ? .backgroundLocation : .foregroundLocation)
        }
    }

    func receive(_ location: RadarLocation, from source: RadarLocationSource) {
        step { $0.receive(location, from: source, at: $1) }
    }

    /// Takes transitions of regions; those of others are none of Radar's business.
    ///
    /// A transition that the system found by waiting comes without a reading: then the present one is asked for.
    func hear(_ transition: RegionTransition, of ids: [RegionID], _ fix: Fix?) {
        let names = ids.map(\.text).filter(RadarRegion.isRadar)
        guard !names.isEmpty else { return }
        let kind: RadarRegionTransitions =
            switch transition {
            case .enter: .enter
            case .exit: .exit
            case .dwell: .dwell
            }
        let call = RadarWakingCall.crossing(names, kind)
        if let fix { wake(call, with: fix) } else { awaitPosition(for: call) }
    }

    /// Takes an arrival or a departure that iOS found.
    ///
    /// An arrival is where the member is. A departure names the place that was left, and the server wants to know where the
    /// member is now (Radar SDK for iOS, RadarLocationManager didVisit, takes the location manager's present location): that is
    /// asked for.
    func hearVisit(at place: Coordinate, accuracyMeters: Double, departure: Timestamp?) {
        let fix = Fix(time: departure ?? phone.now(), coordinate: place, horizontalAccuracy: accuracyMeters)
        guard departure != nil else { return receive(RadarLocation(fix), from: .visitArrival) }
        awaitPosition(for: .departure(RadarLocation(fix)))
    }
}
