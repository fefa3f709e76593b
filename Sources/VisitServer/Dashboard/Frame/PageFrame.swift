internal import VisitModel

/// What every page has: title, navigation, who is signed in, and what was just done.
struct PageFrame: Sendable {
    let title: String
    /// Empty where nobody is signed in.
    let navigation: [NavigationLink]
    /// Who is signed in; `nil` where nobody is.
    let signedIn: SignedIn?
    /// What has to stand in every form.
    let formToken: String
    let flash: PageFlash?
    let icon: String
    let styles: [String]
    let scripts: [String]

    struct NavigationLink: Sendable {
        let name: String
        let address: String
        let isCurrent: Bool
    }

    struct SignedIn: Sendable {
        let token: String
        let role: String
        let mayChange: Bool
    }
}

/// The pages that lead to all others, in the order of the navigation.
enum NavigationEntry: String, CaseIterable, Sendable {
    case overview, facilities, members, devices, webhooks, imports, setup, quarantine, tokens

    /// What it is called.
    var name: String {
        switch self {
        case .overview: "Overview"
        case .facilities: "Facilities"
        case .members: "Members"
        case .devices: "Devices"
        case .webhooks: "Webhooks"
        case .imports: "Import"
        case .setup: "Set up a phone"
        case .quarantine: "Quarantine"
        case .tokens: "Tokens"
        }
    }

    /// Where it is.
    var address: String {
        switch self {
        case .overview: "/"
        case .facilities: "/facilities"
        case .members: "/members"
        case .devices: "/devices"
        case .webhooks: "/webhooks"
        case .imports: "/import"
        case .setup: "/setup"
        case .quarantine: "/quarantine"
        case .tokens: "/tokens"
        }
    }

    /// Who sees it.
    var permission: Permission {
        switch self {
        case .overview, .facilities, .members, .devices, .webhooks, .setup, .quarantine: .read
        case .imports, .tokens: .admin
        }
    }
}
