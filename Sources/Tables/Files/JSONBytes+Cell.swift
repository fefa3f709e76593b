internal import VisitModel
package import WireJSON

extension JSONBytes {
    /// Writes an object of cells on one line.
    package static func object(_ members: some Sequence<(String, Cell)>) -> [UInt8] {
        var json = JSONBytes(style: JSONStyle(isSpaced: true, shortEscapes: .newline))
        json.openObject()
        for (key, cell) in members {
            json.key(key)
            json.value(cell)
        }
        json.closeObject()
        return json.bytes
    }

    private mutating func value(_ cell: Cell) {
        switch cell {
        case .text(let text): self.text(text)
        case .integer(let number): integer(Int64(number))
        case .number(let number, _): self.number(number)
        case .time(let time): text(time.iso8601)
        case .flag(let flag): bool(flag)
        case .list(let texts): list(of: texts) { $0.text($1) }
        case .json(let document): verbatim(Array(document.utf8))
        case .clock, .day: text(cell.forCSV)
        case .nothing: null()
        }
    }
}
