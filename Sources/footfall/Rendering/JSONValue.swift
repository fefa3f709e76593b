internal import VisitModel

/// Writes cells as JSON (RFC 8259).
enum JSONValue {
    /// Writes an object on one line.
    static func write(_ members: some Sequence<(String, Cell)>, to buffer: inout [UInt8]) {
        buffer.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { buffer.append(contentsOf: ", ".utf8) }
            write(member.0, to: &buffer)
            buffer.append(contentsOf: ": ".utf8)
            write(member.1, to: &buffer)
        }
        buffer.append(UInt8(ascii: "}"))
    }

    private static func write(_ cell: Cell, to buffer: inout [UInt8]) {
        switch cell {
        case .text(let text): write(text, to: &buffer)
        case .integer(let number): buffer.append(contentsOf: String(number).utf8)
        case .number(let number, _): buffer.append(contentsOf: (number.isFinite ? text(of: number) : "null").utf8)
        case .time(let time): write(time.iso8601, to: &buffer)
        case .flag(let flag): buffer.append(contentsOf: (flag ? "true" : "false").utf8)
        case .list(let texts):
            buffer.append(UInt8(ascii: "["))
            for (index, text) in texts.enumerated() {
                if index > 0 { buffer.append(contentsOf: ", ".utf8) }
                write(text, to: &buffer)
            }
            buffer.append(UInt8(ascii: "]"))
        case .json(let document): buffer.append(contentsOf: document.utf8)
        case .nothing: buffer.append(contentsOf: "null".utf8)
        }
    }

    /// The shortest text of a finite number that reads back exactly.
    static func text(of number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : number.description
    }

    private static func write(_ text: String, to buffer: inout [UInt8]) {
        buffer.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                buffer.append(UInt8(ascii: "\\"))
                buffer.append(byte)
            case 0x0A: buffer.append(contentsOf: "\\n".utf8)
            case 0x00..<0x20:
                let digits = String(byte, radix: 16)
                buffer.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            default: buffer.append(byte)
            }
        }
        buffer.append(UInt8(ascii: "\""))
    }
}
