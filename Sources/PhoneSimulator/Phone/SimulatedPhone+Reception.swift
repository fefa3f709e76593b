internal import Foundation
internal import PhoneOS
internal import VisitModel

/// A wrong fix with a wrong accuracy.
struct WrongPosition: Hashable, Sendable {
    /// The error in metres.
    let offMeters: Double
    /// The direction of the error, in degrees from north over east.
    let bearingDegrees: Double
    /// The reported accuracy, a 68 % radius in metres.
    let accuracyMeters: Double
}

extension SimulatedPhone {
    /// Sets the reception: a cellar has no satellites, a forest no Wi-Fi.
    ///
    /// - Parameter best: the best available source of positions from now on, where satellites are better than Wi-Fi and
    ///   Wi-Fi is better than cells; `nil` for none.
    public mutating func setReception(_ best: PositionQuality?) {
        guard system.reception != best else { return }
        system.reception = best
        notes.append(.changed("positions", best.map { "by \($0.rawValue) at best" } ?? "none"))
    }

    /// Schedules one wrong fix, as one of a Wi-Fi router that was moved to another town.
    ///
    /// It is evaluated like any other fix, and delivered to the app if that receives updates. It is produced a
    /// millisecond from now, by the next `next(by:)`: iOS ignores the second of two fixes of one moment. It has no
    /// effect while the phone or its location services are off.
    ///
    /// - Parameters:
    ///   - offMeters: the error, 0 or more; less or NaN becomes 0.
    ///   - bearingDegrees: the direction of the error, from north over east.
    ///   - accuracyMeters: the reported accuracy, a 68 % radius; negative for unknown.
    public mutating func showPosition(offMeters: Double, bearingDegrees: Double, accuracyMeters: Double) {
        let wrong = WrongPosition(
            offMeters: offMeters.isFinite ? max(0, offMeters) : 0,
            bearingDegrees: bearingDegrees.isFinite ? bearingDegrees : 0,
            accuracyMeters: accuracyMeters.isFinite ? accuracyMeters : -1
        )
        queue.plan(.wrongPosition(wrong), at: now.advanced(bySeconds: 0.001))
    }

    /// Produces and processes the wrong fix.
    mutating func apply(_ wrong: WrongPosition) {
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
    /// A short description.
    fileprivate var summary: String {
        """
        \(Int(min(offMeters, 1e9).rounded())) m off, reported accuracy \
        \(Int(max(-1, min(accuracyMeters, 1e9)).rounded())) m
        """
    }
}
