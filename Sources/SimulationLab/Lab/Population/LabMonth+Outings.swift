internal import PhoneSimulator
internal import VisitModel

extension LabMonth {
    /// Visits a facility: the way there, and a stay.
    ///
    /// One visit in seven is a drop-in of 1 to 8 minutes, shorter than the dwell threshold of every facility but a
    /// clinic.
    mutating func visit(_ index: Int, on day: Int, using generator: inout SeededGenerator) {
        guard canSetOut(on: day) else { return }
        let place = place(index)
        travel(to: arrivalPoint(of: place, using: &generator), using: &generator)
        // From the car, the station or the street to a point inside.
        let inside = generator.point(0...place.radius * 0.35, from: place.middle)
        journey.go(to: inside, by: .foot, using: &generator)
        let isDropIn = generator.happens(1.0 / 7)
        let minutes: ClosedRange<Double> =
            switch place.kind {
            case _ where isDropIn: 1...8
            case .gym: 35...95
            case .clinic: 12...70
            case .coworking: 150...460
            }
        let pauses: ClosedRange<Double> = place.kind == .gym ? 240...1200 : 900...4000
        let latest = journey.now.seconds(to: time(day, hour: 22.25))
        journey.linger(
            seconds: min(generator.number(minutes) * 60, max(60, latest)),
            round: inside,
            reach: min(20, place.radius * 0.3),
            pauses: pauses,
            using: &generator
        )
    }

    mutating func commute(to work: LabPoint, on day: Int, using generator: inout SeededGenerator) {
        travel(to: work, using: &generator)
    }

    /// Runs an errand to a point at no facility; one in five is next door to one.
    mutating func errand(on day: Int, using generator: inout SeededGenerator) {
        guard canSetOut(on: day) else { return }
        let goal = somewhere(neighbour: 0.2, within: 300...2500, using: &generator)
        travel(to: goal, using: &generator)
        journey.linger(
            seconds: generator.number(480...3000),
            round: goal,
            reach: 10,
            pauses: 300...900,
            using: &generator
        )
    }

    /// Spends an evening out with friends, at a restaurant or a film; one in eight is next door to a facility.
    mutating func evening(on day: Int, using generator: inout SeededGenerator) {
        journey.stay(until: time(day, hour: generator.number(18.5...20)))
        guard canSetOut(on: day) else { return }
        let goal = somewhere(neighbour: 0.125, within: 600...5000, using: &generator)
        travel(to: goal, using: &generator)
        let longest = journey.now.seconds(to: time(day, hour: 22.75))
        journey.stay(seconds: min(generator.number(4500...12_000), max(600, longest)))
    }

    mutating func goHome(on day: Int, using generator: inout SeededGenerator) {
        guard journey.point.distance(to: member.home) > 15 else { return }
        travel(to: member.home, using: &generator)
    }

    /// Travels to a point, one time in six past a facility: on foot and by bike along its street, by car down its
    /// road.
    ///
    /// The route's distance from the facility's centre is drawn between a third of the fence's radius and twice the
    /// radius, so that some routes cross the fence and some pass beside it.
    private mutating func travel(to goal: LabPoint, using generator: inout SeededGenerator) {
        let mode = mode(to: goal)
        let way = journey.point.distance(to: goal)
        if generator.happens(1.0 / 6) {
            let onTheWay = network.places.filter {
                let (there, back) = ($0.middle.distance(to: journey.point), $0.middle.distance(to: goal))
                return there + back < way * 1.4 + 800 && min(there, back) > $0.radius + 300
            }
            if let place = generator.pick(onTheWay) { goPast(place, by: mode, using: &generator) }
        }
        journey.go(to: goal, by: mode, using: &generator)
    }

    /// Moves past a facility without stopping.
    private mutating func goPast(
        _ place: LabNetwork.Place,
        by mode: TravelMode,
        using generator: inout SeededGenerator
    ) {
        let side = generator.number(0.33...2) * place.radius * (generator.happens(0.5) ? 1 : -1)
        let isWestward = journey.point.east > place.middle.east
        let reach = (place.radius + 150) * (isWestward ? 1 : -1)
        let mode = mode == .train ? TravelMode.foot : mode
        journey.go(to: place.middle.moved(east: reach, north: side), by: mode, using: &generator)
        journey.move(
            to: place.middle.moved(east: -reach, north: side),
            speed: mode.metersPerSecond * generator.number(0.7...1.1),
            by: mode
        )
    }

    /// The point where a member leaves the car, the bike or the pavement in front of a facility.
    private func arrivalPoint(of place: LabNetwork.Place, using generator: inout SeededGenerator) -> LabPoint {
        generator.point(place.radius * 0.5...place.radius + 60, from: place.middle)
    }

    /// A point at no facility: near the current point, or next door to a facility.
    private func somewhere(
        neighbour share: Double,
        within meters: ClosedRange<Double>,
        using generator: inout SeededGenerator
    ) -> LabPoint {
        if generator.happens(share) {
            let near = network.places.sorted {
                $0.middle.distance(to: journey.point) < $1.middle.distance(to: journey.point)
            }
            if let place = generator.pick(Array(near.prefix(4))) {
                return generator.point(place.radius + 15...place.radius + 60, from: place.middle)
            }
        }
        while true {
            let point = generator.point(meters, from: journey.point)
            if network.isClear(point) { return point }
        }
    }
}
