import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("What a phone believes of where it is")
struct PositionSensorTests {
    private func errors(
        _ quality: PositionQuality,
        seed: UInt64,
        apart seconds: Double = 600
    ) throws -> [(error: Double, accuracy: Double)] {
        var sensor = PositionSensor()
        var generator = SeededGenerator(seed: seed)
        let truth = Truth(coordinate: try PhoneScene.place(east: 0), speedMetersPerSecond: 0, activity: .still)
        return (0..<4000).map { index in
            let reading = sensor.look(
                at: truth,
                by: quality,
                time: PhoneScene.start.advanced(bySeconds: Double(index) * seconds),
                using: &generator
            )
            return (reading.coordinate.distance(to: truth.coordinate), reading.accuracyMeters)
        }
    }

    @Test("68 of 100 fixes lie within their reported accuracy", arguments: PositionQuality.allCases)
    func honest(quality: PositionQuality) throws {
        let errors = try errors(quality, seed: 3)
        let share = Double(errors.filter { $0.error <= $0.accuracy }.count) / Double(errors.count)
        #expect(abs(share - 0.68) < 0.03, "\(share)")
    }

    @Test("what is wrong now is wrong alike a second later, and not ten minutes later")
    func lingers() throws {
        func change(_ seconds: Double) throws -> Double {
            let errors = try errors(.wifi, seed: 4, apart: seconds).map { $0.error / $0.accuracy }
            return zip(errors, errors.dropFirst()).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(errors.count)
        }
        #expect(try change(1) < 0.3 * change(600))
    }

    @Test("outliers come as often as the profile says, claiming to be good")
    func outliers() throws {
        var profile = SensingProfile()
        profile.outliersPerThousand = 100
        profile.outlierMeters = 5000
        var sensor = PositionSensor(profile)
        var generator = SeededGenerator(seed: 5)
        let truth = Truth(coordinate: try PhoneScene.place(east: 0), speedMetersPerSecond: 0, activity: .still)
        let far = (0..<5000).filter { index in
            let reading = sensor.look(
                at: truth,
                by: .satellites,
                time: PhoneScene.start.advanced(bySeconds: Double(index) * 60),
                using: &generator
            )
            return reading.coordinate.distance(to: truth.coordinate) > 200
        }
        #expect((400...600).contains(far.count), "\(far.count)")
    }

    @Test("numbers that no phone has are refused, by name")
    func refused() {
        var profile = SensingProfile()
        profile.wifiAccuracyMeters = 0
        let error = #expect(throws: SimulatorError.self) { try profile.validate() }
        #expect(error?.message.contains("wifiAccuracyMeters") == true)
        profile = SensingProfile()
        profile.outliersPerThousand = 1001
        #expect(throws: SimulatorError.self) { try profile.validate() }
    }
}
