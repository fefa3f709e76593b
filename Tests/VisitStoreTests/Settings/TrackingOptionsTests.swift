import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Stored tracking options")
struct TrackingOptionsTests {
    private static func options(
        _ platform: Platform = .ios,
        _ environment: ProjectEnvironment = .live,
        isOnTrip: Bool = false,
        _ content: StoredTrackingOptions.Content = .preset("responsive"),
        at seconds: Double = 1
    ) -> StoredTrackingOptions {
        StoredTrackingOptions(platform, environment, isOnTrip: isOnTrip, content, updatedAt: .march(seconds))
    }

    @Test("every kind of phones has its own options, and a document is returned byte for byte")
    func roundTrip() throws {
        let store = try VisitStore.temporary()
        var all: [StoredTrackingOptions] = []
        for platform in Platform.allCases {
            for environment in ProjectEnvironment.allCases {
                for isOnTrip in [false, true] {
                    let text = " {\"b\": \"ü\\\"\",\r\n\t\"a\": \(all.count)} "
                    let content: StoredTrackingOptions.Content =
                        all.count.isMultiple(of: 3) ? .preset("efficient") : .document(text)
                    all.append(Self.options(platform, environment, isOnTrip: isOnTrip, content, at: Double(all.count)))
                }
            }
        }
        for options in all { try store.trackingOptions.set(options) }
        #expect(Set(try store.trackingOptions.all()) == Set(all))
        #expect(try store.trackingOptions.all().count == 8)
    }

    @Test("new options replace the old ones, a preset those of a document")
    func replaced() throws {
        let store = try VisitStore.temporary()
        for content in [.preset("continuous"), .document("{}"), .preset("efficient")] as [StoredTrackingOptions.Content]
        {
            try store.trackingOptions.set(Self.options(content))
            #expect(try store.trackingOptions.all().map(\.content) == [content])
        }
    }

    @Test("only stored options can be removed, and only for the named kind of phones")
    func removed() throws {
        let store = try VisitStore.temporary()
        let kept = [Self.options(.android), Self.options(.ios, .test), Self.options(isOnTrip: true)]
        for options in kept + [Self.options()] { try store.trackingOptions.set(options) }
        #expect(try store.trackingOptions.remove(.ios, .live, isOnTrip: false))
        #expect(try !store.trackingOptions.remove(.ios, .live, isOnTrip: false))
        #expect(Set(try store.trackingOptions.all()) == Set(kept))
    }

    @Test("the revision rises with each change and only then, from any connection")
    func revision() throws {
        let store = try VisitStore.temporary()
        let other = try VisitStore(path: store.path)
        #expect(try store.trackingOptions.revision() == 0)
        try store.trackingOptions.remove(.ios, .live, isOnTrip: false)
        #expect(try store.trackingOptions.revision() == 0)
        try other.trackingOptions.set(Self.options())
        #expect(try store.trackingOptions.revision() == 1)
        try store.trackingOptions.remove(.ios, .live, isOnTrip: false)
        #expect(try other.trackingOptions.revision() == 2)
        #expect(try store.placesRevision() == 0)
    }

    @Test("an unknown preset is refused, and so is a row with both or neither")
    func refusals() throws {
        let store = try VisitStore.temporary()
        #expect(throws: StorageError.self) { try store.trackingOptions.set(Self.options(.preset("fast"))) }
        for columns in ["'efficient', '{}'", "NULL, NULL"] {
            #expect(throws: DatabaseError.self) {
                try store.database.pool.write { db in
                    try db.execute(sql: "INSERT INTO tracking_options VALUES ('ios', 'live', 0, \(columns), 1)")
                }
            }
        }
        #expect(try store.trackingOptions.all() == [])
        #expect(try store.trackingOptions.revision() == 0)
    }
}

extension TrackingOptionsTests {
    private static func options(_ content: StoredTrackingOptions.Content) -> StoredTrackingOptions {
        options(.ios, content)
    }

    private static func options(
        _ platform: Platform,
        _ content: StoredTrackingOptions.Content
    ) -> StoredTrackingOptions {
        options(platform, .live, isOnTrip: false, content)
    }
}
