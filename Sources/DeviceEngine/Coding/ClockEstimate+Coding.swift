package import GeofenceEngine
internal import VisitModel

extension ClockEstimate {
    /// Incremented with every change of the encoding.
    private static let format: UInt8 = 4
    /// The earliest version that can still be decoded: it has neither unconfirmed leads nor a second clock.
    private static let earliestFormat: UInt8 = 1
    /// The version of a second clock with the latest gap alone.
    private static let formatOfOneGap: UInt8 = 2
    /// The first version with undecided fixes.
    private static let formatOfUndecided: UInt8 = 4

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
        writer.write(count: unconfirmed.count)
        for lead in unconfirmed {
            writer.write(signed: lead.offsetMilliseconds)
            writer.write(lead.fixAt)
            writer.write(lead.receivedAt)
            writer.write(lead.isCorrected)
            writer.write(lead.isPending)
        }
        writer.write(alternation)
        writer.appendChecksum()
        return writer.bytes
    }

    /// Decodes the output of `encoded`; throws code `damagedState`.
    package init(stored bytes: [UInt8]) throws(DeviceEngineError) {
        var reader = try ByteReader(checksummed: bytes)
        let format = try reader.readByte()
        guard (Self.earliestFormat...Self.format).contains(format) else { throw ByteReader.damaged }
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
        var unconfirmed: [UnconfirmedLead] = []
        var alternation = ClockAlternation()
        if format > Self.earliestFormat {
            for _ in 0..<(try reader.readCount()) {
                unconfirmed.append(
                    UnconfirmedLead(
                        offsetMilliseconds: try reader.readSigned(),
                        fixAt: try reader.readTimestamp(),
                        receivedAt: try reader.readTimestamp(),
                        isCorrected: try reader.readBool(),
                        isPending: try reader.readBool()
                    )
                )
            }
            alternation = try reader.readAlternation(
                hasOneGap: format == Self.formatOfOneGap,
                hasUndecided: format >= Self.formatOfUndecided
            )
        }
        guard reader.isAtEnd else { throw ByteReader.damaged }
        self.init(
            periods: periods,
            newest: times[0],
            newestFixAt: times[1],
            lateAt: times[2],
            run: SteadyLeads(earlier: earlier, latest: latest),
            unconfirmed: unconfirmed,
            alternation: alternation
        )
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ alternation: ClockAlternation) {
        for time in [alternation.front, alternation.receivedAt] { write(optional: time) { $0.write($1) } }
        write(optional: alternation.latest) { writer, latest in
            writer.write(optional: latest.start) { $0.write($1) }
            writer.write(count: latest.count)
        }
        write(optional: alternation.group) { writer, group in
            writer.write(group.oldest)
            writer.write(group.newest)
            writer.write(optional: group.receivedAt) { $0.write($1) }
            writer.write(group.fixes)
        }
        write(count: alternation.gaps.count)
        for gap in alternation.gaps {
            write(optional: gap.start) { $0.write($1) }
            write(gap.end)
        }
        write(count: alternation.intervals.count)
        for interval in alternation.intervals { write(signed: interval) }
        for (run, lag) in [
            (alternation.run, alternation.known), (alternation.undecidedRun, alternation.undecided),
        ] {
            write(optional: run) { writer, run in
                writer.write(run.lag)
                writer.write(count: run.groups)
                writer.write(run.isFresh)
                writer.write(run.mayBeKept)
                writer.write(run.newest)
                writer.write(run.fixes)
            }
            write(optional: lag) { writer, lag in
                writer.write(lag.milliseconds)
                writer.write(lag.provenAt)
            }
        }
    }

    private mutating func write(_ range: ClosedRange<Int64>) {
        write(signed: range.lowerBound)
        write(unsigned: UInt64(range.upperBound - range.lowerBound))
    }

    private mutating func write(_ fixes: [ClockAlternation.FixKey]) {
        write(count: fixes.count)
        var time: Int64 = 0
        for fix in fixes {
            write(signed: fix.time.milliseconds &- time)
            time = fix.time.milliseconds
            write(fix.coordinate)
        }
    }
}

extension ByteReader {
    fileprivate mutating func readAlternation(
        hasOneGap: Bool,
        hasUndecided: Bool
    ) throws(DeviceEngineError) -> ClockAlternation {
        ClockAlternation(
            front: try readBool() ? readTimestamp() : nil,
            receivedAt: try readBool() ? readTimestamp() : nil,
            latest: try readBool()
                ? ClockAlternation.Advance(from: readBool() ? readTimestamp() : nil, count: readInt()) : nil,
            group: try readBool() ? readGroup() : nil,
            gaps: try hasOneGap ? readGap() : readGaps(),
            intervals: try readIntervals(),
            run: try readRun(),
            known: try readLag(),
            undecidedRun: try hasUndecided ? readRun() : nil,
            undecided: try hasUndecided ? readLag() : nil
        )
    }

    private mutating func readRun() throws(DeviceEngineError) -> ClockAlternation.Run? {
        guard try readBool() else { return nil }
        return ClockAlternation.Run(
            lag: try readRange(),
            groups: try readInt(),
            isFresh: try readBool(),
            mayBeKept: try readBool(),
            newest: try readTimestamp(),
            fixes: try readFixKeys()
        )
    }

    private mutating func readLag() throws(DeviceEngineError) -> ClockAlternation.Lag? {
        guard try readBool() else { return nil }
        return ClockAlternation.Lag(milliseconds: try readRange(), provenAt: try readTimestamp())
    }

    private mutating func readGroup() throws(DeviceEngineError) -> ClockAlternation.Group {
        let (oldest, newest) = (try readTimestamp(), try readTimestamp())
        guard try readBool() else { throw Self.damaged }
        return ClockAlternation.Group(
            oldest: oldest,
            newest: newest,
            receivedAt: try readTimestamp(),
            fixes: try readFixKeys()
        )
    }

    private mutating func readGaps() throws(DeviceEngineError) -> [ClockAlternation.Gap] {
        var gaps: [ClockAlternation.Gap] = []
        for _ in 0..<(try readCount()) {
            gaps.append(
                ClockAlternation.Gap(start: try readBool() ? readTimestamp() : nil, end: try readTimestamp())
            )
        }
        return gaps
    }

    /// Decodes the latest gap of the earlier version; none before the first fix.
    private mutating func readGap() throws(DeviceEngineError) -> [ClockAlternation.Gap] {
        let start = try readBool() ? readTimestamp() : nil
        guard try readBool() else { return [] }
        return [ClockAlternation.Gap(start: start, end: try readTimestamp())]
    }

    private mutating func readIntervals() throws(DeviceEngineError) -> [Int64] {
        var intervals: [Int64] = []
        for _ in 0..<(try readCount()) { intervals.append(try readSigned()) }
        return intervals
    }

    private mutating func readRange() throws(DeviceEngineError) -> ClosedRange<Int64> {
        let (least, width) = (try readSigned(), try readUnsigned())
        guard let width = Int64(exactly: width), case let (greatest, false) = least.addingReportingOverflow(width)
        else {
            throw Self.damaged
        }
        return least...greatest
    }

    private mutating func readFixKeys() throws(DeviceEngineError) -> [ClockAlternation.FixKey] {
        var fixes: [ClockAlternation.FixKey] = []
        var time: Int64 = 0
        for _ in 0..<(try readCount()) {
            time &+= try readSigned()
            fixes.append(
                ClockAlternation.FixKey(time: Timestamp(milliseconds: time), coordinate: try readCoordinate())
            )
        }
        return fixes
    }
}
