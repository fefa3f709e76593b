import Testing
import VisitModel

@Suite("Visits and events")
struct VisitTests {
    @Test("only the verdict counted counts", arguments: Visit.Verdict.allCases)
    func counted(verdict: Visit.Verdict) throws {
        let start = Timestamp(milliseconds: 0)
        let visit = Visit(
            id: try VisitID("v"),
            member: try MemberID("m"),
            device: try DeviceID("d"),
            facility: try FacilityID("f"),
            enteredAt: start,
            dwelledAt: nil,
            exitedAt: nil,
            status: .open,
            evidence: .none,
            verdict: verdict,
            month: try Month("1970-01"),
            localDate: CivilDate(daysSince1970: 0),
            fixesInside: 1,
            lastProofAt: start,
            depthMeters: 3,
            doubts: [],
            policyVersion: "1"
        )
        #expect(visit.isCounted == (verdict == .counted))
    }

    @Test("doubts are named in a stable order")
    func doubts() {
        #expect(Visit.Doubts().names.isEmpty)
        #expect(Visit.Doubts([.facilityChanged, .mockLocation]).names == ["mock_location", "facility_changed"])
        #expect(Visit.Doubts(rawValue: 0b1111).names.count == 4)
    }

    @Test("the seven kinds of event have the document's names, and know their visit and facility")
    func kinds() throws {
        let (facility, visit) = (try FacilityID("f"), try VisitID("v"))
        let table: [(GeofenceEvent.Kind, String, Bool)] = [
            (.registered([facility]), "Registered", false), (.unregistered(nil), "Unregistered", false),
            (.entered(facility, visit: visit), "Entered", true), (.dwell(facility, visit: visit), "Dwell", true),
            (.exited(facility, visit: visit), "Exited", true), (.heartbeat, "Heartbeat", false),
            (.error(code: "too_many_geofences", message: "101"), "Error", false),
        ]
        for (kind, name, hasVisit) in table {
            #expect(kind.name == name)
            #expect(kind.visit == (hasVisit ? visit : nil))
            #expect(kind.facility == (hasVisit ? facility : nil))
        }
    }

    @Test("an event's location is what the fix said")
    func location() throws {
        let place = try Coordinate(latitude: 1, longitude: 2)
        let fix = Fix(time: Timestamp(milliseconds: 7), coordinate: place, horizontalAccuracy: 12)
        let location = GeofenceEvent.Location(fix)
        #expect(location.coordinate == place && location.accuracy == 12 && location.time == fix.time)
    }
}
