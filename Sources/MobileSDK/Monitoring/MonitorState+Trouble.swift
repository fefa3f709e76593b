internal import PhoneOS
internal import VisitModel

extension MonitorState {
    /// Returns the actions that follow from a check of the phone's settings.
    ///
    /// The same error is reported once, even across restarts of the process. It is not reported while nothing is
    /// monitored, since that was reported already. When it is resolved on iOS, where regions stay listed but silent,
    /// the member may have crossed any of them.
    ///
    /// - Parameter trouble: the error that prevents detection; `nil` if there is none.
    /// - Returns: the actions to perform.
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
