internal import VisitModel

extension ConfigOption {
    static let app: [ConfigOption] = [
        ConfigOption("app.stopOnTerminate", \.app.stopOnTerminate, "Stops tracking when the member ends the app"),
        ConfigOption("app.startOnBoot", \.app.startOnBoot, "Resumes tracking after a reboot"),
        ConfigOption(
            "app.enableHeadless",
            \.app.enableHeadless,
            on: [.android],
            "Delivers events to the app's own code after the app has ended"
        ),
        ConfigOption(
            "app.heartbeatInterval",
            \.app.heartbeatInterval,
            in: .seconds,
            within: [
                .ios: AppConfig.heartbeatIntervalLimits(on: .ios),
                .android: AppConfig.heartbeatIntervalLimits(on: .android),
            ],
            "The time between two heartbeats, in the background while the phone is stationary"
        ),
        ConfigOption(
            "app.preventSuspend",
            \.app.preventSuspend,
            on: [.ios],
            "Keeps iOS from suspending the app after location is turned off"
        ),
        ConfigOption("app.schedule", \.app.schedule, "When tracking starts and stops, one string per entry"),
        ConfigOption(
            "app.scheduleUseAlarmManager",
            \.app.scheduleUseAlarmManager,
            on: [.android],
            "Makes the edges of the schedule exact"
        ),
    ]

    static let notification: [ConfigOption] = [
        ConfigOption("app.notification.title", \.app.notification.title, on: [.android], "The notification's title"),
        ConfigOption("app.notification.text", \.app.notification.text, on: [.android], "The notification's text"),
        ConfigOption(
            "app.notification.color",
            \.app.notification.color,
            on: [.android],
            "The colour of the icon as #RRGGBB or #AARRGGBB"
        ),
        ConfigOption(
            "app.notification.smallIcon",
            \.app.notification.smallIcon,
            on: [.android],
            "The icon in the status bar as type/name"
        ),
        ConfigOption(
            "app.notification.largeIcon",
            \.app.notification.largeIcon,
            on: [.android],
            "The large icon as type/name"
        ),
        ConfigOption(
            "app.notification.priority",
            \.app.notification.priority,
            on: [.android],
            "The priority of the notification"
        ),
        ConfigOption(
            "app.notification.sticky",
            \.app.notification.sticky,
            on: [.android],
            "Shows the notification always and not only while moving"
        ),
        ConfigOption(
            "app.notification.layout",
            \.app.notification.layout,
            on: [.android],
            "The name of the app's own layout"
        ),
        ConfigOption(
            "app.notification.strings",
            \.app.notification.strings,
            on: [.android],
            "Texts for the elements of that layout, by their names"
        ),
        ConfigOption(
            "app.notification.actions",
            \.app.notification.actions,
            on: [.android],
            "The names of the buttons of that layout"
        ),
        ConfigOption(
            "app.notification.channelName",
            \.app.notification.channelName,
            on: [.android],
            "The name of the channel, as the member sees it in Settings"
        ),
        ConfigOption(
            "app.notification.channelId",
            \.app.notification.channelId,
            on: [.android],
            "The identifier of the channel"
        ),
    ]
}
