public import VisitModel

/// Platforms are stored by name.
extension Platform: Codable {}

/// Activities are stored by name.
extension Activity: Codable {}
