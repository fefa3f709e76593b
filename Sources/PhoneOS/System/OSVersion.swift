/// The version of an operating system: iOS 17.2, Android 14.
public struct OSVersion: Hashable, Sendable {
    /// The major number, on which rules depend; for Android the release, not the API level.
    public let major: Int
    /// The minor number.
    public let minor: Int

    /// Creates a version.
    ///
    /// - Parameters:
    ///   - major: 1 or more; less becomes 1.
    ///   - minor: 0 or more; less becomes 0.
    public init(_ major: Int, _ minor: Int = 0) {
        self.major = max(1, major)
        self.minor = max(0, minor)
    }
}

extension OSVersion: Comparable {
    /// Compares by the major and then the minor number.
    public static func < (lhs: OSVersion, rhs: OSVersion) -> Bool {
        (lhs.major, lhs.minor) < (rhs.major, rhs.minor)
    }
}

extension OSVersion: CustomStringConvertible {
    /// The numbers separated by a dot; the minor one is omitted if it is 0.
    public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
