package import VisitModel

extension Timestamp {
    /// 2024-03-01T00:00:00Z and so many seconds.
    package static func march(_ seconds: Double = 0) -> Timestamp {
        Timestamp(milliseconds: 1_709_251_200_000).advanced(bySeconds: seconds)
    }
}
