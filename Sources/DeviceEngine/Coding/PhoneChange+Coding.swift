extension PhoneChange {
    /// Also orders changes of the same time.
    var packed: [UInt8] {
        var writer = ByteWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension ByteWriter {
    mutating func write(_ change: PhoneChange) {
        switch change {
        case .registrationsLost(let code, let message):
            write(UInt8(0))
            write(code)
            write(message)
        case .registrationsRestored:
            write(UInt8(1))
        case .slotsMeasured(let count, let code, let message):
            write(UInt8(2))
            write(count: max(0, count))
            write(code)
            write(message)
        case .failed(let code, let message):
            write(UInt8(3))
            write(code)
            write(message)
        case .monitoringStopped:
            write(UInt8(4))
        case .listChanged:
            write(UInt8(5))
        case .heartbeat:
            write(UInt8(6))
        }
    }

    private mutating func write(_ text: String) {
        write(count: text.utf8.count)
        for byte in text.utf8 { write(byte) }
    }
}

extension ByteReader {
    mutating func readChange() throws(DeviceEngineError) -> PhoneChange {
        switch try readByte() {
        case 0: .registrationsLost(code: try readText(), message: try readText())
        case 1: .registrationsRestored
        case 2: .slotsMeasured(try readInt(), code: try readText(), message: try readText())
        case 3: .failed(code: try readText(), message: try readText())
        case 4: .monitoringStopped
        case 5: .listChanged
        case 6: .heartbeat
        default: throw Self.damaged
        }
    }

    private mutating func readText() throws(DeviceEngineError) -> String {
        var bytes: [UInt8] = []
        for _ in 0..<(try readCount()) { bytes.append(try readByte()) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.damaged }
        return text
    }
}
