public import CArrow
internal import VisitModel

// The functions of `footfall_engine.h`, by their names in C.

/// `FOOTFALL_ENGINE_ABI`, the number of the interface.
@_cdecl("footfall_engine_abi")
public func footfallEngineABI() -> UInt32 { UInt32(FOOTFALL_ENGINE_ABI) }

/// Opens an engine; releases the table, and returns 0 or fills the error.
@_cdecl("footfall_engine_open")
public func open(
    _ facilities: UnsafeMutablePointer<footfall_engine_table>?,
    _ options: UnsafePointer<CChar>?,
    _ engine: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ error: UnsafeMutablePointer<footfall_engine_error>?
) -> Int32 {
    defer { release(facilities) }
    return reporting(to: error) { () throws(EngineLibraryError) in
        guard let engine else { throw missing("engine") }
        var text = ""
        if let options {
            guard let valid = String(validatingCString: options) else {
                throw EngineLibraryError(.options, "the options are not UTF-8 text")
            }
            text = valid
        }
        let rows = try FacilityTable(table("facilities", facilities))
        let counter = try VisitCounter(rows, EngineOptions(json: text))
        engine.pointee = Unmanaged.passRetained(counter).toOpaque()
    }
}

/// Evaluates fixes after the states of an earlier call; releases the tables, and returns 0 or fills the error.
@_cdecl("footfall_engine_advance")
public func advance(
    _ engine: UnsafeRawPointer?,
    _ fixes: UnsafeMutablePointer<footfall_engine_table>?,
    _ states: UnsafeMutablePointer<footfall_engine_table>?,
    _ nowMilliseconds: Int64,
    _ results: UnsafeMutablePointer<footfall_engine_results>?,
    _ error: UnsafeMutablePointer<footfall_engine_error>?
) -> Int32 {
    defer {
        release(fixes)
        release(states)
    }
    return reporting(to: error) { () throws(EngineLibraryError) in
        guard let engine else { throw missing("engine") }
        guard let results else { throw missing("results") }
        guard (100_000_000_000..<100_000_000_000_000).contains(nowMilliseconds) else {
            throw EngineLibraryError(.argument, "now_ms is \(nowMilliseconds), expected milliseconds since 1970")
        }
        let counter = Unmanaged<VisitCounter>.fromOpaque(engine).takeUnretainedValue()
        let found = try counter.advance(
            FixTable(table("fixes", fixes)),
            states == nil ? nil : StateTable(table("states", states)),
            now: Timestamp(milliseconds: nowMilliseconds)
        )
        try export(found, to: results)
    }
}

/// Closes an engine that no call uses any more.
@_cdecl("footfall_engine_close")
public func close(_ engine: UnsafeMutableRawPointer?) {
    if let engine { Unmanaged<VisitCounter>.fromOpaque(engine).release() }
}

// MARK: - Tables and errors

private func missing(_ argument: String) -> EngineLibraryError {
    EngineLibraryError(.argument, "the argument `\(argument)` is NULL")
}

private func table(
    _ name: String,
    _ pointer: UnsafeMutablePointer<footfall_engine_table>?
) throws(EngineLibraryError) -> ArrowTable {
    guard let pointer else { throw missing(name) }
    guard pointer.pointee.schema.release != nil, pointer.pointee.array.release != nil else {
        throw EngineLibraryError(.argument, "the table `\(name)` was released before the call")
    }
    return try ArrowTable(name, pointer.pointee.schema, pointer.pointee.array)
}

private func release(_ table: UnsafeMutablePointer<footfall_engine_table>?) {
    guard let table else { return }
    withUnsafeMutablePointer(to: &table.pointee.schema) { schema in schema.pointee.release?(schema) }
    withUnsafeMutablePointer(to: &table.pointee.array) { array in array.pointee.release?(array) }
}

/// Fills the tables of the results, or none of them.
private func export(
    _ results: Results,
    to target: UnsafeMutablePointer<footfall_engine_results>
) throws(EngineLibraryError) {
    var tables: [footfall_engine_table] = []
    do {
        for columns in [
            results.visits.columns, results.events.columns, results.states.columns, results.refused.columns,
        ] {
            var table = footfall_engine_table()
            try ArrowExport.table(columns, schema: &table.schema, array: &table.array)
            tables.append(table)
        }
    } catch {
        for var table in tables { release(&table) }
        throw error
    }
    target.initialize(
        to: footfall_engine_results(visits: tables[0], events: tables[1], states: tables[2], refused: tables[3])
    )
}

/// Runs a call; returns 0, or 1 after its error was written down.
private func reporting(
    to target: UnsafeMutablePointer<footfall_engine_error>?,
    _ body: () throws(EngineLibraryError) -> Void
) -> Int32 {
    do {
        try body()
        return 0
    } catch {
        if let target {
            var report = footfall_engine_error()
            withUnsafeMutableBytes(of: &report.code) { $0.write(error.code.rawValue) }
            withUnsafeMutableBytes(of: &report.message) { $0.write(error.description) }
            target.initialize(to: report)
        }
        return 1
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Writes a text ended by 0, cut before the first character that does not fit.
    fileprivate func write(_ text: String) {
        var end = text.utf8.count
        if end >= count {
            let bytes = Array(text.utf8)
            end = count - 1
            while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        copyBytes(from: text.utf8.prefix(end))
        self[end] = 0
    }
}
