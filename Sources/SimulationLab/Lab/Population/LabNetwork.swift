internal import PhoneSimulator
internal import VisitModel

/// The generated network of a city: gyms, clinics and coworking spaces, denser towards the centre.
struct LabNetwork: Hashable, Sendable {
    /// The kind of a facility, which decides how often and how long members visit it.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case gym, clinic, coworking

        /// Without its number.
        fileprivate var name: String {
            switch self {
            case .gym: "Gym"
            case .clinic: "Clinic"
            case .coworking: "Coworking"
            }
        }

        fileprivate var radiusMeters: ClosedRange<Double> {
            switch self {
            case .gym: 80...150
            case .clinic: 100...200
            case .coworking: 60...120
            }
        }

        fileprivate var dwellSeconds: Int {
            switch self {
            case .gym: 600
            case .clinic: 300
            case .coworking: 900
            }
        }
    }

    struct Place: Hashable, Sendable {
        let kind: Kind
        let middle: LabPoint
        /// Of the fence, in metres.
        let radius: Double
    }

    let places: [Place]
    /// The places as facilities, in the same order.
    let facilities: [Facility]

    /// The smallest distance between the edges of two fences, in metres.
    private static let clearMeters = 250.0

    /// Distributes a network over a city.
    init(in city: LabCity, seed: UInt64) {
        var generator = SeededGenerator(seed: seed, for: "network")
        var places: [Place] = []
        // The loop ends: the densest of the cities has its places a kilometre apart.
        while places.count < city.facilityCount {
            let kind = Kind.allCases[[0, 0, 1, 2][places.count % 4]]
            // Uniformly drawn distances are dense in the centre, as cities are.
            let middle = generator.point(0...city.reachMeters * 0.9, from: LabPoint(east: 0, north: 0))
            let radius = generator.number(kind.radiusMeters).rounded()
            let isClear = places.allSatisfy {
                $0.middle.distance(to: middle) > $0.radius + radius + Self.clearMeters
            }
            if isClear { places.append(Place(kind: kind, middle: middle, radius: radius)) }
        }
        self.places = places
        facilities = places.enumerated().map { index, place in
            do {
                return Facility(
                    id: try FacilityID("\(place.kind.rawValue)-\(index + 1)"),
                    name: "\(place.kind.name) \(index + 1)",
                    geofence: .circle(
                        center: city.coordinate(of: place.middle),
                        radius: try Radius(meters: place.radius)
                    ),
                    dwellThreshold: try DwellThreshold(seconds: place.kind.dwellSeconds),
                    timeZone: city.timeZone
                )
            } catch {
                preconditionFailure("a generated facility has valid values: \(error)")
            }
        }
    }

    /// Whether a point is so far from every fence that a stay there is not a stay at a facility.
    func isClear(_ point: LabPoint) -> Bool {
        places.allSatisfy { $0.middle.distance(to: point) > $0.radius + 150 }
    }
}
