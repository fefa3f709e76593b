internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension RadarClient {
    /// Takes a reading by what made it.
    ///
    /// iOS's updates only keep the app running and are not looked at; one reading that was asked for is a background update
    /// there, of which tracking knows whether somebody waits for it, and Android asks for one only when somebody does. A
    /// reading that a region's transition came with comes with the transition.
    func hear(_ fix: Fix, from source: LocationSource) {
        switch (phone.platform, source) {
        case (.ios, .updates), (_, .region): return
        case (.ios, .single):
            if let departure = state.withLock({ $0.takeDeparture() }) {
                phone.cancelTimer(named: Self.departureTimer)
                return depart(with: fix, departure)
            }
            receive(RadarLocation(fix), from: .backgroundLocation)
        case (.android, .single): receive(RadarLocation(fix), from: .foregroundLocation)
        case (.android, .updates), (_, .significantChange): receive(RadarLocation(fix), from: .backgroundLocation)
        }
    }

    func receive(_ location: RadarLocation, from source: RadarLocationSource) {
        step { $0.receive(location, from: source, at: $1) }
    }

    /// Takes transitions of regions; those of others are none of Radar's business.
    func hear(_ transition: RegionTransition, of ids: [RegionID], _ fix: Fix?) {
        let names = ids.map(\.text).filter(RadarRegion.isRadar)
        guard !names.isEmpty else { return }
        let kind: RadarRegionTransitions =
            switch transition {
            case .enter: .enter
            case .exit: .exit
            case .dwell: .dwell
            }
        step { $0.crossed(names, kind, location: fix.map { RadarLocation($0) }, at: $1) }
    }
}

extension RadarClient {
    /// The name of the timer that ends the wait for the position of a departure.
    static let departureTimer = "footfall.radar.departure"
    /// How long that is waited for, in seconds: less than the some ten that iOS lets an app run which it woke.
    private static let departurePatienceSeconds = 8.0

    /// Takes an arrival or a departure that iOS found.
    ///
    /// An arrival is where the member is. A departure names the place that was left, and the server wants to know where the
    /// member is now (Radar SDK for iOS, RadarLocationManager didVisit, takes the location manager's present location): that is
    /// asked for. Where it does not come, the place that was left is told, with the time at which it was.
    func hearVisit(at place: Coordinate, accuracyMeters: Double, departure: Timestamp?) {
        let fix = Fix(time: departure ?? phone.now(), coordinate: place, horizontalAccuracy: accuracyMeters)
        guard let departure else { return receive(RadarLocation(fix), from: .visitArrival) }
        let accuracy = state.withLock { state in
            state.departure = RadarLocation(fix)
            return state.tracking.options.usedAccuracy
        }
        phone.requestSingleFix(accuracy.ofPhone)
        let patience = phone.now().advanced(bySeconds: Self.departurePatienceSeconds)
        phone.setTimer(named: Self.departureTimer, at: max(patience, departure))
    }

    /// Tells the departure with the position that has come.
    private func depart(with fix: Fix, _ departure: RadarLocation) {
        receive(fix.time < departure.fix.time ? departure : RadarLocation(fix), from: .visitDeparture)
    }

    /// Tells the departure with the place that was left.
    func departWithoutReading() {
        guard let departure = state.withLock({ $0.takeDeparture() }) else { return }
        receive(departure, from: .visitDeparture)
    }
}

extension RadarState {
    /// Takes the departure for which a position is awaited.
    mutating func takeDeparture() -> RadarLocation? {
        defer { departure = nil }
        return departure
    }
}
