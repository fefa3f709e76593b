import Foundation
import Interchange
import Testing
import VisitModel

/// The inputs in `Tests/Corpus/Interchange` that `scripts/fuzz` found to reach the most code, and those that once crashed.
@Suite("Inputs that a fuzzer made up")
struct CorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpus/Interchange")

    private static let apps: [String: PhoneApp] = [
        "fixes": .footfall, "transistor": .transistor, "overland": .overland, "owntracks": .ownTracks,
        "traccar": .traccar, "gpslogger": .gpsLogger, "radar": .radar,
    ]
    private static let formats: [String: TrackFormat?] = [
        "tracks-csv": .csv, "tracks-gpx": .gpx, "tracks-geojson": .geojson, "tracks-json": .json, "tracks-found": nil,
    ]

    private static func inputs(_ target: String) throws -> [[UInt8]] {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: target),
            includingPropertiesForKeys: nil
        )
        return try files.map { try [UInt8](Data(contentsOf: $0)) }
    }

    @Test("that are phones' requests are read whole and piece by piece to the same end", arguments: apps.keys.sorted())
    func requests(target: String) throws {
        let app = try #require(Self.apps[target])
        let inputs = try Self.inputs(target)
        #expect(!inputs.isEmpty)
        for input in inputs {
            let isQuery = input.first == UInt8(ascii: "?")
            let isForm = input.first == UInt8(ascii: "&")
            let rest = Array(input.dropFirst())
            let request = PhoneRequest(
                query: isQuery ? String(decoding: rest, as: UTF8.self) : "",
                contentType: isForm ? "application/x-www-form-urlencoded" : "application/json",
                body: isQuery ? [] : isForm ? rest : input
            )
            var reader = PhoneReader()
            let whole = reader.read(request, as: app, receivedAt: PhoneReading.now)
            var pieces = PhoneRequestReader(
                request,
                as: app,
                receivedAt: PhoneReading.now,
                pieceLimit: 3,
                refusedLimit: 5
            )
            var records: [PhoneRecord] = []
            while let piece = pieces.next() { records += piece }
            #expect(records.count == whole.records.count)
        }
    }

    @Test("that are tracks give the same fixes whole and in two pieces", arguments: formats.keys.sorted())
    func tracks(target: String) throws {
        let format = try #require(Self.formats[target])
        let inputs = try Self.inputs(target)
        #expect(!inputs.isEmpty)
        for input in inputs {
            let cut = input.count / 3
            let whole = Self.fixCount([input], format)
            #expect(Self.fixCount([Array(input[..<cut]), Array(input[cut...])], format) == whole)
        }
    }

    private static func fixCount(_ pieces: [[UInt8]], _ format: TrackFormat?) -> Int {
        var reader = TrackReader(fileName: "corpus", format: format, diagnosticLimit: 100)
        var fixes: [TrackFix] = []
        do {
            for piece in pieces { try reader.consume(piece, into: &fixes) }
            try reader.finish(into: &fixes)
        } catch {
            // Not a track at all: what came before counts.
        }
        return fixes.count
    }

    @Test("that are tables are read without more rows than records")
    func tables() throws {
        for input in try Self.inputs("facilities") {
            var document = FacilityDocument(file: "corpus", diagnosticLimit: 100)
            var count = 0
            try? document.consume(input) { _ in count += 1 }
            try? document.finish { _ in count += 1 }
            #expect(count <= document.recordCount)
        }
        for input in try Self.inputs("members") {
            var document = MemberDocument(file: "corpus", diagnosticLimit: 100)
            var count = 0
            try? document.consume(input) { _ in count += 1 }
            try? document.finish { _ in count += 1 }
            #expect(count <= document.recordCount)
        }
    }

    @Test("that are cells of a boundary or a time are read as such")
    func cells() throws {
        for input in try Self.inputs("boundary") {
            let cell = String(decoding: input, as: UTF8.self).replacing("\"", with: "\"\"")
            var document = FacilityDocument(file: "corpus", diagnosticLimit: 100)
            var count = 0
            try? document.consume(Array("id,name,lat,lon,boundary\nA,A,1,1,\"\(cell)\"\n".utf8)) { _ in count += 1 }
            try? document.finish { _ in count += 1 }
            #expect(count <= 1)
        }
        for input in try Self.inputs("timestamp") {
            let rows = 1 + input.count { $0 == 0x0A || $0 == 0x0D }
            let track = Array("time,lat,lon\n".utf8) + input + Array(",1,2\n".utf8)
            #expect(Self.fixCount([track], .csv) <= rows)
        }
    }
}
