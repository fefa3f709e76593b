internal import PhoneSimulator

/// A generated member: home, work, travel mode, and the facilities visited.
struct LabMember: Hashable, Sendable {
    /// The member's number, from 1.
    let number: Int
    let home: LabPoint
    /// The place of work or school; `nil` for neither.
    let work: LabPoint?
    /// The travel mode to work and to everything that is not near.
    let mode: TravelMode
    /// The facilities that the member visits.
    let customs: [Custom]
    /// The member's list, by indices in the network; `nil` for the whole network.
    let list: [Int]?

    /// A facility that the member visits regularly.
    struct Custom: Hashable, Sendable {
        /// The facility's index in the network.
        let place: Int
        /// The number of visits per week.
        let perWeek: Double
    }

    /// Generates a member.
    ///
    /// The shares are assumptions: 85 % work or study, half go by car, 70 % have a list of their own.
    ///
    /// - Parameters:
    ///   - number: the member's number, from 1.
    ///   - city: the city where the member lives.
    ///   - network: the facilities to visit.
    ///   - seed: the random seed of the population.
    init(_ number: Int, in city: LabCity, _ network: LabNetwork, seed: UInt64) {
        var generator = SeededGenerator(seed: seed, for: "member", number)
        self.number = number
        let home = generator.clearPoint(in: city, network, within: 0.25...1)
        let work = generator.happens(0.85) ? generator.clearPoint(in: city, network, within: 0...0.8) : nil
        self.home = home
        self.work = work
        let way = work.map(home.distance) ?? 0
        let draw = generator.unit()
        switch (way, draw) {
        case (..<1200, ..<0.7): mode = .foot
        case (4000..., ..<0.25): mode = .train
        case (..<7000, 0.25..<0.5): mode = .bike
        default: mode = .car
        }
        // People visit facilities near their home or their work.
        func meters(_ place: LabNetwork.Place) -> Double {
            min(home.distance(to: place.middle), work?.distance(to: place.middle) ?? .infinity)
        }
        var near = network.places.indices.sorted {
            (meters(network.places[$0]), $0) < (meters(network.places[$1]), $1)
        }.prefix(6).map(\.self)
        var chosen: [Int] = []
        for _ in 0..<generator.whole(1...3) where !near.isEmpty {
            chosen.append(near.remove(at: generator.whole(0...near.count - 1)))
        }
        customs = chosen.map { place in
            let often: ClosedRange<Double> =
                switch network.places[place].kind {
                case .gym: 1.5...4
                case .clinic: 0.25...0.75
                case .coworking: 1...3
                }
            return Custom(place: place, perWeek: generator.number(often))
        }
        list = generator.happens(0.7) ? chosen : nil
    }
}

extension SeededGenerator {
    /// A random point of a city away from every facility, between two shares of the city's reach from its centre.
    mutating func clearPoint(
        in city: LabCity,
        _ network: LabNetwork,
        within shares: ClosedRange<Double>
    ) -> LabPoint {
        let meters = shares.lowerBound * city.reachMeters...shares.upperBound * city.reachMeters
        while true {
            let point = point(meters, from: LabPoint(east: 0, north: 0))
            if network.isClear(point) { return point }
        }
    }
}
