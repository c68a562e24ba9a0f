// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

var namesBadgeKind = map[int64]string{
	0: "KindNone", 1: "KindDot", 2: "KindIcon", 3: "KindNumber",
}

// String returns the name of the constant, or its number.
func (value BadgeKind) String() string {
	return nameOf(int64(value), namesBadgeKind, "BadgeKind")
}

var namesDurability = map[int64]string{
	0: "DurabilityGroup", 1: "DurabilityFull",
}

// String returns the name of the constant, or its number.
func (value Durability) String() string {
	return nameOf(int64(value), namesDurability, "Durability")
}

var namesLogLevel = map[int64]string{
	1: "LogError", 2: "LogWarning", 3: "LogInfo",
}

// String returns the name of the constant, or its number.
func (value LogLevel) String() string {
	return nameOf(int64(value), namesLogLevel, "LogLevel")
}

var namesLimit = map[int64]string{
	1: "LimitDepth", 2: "LimitPathBytes", 3: "LimitNodes", 4: "LimitAccounts", 5: "LimitLoadedAccounts",
	6: "LimitFeeds", 7: "LimitObservers", 8: "LimitResponseBytes", 9: "LimitBatchIDs", 10: "LimitBatchIDTime",
	11: "LimitRequests", 12: "LimitRequestsPerOrigin", 13: "LimitForgotten", 14: "LimitMarks",
	15: "LimitFailedRows", 16: "LimitRejected", 17: "LimitReminderLog", 18: "LimitCachedGroups",
	19: "LimitEvents", 20: "LimitCompletions", 21: "LimitLogLevel", 22: "LimitLinks",
}

// String returns the name of the constant, or its number.
func (value Limit) String() string {
	return nameOf(int64(value), namesLimit, "Limit")
}

var namesAggregation = map[int64]string{
	0: "AggregationDefault", 1: "AggregationChildren", 2: "AggregationSum",
}

// String returns the name of the constant, or its number.
func (value Aggregation) String() string {
	return nameOf(int64(value), namesAggregation, "Aggregation")
}

var namesFeeding = map[int64]string{
	0: "FeedingDefault", 1: "FeedingUnseen", 2: "FeedingUnread",
}

// String returns the name of the constant, or its number.
func (value Feeding) String() string {
	return nameOf(int64(value), namesFeeding, "Feeding")
}

var namesCounting = map[int64]string{
	0: "CountingDefault", 1: "CountingLit",
}

// String returns the name of the constant, or its number.
func (value Counting) String() string {
	return nameOf(int64(value), namesCounting, "Counting")
}

var namesCredentialKind = map[int64]string{
	1: "CredentialKindBearer", 2: "CredentialKindBasic", 3: "CredentialKindHeader", 4: "CredentialKindQuery",
}

// String returns the name of the constant, or its number.
func (value CredentialKind) String() string {
	return nameOf(int64(value), namesCredentialKind, "CredentialKind")
}

var namesMuteMode = map[int64]string{
	0: "MuteNone", 1: "MuteNumber", 2: "MuteAll", 5: "MuteNumberButHighlights", 6: "MuteAllButHighlights",
}

// String returns the name of the constant, or its number.
func (value MuteMode) String() string {
	return nameOf(int64(value), namesMuteMode, "MuteMode")
}

var namesLevel = map[int64]string{
	-1: "LevelPassive", 0: "LevelNormal", 1: "LevelHighlight", 2: "LevelCritical",
}

// String returns the name of the constant, or its number.
func (value Level) String() string {
	return nameOf(int64(value), namesLevel, "Level")
}

var namesOperationKind = map[int64]string{
	1: "OpSet", 2: "OpDot", 3: "OpAdd", 4: "OpClear", 5: "OpClearTree", 6: "OpMute", 7: "OpGet", 8: "OpPost",
	9: "OpWithdraw", 10: "OpRead", 11: "OpReminderPut", 12: "OpReminderEdit", 13: "OpReminderDone",
	14: "OpReminderUndone", 15: "OpReminderRemove", 16: "OpReminderSnooze", 17: "OpReminderAcknowledge",
}

// String returns the name of the constant, or its number.
func (value OperationKind) String() string {
	return nameOf(int64(value), namesOperationKind, "OperationKind")
}

var namesOverflowStyle = map[int64]string{
	0: "OverflowPlus", 1: "OverflowEllipsis",
}

// String returns the name of the constant, or its number.
func (value OverflowStyle) String() string {
	return nameOf(int64(value), namesOverflowStyle, "OverflowStyle")
}

var namesPolling = map[int64]string{
	0: "PollingMessageCenter", 1: "PollingUnreadCount",
}

// String returns the name of the constant, or its number.
func (value Polling) String() string {
	return nameOf(int64(value), namesPolling, "Polling")
}

var namesMessageState = map[int64]string{
	0: "MessageStateUnseen", 1: "MessageStateSeen", 2: "MessageStateRead",
}

// String returns the name of the constant, or its number.
func (value MessageState) String() string {
	return nameOf(int64(value), namesMessageState, "MessageState")
}

var namesGrouping = map[int64]string{
	0: "GroupingDefault", 1: "GroupingAutomatic", 2: "GroupingByApp", 3: "GroupingOff",
}

// String returns the name of the constant, or its number.
func (value Grouping) String() string {
	return nameOf(int64(value), namesGrouping, "Grouping")
}

var namesOutboxMode = map[int64]string{
	0: "OutboxModeDefault", 1: "OutboxModeOff", 2: "OutboxModeLeased", 3: "OutboxModeSent",
}

// String returns the name of the constant, or its number.
func (value OutboxMode) String() string {
	return nameOf(int64(value), namesOutboxMode, "OutboxMode")
}

var namesStringsKind = map[int64]string{
	1: "StringsCatalog", 2: "StringsDictionary",
}

// String returns the name of the constant, or its number.
func (value StringsKind) String() string {
	return nameOf(int64(value), namesStringsKind, "StringsKind")
}

var namesSummaryOrigin = map[int64]string{
	0: "SummaryOriginNone", 1: "SummaryOriginCategory", 2: "SummaryOriginDefault",
}

// String returns the name of the constant, or its number.
func (value SummaryOrigin) String() string {
	return nameOf(int64(value), namesSummaryOrigin, "SummaryOrigin")
}

var namesOutboxKind = map[int64]string{
	1: "OutboxKindMessage", 2: "OutboxKindMark", 3: "OutboxKindReminder", 4: "OutboxKindRemoval",
	5: "OutboxKindSeen", 6: "OutboxKindSeenMark", 7: "OutboxKindMute", 8: "OutboxKindFlag",
	9: "OutboxKindSnooze", 10: "OutboxKindDismissal",
}

// String returns the name of the constant, or its number.
func (value OutboxKind) String() string {
	return nameOf(int64(value), namesOutboxKind, "OutboxKind")
}

var namesOutboxState = map[int64]string{
	0: "OutboxStateWaiting", 1: "OutboxStateLeased", 2: "OutboxStateFailed",
}

// String returns the name of the constant, or its number.
func (value OutboxState) String() string {
	return nameOf(int64(value), namesOutboxState, "OutboxState")
}

var namesUnit = map[int64]string{
	1: "UnitMinute", 2: "UnitHour", 3: "UnitDay", 4: "UnitWeek", 5: "UnitMonth", 6: "UnitQuarter", 7: "UnitYear",
}

// String returns the name of the constant, or its number.
func (value Unit) String() string {
	return nameOf(int64(value), namesUnit, "Unit")
}

var namesSmartMode = map[int64]string{
	1: "SmartAutomatic", 2: "SmartOn", 3: "SmartOff",
}

// String returns the name of the constant, or its number.
func (value SmartMode) String() string {
	return nameOf(int64(value), namesSmartMode, "SmartMode")
}

var namesReminderState = map[int64]string{
	1: "ReminderStateActive", 2: "ReminderStateDone", 3: "ReminderStateExpired",
}

// String returns the name of the constant, or its number.
func (value ReminderState) String() string {
	return nameOf(int64(value), namesReminderState, "ReminderState")
}

var namesPlanAction = map[int64]string{
	1: "PlanActionDisarm", 2: "PlanActionArm",
}

// String returns the name of the constant, or its number.
func (value PlanAction) String() string {
	return nameOf(int64(value), namesPlanAction, "PlanAction")
}

var namesNoteKind = map[int64]string{
	1: "NoteCreated", 2: "NoteEdited", 3: "NotePlanned", 4: "NoteArmed", 5: "NoteFired", 6: "NoteMissed",
	7: "NoteSnoozed", 8: "NoteAcknowledged", 9: "NoteCancelled", 10: "NoteSuspended", 11: "NoteResumed",
	12: "NoteUploaded", 13: "NoteUploadFailed", 14: "NoteDone", 15: "NoteUndone", 16: "NoteRemoved",
}

// String returns the name of the constant, or its number.
func (value NoteKind) String() string {
	return nameOf(int64(value), namesNoteKind, "NoteKind")
}

var namesEventKind = map[int64]string{
	1: "EventBadge", 2: "EventTotal", 3: "EventSynced", 4: "EventCompletion", 5: "EventAuth", 6: "EventWidget",
	7: "EventMessages", 8: "EventGroup", 9: "EventReminder", 10: "EventDrift",
}

// String returns the name of the constant, or its number.
func (value EventKind) String() string {
	return nameOf(int64(value), namesEventKind, "EventKind")
}

var namesRequestKind = map[int64]string{
	1: "RequestKindSend", 2: "RequestKindCancel",
}

// String returns the name of the constant, or its number.
func (value RequestKind) String() string {
	return nameOf(int64(value), namesRequestKind, "RequestKind")
}

var namesAccountFlags = map[int64]string{
	1: "AccountExisting",
}

// String returns the names of the flags, with | between them.
func (value AccountFlags) String() string {
	return namesOf(int64(value), namesAccountFlags, "AccountFlags")
}

var namesEngineFlags = map[int64]string{
	1: "EngineHostDriven", 2: "EngineSetAside", 4: "EngineLoggedOut",
}

// String returns the names of the flags, with | between them.
func (value EngineFlags) String() string {
	return namesOf(int64(value), namesEngineFlags, "EngineFlags")
}

var namesBackupFlags = map[int64]string{
	1: "BackupReplace",
}

// String returns the names of the flags, with | between them.
func (value BackupFlags) String() string {
	return namesOf(int64(value), namesBackupFlags, "BackupFlags")
}

var namesBadgeFlags = map[int64]string{
	1: "BadgeOwnCount", 2: "BadgeOwnDot", 4: "BadgeFed", 8: "BadgeChildren", 16: "BadgeMuteNumber",
	32: "BadgeMuteAll", 64: "BadgePassesHighlights", 128: "BadgeSnoozed",
}

// String returns the names of the flags, with | between them.
func (value BadgeFlags) String() string {
	return namesOf(int64(value), namesBadgeFlags, "BadgeFlags")
}

var namesListFlags = map[int64]string{
	1: "Subtree", 256: "ListFollow",
}

// String returns the names of the flags, with | between them.
func (value ListFlags) String() string {
	return namesOf(int64(value), namesListFlags, "ListFlags")
}

var namesReasonFlags = map[int64]string{
	1: "ReasonOwnCount", 2: "ReasonOwnDot", 4: "ReasonFed", 8: "ReasonOverridden", 16: "ReasonMuteNumber",
	32: "ReasonMuteAll", 64: "ReasonLights", 128: "ReasonMuted", 256: "ReasonMessage", 512: "ReasonLinked",
	1024: "ReasonCounting", 2048: "ReasonFlag", 4096: "ReasonSnoozed",
}

// String returns the names of the flags, with | between them.
func (value ReasonFlags) String() string {
	return namesOf(int64(value), namesReasonFlags, "ReasonFlags")
}

var namesApplyFlags = map[int64]string{
	1: "ApplyOverwrite",
}

// String returns the names of the flags, with | between them.
func (value ApplyFlags) String() string {
	return namesOf(int64(value), namesApplyFlags, "ApplyFlags")
}

var namesBatchFlags = map[int64]string{
	1: "BatchEach",
}

// String returns the names of the flags, with | between them.
func (value BatchFlags) String() string {
	return namesOf(int64(value), namesBatchFlags, "BatchFlags")
}

var namesObserveFlags = map[int64]string{
	1: "Subtree", 2: "ObserveInitial",
}

// String returns the names of the flags, with | between them.
func (value ObserveFlags) String() string {
	return namesOf(int64(value), namesObserveFlags, "ObserveFlags")
}

var namesFeedFlags = map[int64]string{
	1: "FeedOptionStopsInBackground", 2: "FeedOptionExactDelay", 4: "FeedOptionTemporary",
}

// String returns the names of the flags, with | between them.
func (value FeedFlags) String() string {
	return namesOf(int64(value), namesFeedFlags, "FeedFlags")
}

var namesFeedEntryFlags = map[int64]string{
	1: "FeedEntryRunning", 2: "FeedEntryCredential",
}

// String returns the names of the flags, with | between them.
func (value FeedEntryFlags) String() string {
	return namesOf(int64(value), namesFeedEntryFlags, "FeedEntryFlags")
}

var namesRequestFlags = map[int64]string{
	1: "RequestFlagCredential",
}

// String returns the names of the flags, with | between them.
func (value RequestFlags) String() string {
	return namesOf(int64(value), namesRequestFlags, "RequestFlags")
}

var namesMessagesFlags = map[int64]string{
	1: "Subtree", 2: "MessagesUnread", 4: "MessagesUnseen", 8: "MessagesNewest", 16: "MessagesNewer",
	32: "MessagesHighlights",
}

// String returns the names of the flags, with | between them.
func (value MessagesFlags) String() string {
	return namesOf(int64(value), namesMessagesFlags, "MessagesFlags")
}

var namesMessageFlags = map[int64]string{
	1: "PostDot", 2: "PostOnce",
}

// String returns the names of the flags, with | between them.
func (value MessageFlags) String() string {
	return namesOf(int64(value), namesMessageFlags, "MessageFlags")
}

var namesGroupsFlags = map[int64]string{
	1: "GroupsHidden",
}

// String returns the names of the flags, with | between them.
func (value GroupsFlags) String() string {
	return namesOf(int64(value), namesGroupsFlags, "GroupsFlags")
}

var namesReminderFields = map[int64]string{
	1: "ReminderFieldTitle", 2: "ReminderFieldBody", 4: "ReminderFieldPath", 8: "ReminderFieldZone",
	16: "ReminderFieldProduced", 32: "ReminderFieldShelfLife", 64: "ReminderFieldTimeOfDay",
	128: "ReminderFieldSmart", 256: "ReminderFieldRepeat", 512: "ReminderFieldStart", 1024: "ReminderFieldEnd",
	2048: "ReminderFieldOverdue",
}

// String returns the names of the flags, with | between them.
func (value ReminderFields) String() string {
	return namesOf(int64(value), namesReminderFields, "ReminderFields")
}

var namesPlanFlags = map[int64]string{
	1: "PlanFlagFromScratch",
}

// String returns the names of the flags, with | between them.
func (value PlanFlags) String() string {
	return namesOf(int64(value), namesPlanFlags, "PlanFlags")
}

var namesCredentialFlags = map[int64]string{
	1: "CredentialFlagPlain",
}

// String returns the names of the flags, with | between them.
func (value CredentialFlags) String() string {
	return namesOf(int64(value), namesCredentialFlags, "CredentialFlags")
}

var namesRuleFlags = map[int64]string{
	1: "RuleEffective",
}

// String returns the names of the flags, with | between them.
func (value RuleFlags) String() string {
	return namesOf(int64(value), namesRuleFlags, "RuleFlags")
}

var namesViewFlags = map[int64]string{
	1: "Subtree", 2: "ViewRead",
}

// String returns the names of the flags, with | between them.
func (value ViewFlags) String() string {
	return namesOf(int64(value), namesViewFlags, "ViewFlags")
}

var namesLinkFlags = map[int64]string{
	1: "Subtree", 2: "LinkUnder",
}

// String returns the names of the flags, with | between them.
func (value LinkFlags) String() string {
	return namesOf(int64(value), namesLinkFlags, "LinkFlags")
}

var namesStatsFlags = map[int64]string{
	1: "StatsReset",
}

// String returns the names of the flags, with | between them.
func (value StatsFlags) String() string {
	return namesOf(int64(value), namesStatsFlags, "StatsFlags")
}

var namesOutboxFlags = map[int64]string{
	1: "OutboxReads", 2: "OutboxReminders", 4: "OutboxSeen", 8: "OutboxMutes", 16: "OutboxFlagged",
	32: "OutboxSnoozes", 64: "OutboxDismissals",
}

// String returns the names of the flags, with | between them.
func (value OutboxFlags) String() string {
	return namesOf(int64(value), namesOutboxFlags, "OutboxFlags")
}

var namesImportFlags = map[int64]string{
	1: "ImportReplace",
}

// String returns the names of the flags, with | between them.
func (value ImportFlags) String() string {
	return namesOf(int64(value), namesImportFlags, "ImportFlags")
}

var namesOwnFlags = map[int64]string{
	1: "OwnFlagged",
}

// String returns the names of the flags, with | between them.
func (value OwnFlags) String() string {
	return namesOf(int64(value), namesOwnFlags, "OwnFlags")
}
