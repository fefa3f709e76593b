internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization
internal import Tables
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The endpoints of files: a member's visits for a spreadsheet, a device's fixes for a map.
struct DownloadEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            Endpoint(.get, "/v1/members/{member}/visits", .read, recording: .export) { try await visits($0) },
            Endpoint(.get, "/v1/devices/{device}/track", .read, recording: .export) { try await track($0) },
        ]
    }

    /// The forms of a table for spreadsheets.
    enum SheetFormat: String, CaseIterable {
        case csv, xlsx

        var mediaType: String {
            switch self {
            case .csv: "text/csv; charset=utf-8"
            case .xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            }
        }
    }

    /// The visits of a member that were not withdrawn, in order, of a month or all.
    func visits(_ call: ServiceCall) async throws -> Response {
        let id: MemberID = try call.pathIdentifier("member")
        let (format, month): (SheetFormat, Month?) = (try call.choice("format") ?? .csv, try call.month("month"))
        let bytes = try await parts.reader.read { store in
            guard try store.members.find(id) != nil else { throw MemberEndpoints.unknown(id) }
            let filter = VisitFilter(month: month, member: id)
            switch format {
            case .csv:
                let file = DownloadedFile()
                var report = Report(ListedVisit.columns, .csv, defusesFormulas: true, to: file.append)
                try store.forEachListedVisit(matching: filter) { try report.add($0) }
                try report.end()
                return file.bytes
            case .xlsx:
                return ByteBuffer(
                    bytes: try XLSXWorkbook.bytes { workbook in
                        var sheet = try workbook.sheet("Visits", ListedVisit.columns)
                        try store.forEachListedVisit(matching: filter) { try sheet.add($0) }
                    }
                )
            }
        }
        let name = "visits-\(id)\(month.map { "-\($0)" } ?? "").\(format.rawValue)"
        return DownloadedFile.response(bytes, name, format.mediaType)
    }

    /// The longest track of a file, in days: it is made in memory.
    private static let trackDays = 31

    /// The fixes of a device that are kept, of a time or the last `trackDays`.
    func track(_ call: ServiceCall) async throws -> Response {
        let id: DeviceID = try call.pathIdentifier("device")
        let format: TrackExportFormat = try call.choice("format") ?? .gpx
        let until = try call.time("until")
        let longest = Double(Self.trackDays) * 86_400
        let since = try call.time("since") ?? (until ?? parts.now()).advanced(bySeconds: -longest)
        guard since.seconds(to: until ?? parts.now()) <= longest else {
            throw Problem.invalid("a file has at most \(Self.trackDays) days; ask for several", field: "since")
        }
        let pipeline = parts.live.pipeline
        let bytes = try await parts.reader.read { store in
            guard let stored = try store.devices.find(id) else { throw DeviceEndpoints.unknown(id) }
            let file = DownloadedFile()
            var writer = TrackWriter(format, defusesFormulas: true, to: file.append)
            writer.begin(stored.device)
            try pipeline.forEachFix(of: id, since: since, until: until) { try writer.add($0) }
            try writer.end()
            return file.bytes
        }
        let day = "-\(since.iso8601.prefix(10))"
        return DownloadedFile.response(bytes, "track-\(id)\(day).\(format.rawValue)", format.mediaType)
    }
}

/// The bytes of a file while they are written.
final class DownloadedFile: Sendable {
    private let content = Mutex(ByteBuffer())

    var bytes: ByteBuffer { content.withLock { $0 } }

    func append(_ piece: [UInt8]) { content.withLock { _ = $0.writeBytes(piece) } }

    static func response(_ bytes: ByteBuffer, _ name: String, _ type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "no-store",
                .contentDisposition:
                    "attachment; filename=\"\(plain(name))\"; filename*=UTF-8''\(DashboardLink.quoted(name))",
            ],
            body: ResponseBody(byteBuffer: bytes)
        )
    }

    /// A name of a file for browsers that read no other: letters, digits and a few signs.
    private static func plain(_ name: String) -> String {
        String(
            decoding: name.utf8.map { byte in
                let isPlain = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2D || byte == 0x2E
                return isPlain ? byte : UInt8(ascii: "_")
            },
            as: UTF8.self
        )
    }
}
