import TrackingModel
import Foundation
import Testing
import TrackingEngine
import VisitModel

@Suite("What a schedule means")
struct ScheduleExplanationTests {
    @Test(
        "entries in words",
        arguments: [
            ("1-5 09:00-17:00", "Sunday to Thursday, 09:00 to 17:00: tracking with location"),
            ("2-6 9:00-17:00 geofence", "Monday to Friday, 09:00 to 17:00: tracking with geofences only"),
            ("1-7 22:00-06:00", "every day, 22:00 to 06:00 on the next day: tracking with location"),
            ("2,4,6 20:00-00:00", "Monday, Wednesday and Friday, 20:00 to midnight: tracking with location"),
            ("1,7 20:00-21:00", "Sunday and Saturday, 20:00 to 21:00: tracking with location"),
            ("7 20:00-21:00", "Saturday, 20:00 to 21:00: tracking with location"),
            ("2018-01-01 09:00-17:00", "Monday 2018-01-01, 09:00 to 17:00: tracking with location"),
            (
                "2018-01-01-09:00 2019-01-01-17:00 geofence",
                "Monday 2018-01-01 09:00 to Tuesday 2019-01-01 17:00: tracking with geofences only"
            ),
        ]
    )
    func words(entry: String, meaning: String) throws {
        #expect(try ScheduleEntry(entry).words == meaning)
    }

    @Test("the text of a schedule, over a change of the clocks")
    func text() throws {
        let explanation = try ScheduleExplanation(
            ["1-5 9:00-17:00", "1-7 18:00-12:00 geofence", "2018-01-01 09:00-17:00", "1 01:00-02:30 location"],
            at: try ScheduleWorld.time("2024-10-27T00:30"),
            in: try TimeZoneName(ScheduleWorld.berlin)
        )
        #expect(
            explanation.text == """
                At Sunday 2024-10-27 00:30 +02:00 (2024-10-26T22:30:00Z) in Europe/Berlin

                1. 1-5 09:00-17:00
                   Sunday to Thursday, 09:00 to 17:00: tracking with location
                2. 1-7 18:00-12:00 geofence
                   every day, 18:00 to 12:00 on the next day: tracking with geofences only
                   Note: `1-7 18:00-12:00 geofence` runs to 12:00 of the next day; for an end at midnight, write \
                `18:00-00:00`
                   Note: `1-7 18:00-12:00 geofence` overlaps `1-5 09:00-17:00`, which has the other mode: while both \
                are active, the one that started last applies
                3. 2018-01-01 09:00-17:00
                   Monday 2018-01-01, 09:00 to 17:00: tracking with location
                   Note: `2018-01-01 09:00-17:00` is over and is ignored
                4. 1 01:00-02:30
                   Sunday, 01:00 to 02:30: tracking with location
                   Note: `1 01:00-02:30` overlaps `1-7 18:00-12:00 geofence`, which has the other mode: while both are \
                active, the one that started last applies

                Now: tracking with geofences only, by `1-7 18:00-12:00 geofence`
                Next:
                   Sunday 2024-10-27 01:00 +02:00  2024-10-26T23:00:00Z  tracking switches to location
                   Sunday 2024-10-27 02:30 +01:00  2024-10-27T01:30:00Z  tracking switches to geofences only
                   Sunday 2024-10-27 09:00 +01:00  2024-10-27T08:00:00Z  tracking switches to location
                   Sunday 2024-10-27 17:00 +01:00  2024-10-27T16:00:00Z  tracking stops
                   Sunday 2024-10-27 18:00 +01:00  2024-10-27T17:00:00Z  tracking starts with geofences only

                """
        )
    }

    @Test("the text of a schedule that never changes again, and of none")
    func quietText() throws {
        let zone = try TimeZoneName("America/St_Johns")
        let time = try ScheduleWorld.time("2024-06-05T12:00:07Z")
        #expect(
            try ScheduleExplanation(["2018-01-01 09:00-17:00"], at: time, in: zone).text == """
                At Wednesday 2024-06-05 09:30:07 -02:30 (2024-06-05T12:00:07Z) in America/St_Johns

                1. 2018-01-01 09:00-17:00
                   Monday 2018-01-01, 09:00 to 17:00: tracking with location
                   Note: `2018-01-01 09:00-17:00` is over and is ignored

                Now: no tracking
                Next: nothing changes any more

                """
        )
        #expect(
            try ScheduleExplanation([], at: time, in: zone).text == """
                At Wednesday 2024-06-05 09:30:07 -02:30 (2024-06-05T12:00:07Z) in America/St_Johns

                No entries: tracking is never on

                """
        )
    }

    @Test("the JSON of a schedule")
    func json() throws {
        let explanation = try ScheduleExplanation(
            ["3 09:00-10:00", "3 9:00-10:00"],
            at: try ScheduleWorld.time("2024-06-04T09:30"),
            in: try TimeZoneName(ScheduleWorld.berlin),
            edges: 1
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        #expect(
            String(decoding: try encoder.encode(explanation), as: UTF8.self) == """
                {
                  "entries" : [
                    {
                      "entry" : "3 09:00-10:00",
                      "meaning" : "Tuesday, 09:00 to 10:00: tracking with location",
                      "remarks" : [

                      ]
                    },
                    {
                      "entry" : "3 09:00-10:00",
                      "meaning" : "Tuesday, 09:00 to 10:00: tracking with location",
                      "remarks" : [
                        {
                          "code" : "duplicate",
                          "message" : "`3 09:00-10:00` is in the list more than once"
                        }
                      ]
                    }
                  ],
                  "next" : [
                    {
                      "change" : "tracking stops",
                      "state" : {
                        "entry" : null,
                        "mode" : null
                      },
                      "time" : {
                        "local" : "Tuesday 2024-06-04 10:00 +02:00",
                        "utc" : "2024-06-04T08:00:00Z"
                      }
                    }
                  ],
                  "now" : {
                    "entry" : "3 09:00-10:00",
                    "mode" : "location"
                  },
                  "time" : {
                    "local" : "Tuesday 2024-06-04 09:30 +02:00",
                    "utc" : "2024-06-04T07:30:00Z"
                  },
                  "time_zone" : "Europe/Berlin"
                }
                """
        )
    }

    @Test("an entry that can't be read is an error, and the number of edges is kept in bounds")
    func bounds() throws {
        let zone = try TimeZoneName(ScheduleWorld.berlin)
        let time = try ScheduleWorld.time("2024-06-04T09:30")
        #expect(throws: TrackingEngineError.self) { try ScheduleExplanation(["1"], at: time, in: zone) }
        #expect(try ScheduleExplanation(["1 09:00-10:00"], at: time, in: zone, edges: -1).next.isEmpty)
        #expect(try ScheduleExplanation(["1 09:00-10:00"], at: time, in: zone, edges: 40).next.count == 40)
    }
}
