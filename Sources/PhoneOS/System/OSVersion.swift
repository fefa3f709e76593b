/// The version of an operating system: iOS 17.2, Android 14.
public struct OSVersion: Hashable, Sendable {
    /// The number that rules depend on; of Android the release and not the API level.
    public let major: Int
    /// The number after the dot.
    public let minor: Int

    /// Makes a version.
    ///
    /// - Parameters:
    ///   - major: 1 or more; less is taken as 1.
    ///   - minor: 0 or more; less is taken as 0.
    public init(_ major: Int, _ minor: Int = 0) {
        self.major = max(1, major)
        self.minor = max(0, minor)
    }
}

extension OSVersion: Comparable {
    /// Orders by the major and then the minor number.
    public static func < (lhs: OSVersion, rhs: OSVersion) -> Bool {
        (lhs.major, lhs.minor) < (rhs.major, rhs.minor)
    }
}

extension OSVersion: CustomStringConvertible {
    /// The numbers with a dot between them.
    public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}
