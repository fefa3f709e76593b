import GeofenceEngine
import Testing
import VisitModel

@Suite("Stays in polygons, across the antimeridian and near the poles")
struct ShapeTests {
    private static let hall = Ground.Box(west: -100, south: -100, east: 100, north: 100)
    private static let courtyard = Ground.Box(west: -80, south: -80, east: 80, north: 80)

    struct PolygonCase: CustomTestStringConvertible {
        let testDescription: String
        var holes: [Ground.Box] = []
        let steps: [Step]
        let emitted: [String]
    }

    private static let polygonsRows = [
        PolygonCase(
            testDescription: "a rectangle is entered and left",
            steps: Step.every(60, from: 0, through: 1200) + Step.every(60, from: 1260, through: 1320, east: 140),
            emitted: ["entered gym 0", "dwelled gym 600", "exited gym 1200 closed"]
        ),
        PolygonCase(
            testDescription: "its corner is inside where a circle's would not be",
            steps: [Step(0, east: 95, north: 95, accuracy: 3), Step(60, east: 95, north: 95, accuracy: 3)],
            emitted: ["entered gym 0"]
        ),
        PolygonCase(
            testDescription: "beyond a side is outside though within the reach",
            steps: Step.every(60, from: 0, through: 600, east: 105),
            emitted: []
        ),
        PolygonCase(
            testDescription: "a courtyard is not inside",
            holes: [courtyard],
            steps: Step.every(60, from: 0, through: 3600),
            emitted: []
        ),
        PolygonCase(
            testDescription: "the hall round it is",
            holes: [courtyard],
            steps: Step.every(60, from: 0, through: 600, east: 90, accuracy: 5),
            emitted: ["entered gym 0", "dwelled gym 600"]
        ),
        PolygonCase(
            testDescription: "to step out into the courtyard is to leave",
            holes: [courtyard],
            steps: Step.every(60, from: 0, through: 600, east: 90, accuracy: 5)
                + Step.every(60, from: 660, through: 720),
            emitted: ["entered gym 0", "dwelled gym 600", "exited gym 600 closed"]
        ),
    ]

    @Test(arguments: polygonsRows)
    func polygons(_ row: PolygonCase) throws {
        let run = try EngineRun([try Ground.rectangle(outline: Self.hall, holes: row.holes)], row.steps)
        #expect(run.emitted == row.emitted)
    }

    struct EdgeOfTheMap: CustomTestStringConvertible {
        let testDescription: String
        let center: (Double, Double)
        let inside: (Double, Double)
        let outside: (Double, Double)
    }

    private static let edgesRows = [
        EdgeOfTheMap(
            testDescription: "a circle over the antimeridian from the west",
            center: (-17, 179.9995),
            inside: (-17, -179.9995),
            outside: (-17, -179.997)
        ),
        EdgeOfTheMap(
            testDescription: "a circle over the antimeridian from the east",
            center: (66, -179.9995),
            inside: (66, 179.999),
            outside: (66, 179.99)
        ),
        EdgeOfTheMap(
            testDescription: "a circle on the antimeridian itself, written either way",
            center: (10, 180),
            inside: (10, -180),
            outside: (10, -179.99)
        ),
        EdgeOfTheMap(
            testDescription: "a circle beside the North Pole, from the other side of it",
            center: (89.9995, 0),
            inside: (89.9995, 180),
            outside: (89.995, 180)
        ),
        EdgeOfTheMap(
            testDescription: "a circle on the South Pole, from any longitude",
            center: (-90, 0),
            inside: (-89.9995, 123),
            outside: (-89.99, 123)
        ),
    ]

    @Test(arguments: edgesRows, [EvaluationPolicy.standard, .bare])
    func edgesOfTheMap(_ row: EdgeOfTheMap, policy: EvaluationPolicy) throws {
        let center = try Coordinate(latitude: row.center.0, longitude: row.center.1)
        let inside = try Coordinate(latitude: row.inside.0, longitude: row.inside.1)
        let outside = try Coordinate(latitude: row.outside.0, longitude: row.outside.1)
        let steps =
            [Step(0, at: inside), Step(60, at: center), Step(660, at: inside), Step(720, at: outside)]
            + [Step(780, at: outside)]
        let run = try EngineRun([try Ground.circle(at: center)], policy: policy, steps)
        let end = policy == .bare ? 720 : 660
        #expect(run.emitted == ["entered gym 0", "dwelled gym 600", "exited gym \(end) closed"])
    }
}
