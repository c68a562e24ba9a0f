"""The summaries that are built in: what stands under a group whose category has no words of its own.

By language tag: what is said of the notifications below the leading one, and what is said of all where previews are
hidden. Each has a form for each plural category that differs from `other`. %u is the count, which is never 0.
"""

DEFAULT_SUMMARIES = {
    "ar": (
        {
            "one": "إشعار واحد آخر",
            "two": "إشعاران آخران",
            "few": "%u إشعارات أخرى",
            "many": "%u إشعارًا آخر",
            "other": "%u إشعار آخر",
        },
        {
            "one": "إشعار واحد",
            "two": "إشعاران",
            "few": "%u إشعارات",
            "many": "%u إشعارًا",
            "other": "%u إشعار",
        },
    ),
    "de": (
        {"one": "%u weitere Mitteilung", "other": "%u weitere Mitteilungen"},
        {"one": "%u Mitteilung", "other": "%u Mitteilungen"},
    ),
    "en": (
        {"one": "%u more notification", "other": "%u more notifications"},
        {"one": "%u notification", "other": "%u notifications"},
    ),
    "es": (
        {"one": "%u notificación más", "other": "%u notificaciones más"},
        {"one": "%u notificación", "other": "%u notificaciones"},
    ),
    "fr": (
        {"one": "%u autre notification", "other": "%u autres notifications"},
        {"one": "%u notification", "other": "%u notifications"},
    ),
    "he": (
        {"one": "עוד התראה אחת", "two": "עוד שתי התראות", "other": "עוד %u התראות"},
        {"one": "התראה אחת", "two": "שתי התראות", "other": "%u התראות"},
    ),
    "hi": (
        {"one": "%u और सूचना", "other": "%u और सूचनाएँ"},
        {"one": "%u सूचना", "other": "%u सूचनाएँ"},
    ),
    "it": (
        {"one": "%u altra notifica", "other": "%u altre notifiche"},
        {"one": "%u notifica", "other": "%u notifiche"},
    ),
    "ja": ({"other": "ほか%u件の通知"}, {"other": "%u件の通知"}),
    "ko": ({"other": "알림 %u개 더 있음"}, {"other": "알림 %u개"}),
    # The words for hundreds of thousands are those for 5: `many` is `other` in integers.
    "pl": (
        {
            "one": "jeszcze %u powiadomienie",
            "few": "jeszcze %u powiadomienia",
            "other": "jeszcze %u powiadomień",
        },
        {"one": "%u powiadomienie", "few": "%u powiadomienia", "other": "%u powiadomień"},
    ),
    "pt": (
        {"one": "mais %u notificação", "other": "mais %u notificações"},
        {"one": "%u notificação", "other": "%u notificações"},
    ),
    "ru": (
        {"one": "ещё %u уведомление", "few": "ещё %u уведомления", "other": "ещё %u уведомлений"},
        {"one": "%u уведомление", "few": "%u уведомления", "other": "%u уведомлений"},
    ),
    "th": ({"other": "การแจ้งเตือนอีก %u รายการ"}, {"other": "การแจ้งเตือน %u รายการ"}),
    "zh": ({"other": "还有%u条通知"}, {"other": "%u条通知"}),
    "zh-Hant": ({"other": "還有%u則通知"}, {"other": "%u則通知"}),
}
