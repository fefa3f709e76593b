internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel
internal import Yams

extension ScenarioReading {
    /// Reads the phone: its platform, version and numbers.
    ///
    /// - Returns: the profile; `nil` where the platform is missing or invalid.
    mutating func phone() -> PhoneProfile? {
        let platform = needed("platform", "ios or android") { try $0.choice(Platform.self) }
        let version = read("version", Self.version)
        var profile = PhoneProfile(platform: platform ?? .ios, version: version)
        if let value = keys?["phone"] {
            PhoneField.read(PhoneField<PhoneProfile>.all, from: value, of: "phone", into: &profile, &faults)
        }
        return platform == nil ? nil : profile
    }

    private static func version(_ value: ScenarioValue) throws -> OSVersion {
        let text = try value.text("a version such as 17 or 17.2")
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(parts.count), let major = parts[0], let minor = parts.count == 2 ? parts[1] : 0,
            (1...99).contains(major), (0...99).contains(minor)
        else { throw Problem("is \(quoted(text)), expected a version such as 17 or 17.2") }
        return OSVersion(major, minor)
    }

    /// Reads the permissions.
    mutating func permissions() -> [Permission: PermissionStatus] {
        let names = PhraseTable.permissionNames
        func all(_ status: PermissionStatus) -> [Permission: PermissionStatus] {
            Dictionary(names.map { ($0.value, status) }) { first, _ in first }
        }
        var permissions = all(.granted)
        guard let value = keys?["permissions"] else { return permissions }
        switch value.node.scalar?.string {
        case "all": return permissions
        case "none": return all(.denied)
        case let text? where !value.isNothing:
            faults.add(
                value.line,
                value.key,
                "is \(quoted(text)), expected all, none or for instance {background: denied}"
            )
            return permissions
        default: break
        }
        let known = names.map(\.name)
        let group = ScenarioGroup(value, of: "permissions", prefix: "permissions.", known: known, &faults)
        for (name, permission) in names {
            guard let value = group?[name] else { continue }
            if let status = read(value, { try $0.choice(PermissionStatus.self) }) { permissions[permission] = status }
        }
        return permissions
    }
}
