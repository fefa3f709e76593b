public import ArgumentParser
internal import Interchange
internal import MonthReports
public import RadarEngine
internal import SimulationLab
internal import VisitModel
internal import VisitStore

// The words of an option are the raw values, and help lists them in the order of the cases.

extension AccessAction: ExpressibleByArgument {}
extension Platform: ExpressibleByArgument {}
extension ProjectEnvironment: ExpressibleByArgument {}
extension TokenRole: ExpressibleByArgument {}
extension TrackFormat: ExpressibleByArgument {}
extension ReportKey: ExpressibleByArgument {}
extension ReportOrder: ExpressibleByArgument {}
extension PayoutRule.Unit: ExpressibleByArgument {}
extension AppKind: ExpressibleByArgument {}
extension LabCity: ExpressibleByArgument {}

extension RadarPreset: ExpressibleByArgument {
    /// Parses the name in any case: Radar's pages write EFFICIENT.
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
