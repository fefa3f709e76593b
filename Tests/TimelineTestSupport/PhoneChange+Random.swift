package import DeviceEngine
package import SeededRandom

extension PhoneChange {
    /// A random change.
    package static func random(using random: inout SeededGenerator) -> PhoneChange {
        let (code, message) = ("code-\(random.next() % 9)", random.next().isMultiple(of: 3) ? "" : "Zürich 位置 off")
        switch random.next() % 8 {
        case 0:
            let losses = [.registrationsLost(code: code, message: message), PhoneChange.locationOff, .locationDenied]
            return losses[Int(random.next() % 3)]
        case 1: return .registrationsRestored
        case 2: return .slotsMeasured(Int(random.next() % 25), code: code, message: message)
        case 3: return .failed(code: code, message: message)
        case 4: return .monitoringStopped
        case 5: return .listChanged
        case 6: return .alive
        default: return .heartbeat
        }
    }
}
