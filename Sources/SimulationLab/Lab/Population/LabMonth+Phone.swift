internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

extension LabMonth {
    /// Adds a day's changes to the phone: the charger at night, and now and then poor reception.
    ///
    /// The phone is charged nine nights out of ten. One day in twelve has some hours in which only Wi-Fi or cells find
    /// positions, or nothing can be sent. The shares are assumptions.
    mutating func addEvents(_ day: Int, of days: Int, using generator: inout SeededGenerator) {
        if generator.happens(1.0 / 12) {
            let hour = generator.number(8...18)
            let (first, last) = (time(day, hour: hour), time(day, hour: hour + generator.number(1...5)))
            switch generator.unit() {
            case ..<0.4:
                add(.reception(.cells), undo: .reception(.satellites), first, last, "positions by cells at best")
            case ..<0.7:
                add(.reception(.wifi), undo: .reception(.satellites), first, last, "positions by Wi-Fi at best")
            default:
                add(.connectivity(.none), undo: .connectivity(.cellular), first, last, "no connection")
            }
        }
        // The phone is plugged in at home, and unplugged before the member gets up.
        let plugged = max(time(day, hour: generator.number(22.6...23.7)), journey.now)
        let unplugged = time(day + 1, hour: generator.number(5.2...5.7))
        if generator.happens(0.9) {
            add(.charger(true), undo: .charger(false), plugged, unplugged, "on the charger")
        }
    }

    private mutating func add(
        _ happening: ScenarioEvent,
        undo: ScenarioEvent,
        _ start: Timestamp,
        _ end: Timestamp,
        _ text: String
    ) {
        happenings.append(TimedScenarioEvent(time: start, happening: happening, text: text))
        happenings.append(TimedScenarioEvent(time: end, happening: undo, text: "no longer: \(text)"))
    }
}
