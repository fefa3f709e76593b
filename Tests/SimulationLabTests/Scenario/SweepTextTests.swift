import Testing
import VisitModel

@testable import SimulationLab

@Suite("Time sweeps")
struct SweepTextTests {
    @Test("a sweep has a run for each step, including both ends")
    func steps() throws {
        let scenario = try ScenarioText.scenario(ScenarioText.text())
        let sweep = try SweepText("location  off for 20 min=07:00..09:02/5m")
        #expect(sweep.text == "location off for 20 min")
        let steps = try sweep.steps(in: scenario)
        #expect(steps.count == 25)
        #expect(try steps.first?.time == Timestamp("2024-03-18T11:00:00Z"))
        #expect(try steps.last?.time == Timestamp("2024-03-18T13:00:00Z"))
        #expect(steps[1].events.map(\.text) == ["location off", "location on"])
        #expect(steps[1].events.map { scenario.start.seconds(to: $0.time) } == [2100, 3300])
        let reboots = try SweepText("reboot = +10 min .. +20 min / 300 s").steps(in: scenario)
        #expect(reboots.map { scenario.start.seconds(to: $0.time) } == [600, 900, 1200])
    }

    @Test("a time before the start is on the next day")
    func night() throws {
        let text = ScenarioText.text(["journey": "journey: home 23:00, gym day 2 07:30"])
        let scenario = try ScenarioText.scenario(text)
        let steps = try SweepText("reboot=01:00..03:00/1h").steps(in: scenario)
        #expect(try steps.first?.time == Timestamp("2024-03-19T05:00:00Z"))
        #expect(steps == (try SweepText("reboot=day 2 01:00..day 2 03:00/1h").steps(in: scenario)))
    }

    @Test(
        "what is not a sweep is said to be none",
        arguments: [
            ("reboot", "`reboot` is not a sweep, expected for instance reboot=07:00..09:00/5m"),
            ("reboot=07:00..09:00", "`reboot=07:00..09:00` is not a sweep"),
            ("reboot=07:00-09:00/5m", "`reboot=07:00-09:00/5m` is not a sweep"),
            ("fly=07:00..09:00/5m", "`fly` is not a known event"),
            ("reboot at 08:00=07:00..09:00/5m", "`reboot at 08:00` has a time"),
            ("reboot every day=07:00..09:00/5m", "`reboot every day` has a time"),
            ("reboot for 5 min=07:00..09:00/5m", "`reboot` can't be undone"),
            ("reboot=7..9/5m", "`7` is not a time, expected for instance 07:30"),
            ("reboot=07:00..09:00/0s", "`0s` is out of range, expected 1 s to 366 days"),
            ("reboot=09:00..07:00/5m", "goes back from 2024-03-18 09:00 to 2024-03-18 07:00"),
            (
                "reboot=07:00..11:00/5m",
                "2024-03-18 11:00 is outside the scenario, expected 2024-03-18 06:30 to 2024-03-18 10:00"
            ),
            ("reboot=06:30..10:00/1s", "has 12601 steps, expected at most 1000"),
        ]
    )
    func wrong(text: String, message: String) throws {
        let scenario = try ScenarioText.scenario(ScenarioText.text())
        do throws(SimulationLabError) {
            _ = try SweepText(text).steps(in: scenario)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.code == .sweep)
            #expect(error.message.hasPrefix("sweep: \(message)"), "\(error.message)")
        }
    }
}
