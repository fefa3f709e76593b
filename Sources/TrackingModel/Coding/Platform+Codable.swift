public import VisitModel

/// Platforms are stored by name.
extension Platform: Codable {}

/// Environments are stored by name.
extension ProjectEnvironment: Codable {}

/// Activities are stored by name.
extension Activity: Codable {}
