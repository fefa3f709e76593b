/// The constants of the World Geodetic System 1984 (NGA.STND.0036, table 3.1).
public enum WGS84 {
    /// Semi-major axis a, metres.
    public static let equatorialRadius = 6_378_137.0
    /// Flattening f.
    public static let flattening = 1 / 298.257223563
    /// Semi-minor axis b, metres.
    public static let polarRadius = equatorialRadius * (1 - flattening)
    /// First eccentricity squared, e² = f(2 - f).
    public static let eccentricitySquared = flattening * (2 - flattening)
}
