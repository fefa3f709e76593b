package import DeviceEngine
internal import PhoneOS
package import VisitModel

extension DeviceInput {
    package init(_ report: PhoneReport, at time: Timestamp) {
        switch report {
        case .fix(let fix): self = .fix(fix)
        case .rebooted: self = .rebooted(at: time)
        case .appUpdated: self = .appUpdated(at: time)
        case .registrationsLost(let error):
            self = .changed(.registrationsLost(code: error.code.rawValue, message: error.message), at: time)
        case .registrationsRestored: self = .changed(.registrationsRestored, at: time)
        case .slotsMeasured(let count, let error):
            self = .changed(.slotsMeasured(count, code: error.code.rawValue, message: error.message), at: time)
        case .failed(let error):
            self = .changed(.failed(code: error.code.rawValue, message: error.message), at: time)
        case .monitoringStopped: self = .changed(.monitoringStopped, at: time)
        case .listChanged: self = .changed(.listChanged, at: time)
        case .heartbeat: self = .changed(.heartbeat, at: time)
        }
    }
}
