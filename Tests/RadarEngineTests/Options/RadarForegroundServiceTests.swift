import RadarEngine
import Testing
import RadarEngine
import VisitModel

@Suite("The options of Radar's foreground service")
struct RadarForegroundServiceTests {
    private static let full = RadarForegroundServiceOptions(
        text: "Text",
        title: "Title",
        icon: 2_131_558_400,
        iconString: "ic_your_icon",
        iconColor: "#00FF00",
        updatesOnly: true,
        activity: "com.yourapp.MainActivity",
        importance: .high,
        id: 7,
        channelName: "Walks"
    )

    @Test("each of the ten options comes back from a document")
    func document() throws {
        var options = RadarTrackingOptions.presetEfficient(on: .android)
        options.foregroundService = Self.full
        let read = try RadarTrackingOptions(json: options.json(), platform: .android).foregroundService
        #expect(read == Self.full)
        for key in [
            "text", "title", "icon", "iconString", "iconColor", "updatesOnly", "activity", "importance", "id",
            "channelName",
        ] {
            #expect(options.json().contains("\"\(key)\": "), "\(key)")
        }
    }

    @Test("the icon is the named drawable, else the numbered resource, else the app's own")
    func icon() {
        #expect(Self.full.usedIcon == .drawable("ic_your_icon"))
        #expect(RadarForegroundServiceOptions(icon: 2_131_558_400).usedIcon == .resource(2_131_558_400))
        #expect(RadarForegroundServiceOptions().usedIcon == .app)
    }

    @Test("importances have the numbers of Android's NotificationManager")
    func importances() {
        let numbers = RadarNotificationImportance.allCases.map(\.rawValue)
        #expect(numbers == [0, 1, 2, 3, 4, 5])
        let named: [RadarNotificationImportance] = [.none, .minimum, .low, .default, .high, .maximum]
        #expect(named == RadarNotificationImportance.allCases)
    }

    @Test("the old way's service starts with its own notification, the new way's with the one that was set")
    func ways() throws {
        let set = RadarForegroundServiceOptions(text: "Set")
        for (service, expected) in [(nil, set), (Self.always, Self.always)]
            as [(RadarForegroundServiceOptions?, RadarForegroundServiceOptions)]
        {
            var bench = RadarBench(.android)
            bench.tracking.setForegroundServiceOptions(set)
            var options = RadarTrackingOptions.presetEfficient(on: .android)
            options.foregroundServiceEnabled = service == nil
            options.foregroundService = service
            #expect(options.runsForegroundService)
            #expect(try bench.start(options).first == .startForegroundService(expected))
        }
        var none = RadarBench(.android)
        none.tracking.setForegroundServiceOptions(set)
        let started = try none.start(.presetEfficient(on: .android))
        #expect(!started.contains(.startForegroundService(set)))
    }

    private static let always = RadarForegroundServiceOptions(text: "Old", title: "Walking")
}
