internal import GeofenceEngine
internal import VisitModel

/// The encoding of an hour of a device's inputs: fixes, with and without OS transition reports, phone changes, and
/// advances of the clock.
package enum InputPacking {
    package static func pack(_ inputs: [DeviceInput]) -> [UInt8] {
        var writer = ByteWriter()
        var fixes: [Fix] = []
        fixes.reserveCapacity(inputs.count)
        for case .fix(let fix) in inputs { fixes.append(fix) }
        FixPacking.write(fixes, to: &writer)
        guard fixes.count < inputs.count else { return writer.bytes }
        for input in inputs {
            switch input {
            case .fix: break
            case .rebooted(let time):
                writer.write(UInt8(1))
                writer.write(time)
            case .appUpdated(let time):
                writer.write(UInt8(2))
                writer.write(time)
            case .changed(let change, let time):
                writer.write(UInt8(3))
                writer.write(time)
                writer.write(change)
            case .passed(let time):
                writer.write(UInt8(4))
                writer.write(time)
            case .reported(let action, let key, let fix):
                writer.write(UInt8(5))
                writer.write(TransitionReport(action, key))
                writer.write(fix)
            }
        }
        return writer.bytes
    }

    /// Decodes the output of `pack`, in the order of inputs.
    package static func unpack(_ bytes: [UInt8]) throws(DeviceEngineError) -> [DeviceInput] {
        var reader = ByteReader(bytes)
        var inputs = try FixPacking.read(from: &reader).map(DeviceInput.fix)
        guard !reader.isAtEnd else { return inputs }
        while !reader.isAtEnd {
            switch try reader.readByte() {
            case 1: inputs.append(.rebooted(at: try reader.readTimestamp()))
            case 2: inputs.append(.appUpdated(at: try reader.readTimestamp()))
            case 3:
                let time = try reader.readTimestamp()
                inputs.append(.changed(try reader.readChange(), at: time))
            case 4: inputs.append(.passed(at: try reader.readTimestamp()))
            case 5:
                let report = try reader.readTransitionReport()
                inputs.append(.reported(report.action, report.key, try reader.readFix()))
            default: throw ByteReader.damaged
            }
        }
        return inputs.sorted()
    }
}
