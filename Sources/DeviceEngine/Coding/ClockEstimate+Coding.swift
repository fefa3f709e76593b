package import GeofenceEngine
internal import VisitModel

extension ClockEstimate {
    /// Incremented with every change of the encoding.
    private static let format: UInt8 = 1

    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.format)
        writer.write(count: periods.count)
        for period in periods {
            writer.write(period.start)
            writer.write(signed: period.error.offsetMilliseconds)
            writer.write(period.error.seemsBehind)
            writer.write(period.provenAt)
        }
        for time in [newest, newestFixAt, lateAt] { writer.write(optional: time) { $0.write($1) } }
        writer.write(optional: run.earlier) { writer, span in
            writer.write(count: span.count)
            writer.write(span.since)
            writer.write(signed: span.least)
            writer.write(signed: span.greatest)
        }
        writer.write(optional: run.latest) { writer, latest in
            writer.write(latest.receivedAt)
            writer.write(signed: latest.lead)
        }
        writer.appendChecksum()
        return writer.bytes
    }

    /// Decodes the output of `encoded`; throws code `damagedState`.
    package init(stored bytes: [UInt8]) throws(DeviceEngineError) {
        var reader = try ByteReader(checksummed: bytes)
        guard try reader.readByte() == Self.format else { throw ByteReader.damaged }
        var periods: [Period] = []
        for _ in 0..<(try reader.readCount()) {
            let start = try reader.readTimestamp()
            let error = ClockError(offsetMilliseconds: try reader.readSigned(), seemsBehind: try reader.readBool())
            periods.append(Period(start: start, error: error, provenAt: try reader.readTimestamp()))
        }
        var times: [Timestamp?] = []
        for _ in 0..<3 { times.append(try reader.readBool() ? reader.readTimestamp() : nil) }
        var earlier: SteadyLeads.Span?
        if try reader.readBool() {
            earlier = SteadyLeads.Span(
                count: try reader.readInt(),
                since: try reader.readTimestamp(),
                least: try reader.readSigned(),
                greatest: try reader.readSigned()
            )
        }
        var latest: SteadyLeads.Latest?
        if try reader.readBool() {
            latest = SteadyLeads.Latest(receivedAt: try reader.readTimestamp(), lead: try reader.readSigned())
        }
        guard reader.isAtEnd else { throw ByteReader.damaged }
        self.init(
            periods: periods,
            newest: times[0],
            newestFixAt: times[1],
            lateAt: times[2],
            run: SteadyLeads(earlier: earlier, latest: latest)
        )
    }
}
