internal import Foundation
internal import PhoneOS
internal import VisitModel

/// A reading that is wrong by so much and says otherwise.
struct WrongPosition: Hashable, Sendable {
    /// How far off the truth, in metres.
    let offMeters: Double
    /// In which direction, in degrees from north over east.
    let bearingDegrees: Double
    /// The 68 % radius that it claims, in metres.
    let accuracyMeters: Double
}

extension SimulatedPhone {
    /// What positions can be found by changes: a cellar has no satellites, a forest no Wi-Fi.
    ///
    /// - Parameter best: nothing better than this finds positions from now on, where satellites are better than Wi-Fi and
    ///   Wi-Fi is better than cells; `nil` where nothing finds any.
    public mutating func setReception(_ best: PositionQuality?) {
        guard system.reception != best else { return }
        system.reception = best
        notes.append(.changed("positions", best.map { "by \($0.rawValue) at best" } ?? "none"))
    }

    /// The system takes one reading that is wrong, as a router that was moved to another town gives one.
    ///
    /// It is shown to what the system watches like any other reading, and handed to the app if that asked for readings and
    /// may have them. It is taken a millisecond from now, by the next `next(by:)`: of two readings of one moment iOS hears
    /// the first alone. Nothing comes of it while the phone is off or its location is.
    ///
    /// - Parameters:
    ///   - offMeters: how far off the truth, 0 or more; less, or no number, is taken as 0.
    ///   - bearingDegrees: in which direction, from north over east.
    ///   - accuracyMeters: the 68 % radius that it claims; negative says that the system does not know.
    public mutating func showPosition(offMeters: Double, bearingDegrees: Double, accuracyMeters: Double) {
        let wrong = WrongPosition(
            offMeters: offMeters.isFinite ? max(0, offMeters) : 0,
            bearingDegrees: bearingDegrees.isFinite ? bearingDegrees : 0,
            accuracyMeters: accuracyMeters.isFinite ? accuracyMeters : -1
        )
        queue.plan(.wrongPosition(wrong), at: now.advanced(bySeconds: 0.001))
    }

    /// Takes the reading.
    mutating func take(_ wrong: WrongPosition) {
        guard system.isOn, system.isLocationOn else { return }
        let angle = wrong.bearingDegrees * .pi / 180
        let coordinate = truth.coordinate.moved(
            eastMeters: wrong.offMeters * sin(angle),
            northMeters: wrong.offMeters * cos(angle)
        )
        let reading = SystemReading(time: now, coordinate: coordinate, accuracyMeters: wrong.accuracyMeters)
        notes.append(.changed("position", wrong.summary))
        show(reading)
        handUpdate(reading)
    }
}

extension WrongPosition {
    /// The reading in a few words.
    fileprivate var summary: String {
        "\(Int(min(offMeters, 1e9).rounded())) m off, claiming \(Int(max(-1, min(accuracyMeters, 1e9)).rounded())) m"
    }
}
