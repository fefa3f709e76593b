internal import Interchange
internal import VisitModel
internal import VisitPipeline

/// Where a phone was on a day, as far as its fixes are kept.
struct DeviceTrack: Sendable {
    /// At most so many fixes are read, and so many are drawn.
    private static let (readLimit, drawLimit) = (20_000, 1_500)
    /// After so long without a fix nobody knows how the phone went, in seconds.
    private static let gapSeconds = 900.0

    /// The fixes by time, thinned out where there are many.
    let fixes: [Fix]
    /// How many there are; of more than can be read, those.
    let count: Int
    /// Whether the day has more than can be read.
    let isCut: Bool

    /// Reads a track.
    ///
    /// - Parameters:
    ///   - device: the phone.
    ///   - day: the day.
    ///   - pipeline: has its fixes.
    /// - Throws: as `VisitPipeline.fixes(of:since:until:after:size:)`.
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

    /// The way in pieces, divided where nothing was heard for long: latitudes and longitudes.
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

    /// What there is, in words.
    func summary(_ clock: PageClock) -> String {
        guard let first = fixes.first, let last = fixes.last else { return "No fix of this day is kept." }
        let words = PageNumber.text(count, "fix", "fixes")
        return "\(isCut ? "The first \(words)" : words) from \(clock.clock(first.time)) to \(clock.clock(last.time))."
    }
}
