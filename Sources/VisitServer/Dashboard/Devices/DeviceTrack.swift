internal import Interchange
internal import VisitModel
internal import VisitPipeline

/// The track of a phone on a day, from its stored fixes.
struct DeviceTrack: Sendable {
    /// The most fixes that are read, and that are drawn.
    private static let (readLimit, drawLimit) = (20_000, 1_500)
    /// A longer gap interrupts the line.
    private static let gapSeconds = 900.0

    /// By time, thinned out where there are many.
    let fixes: [Fix]
    /// The number of fixes read.
    let count: Int
    /// Whether the day has more fixes than are read.
    let isCut: Bool

    init(of device: DeviceID, on day: DeviceDay, _ pipeline: VisitPipeline) throws {
        let page = try pipeline.fixes(
            of: device,
            since: day.span.lowerBound,
            until: day.span.upperBound,
            size: Self.readLimit
        )
        (count, isCut) = (page.fixes.count, page.next != nil)
        let step = max(1, (page.fixes.count + Self.drawLimit - 1) / Self.drawLimit)
        fixes = page.fixes.enumerated().filter { $0.offset % step == 0 || $0.offset == page.fixes.count - 1 }
            .map(\.element)
    }

    /// Latitudes and longitudes, interrupted at long time gaps.
    var lines: [[[Double]]] {
        var lines: [[[Double]]] = []
        var last: Fix?
        for fix in fixes {
            let point = [fix.coordinate.latitude, fix.coordinate.longitude]
            if let last, last.time.seconds(to: fix.time) <= Self.gapSeconds {
                lines[lines.count - 1].append(point)
            } else {
                lines.append([point])
            }
            last = fix
        }
        return lines
    }

    func summary(_ clock: PageClock) -> String {
        guard let first = fixes.first, let last = fixes.last else { return "No fixes are stored for this day." }
        let words = PageNumber.text(count, "fix", "fixes")
        return "\(isCut ? "The first \(words)" : words) from \(clock.clock(first.time)) to \(clock.clock(last.time))."
    }
}
