internal import GeofenceEngine
internal import VisitModel

extension ByteWriter {
    mutating func write(_ report: TransitionReport) {
        write(report.action.code)
        write(unsigned: UInt64(report.key.rawValue))
    }
}

extension ByteReader {
    mutating func readTransitionReport() throws(DeviceEngineError) -> TransitionReport {
        guard let action = FenceAction(code: try readByte()) else { throw Self.damaged }
        return TransitionReport(action, try readKey())
    }
}

extension FenceAction {
    /// The action's number in stored bytes; also its rank in the order of a device's inputs.
    var code: UInt8 {
        switch self {
        case .entered: 0
        case .exited: 1
        case .dwelled: 2
        }
    }

    init?(code: UInt8) {
        switch code {
        case 0: self = .entered
        case 1: self = .exited
        case 2: self = .dwelled
        default: return nil
        }
    }
}
