internal import PhoneOS
internal import VisitModel

extension MonitorState {
    /// What is to be done about the phone's settings, which were just looked at.
    ///
    /// The same trouble is told once, over restarts of the process too. Where nothing is watched any more, that was told
    /// already. When it is over on iOS, whose regions stayed listed but silent, the member may have crossed any of them.
    ///
    /// - Parameter trouble: what keeps the phone silent; `nil` for nothing.
    /// - Returns: what is to be done.
    mutating func found(_ trouble: PhoneError?) -> [Action] {
        let before = self.trouble
        self.trouble = trouble
        guard obstacle == nil, trouble != before else { return [] }
        if let trouble { return [.report(.failed(trouble))] }
        guard platform == .ios else { return [] }
        awaitsStates = true
        return [.requestStates]
    }
}
