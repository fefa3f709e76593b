internal import VisitModel

extension WGS84 {
    /// Upper bounds of the surface distances for straight lines of some lengths through the earth, in metres.
    ///
    /// Nowhere is the ellipsoid curved more than a/b², and a curve bent no more than a circle is no longer than that
    /// circle's arc over the same chord (Schur's theorem, do Carmo, 5-7). The series of the arc is truncated from
    /// above; outside its range, half the circumference of the earth divided by its diameter bounds the ratio.
    @inline(__always)
    static func longestWays(overChords chords: SIMD4<Double>) -> SIMD4<Double> {
        let half = chords * (equatorialRadius / (2 * polarRadius * polarRadius))
        let square = half * half
        let ratio = (square * 0.1 + 0.166_67) * square + 1
        return chords * ratio.replacing(with: 1.59, where: half .> 0.5)
    }

    /// The same for one straight line.
    @inline(__always)
    static func longestWay(overChord chord: Double) -> Double {
        let half = chord * (equatorialRadius / (2 * polarRadius * polarRadius))
        let square = half * half
        return chord * (half > 0.5 ? 1.59 : (square * 0.1 + 0.166_67) * square + 1)
    }
}
