// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

import "time"

// Flags, which are combined with |.
type (
	// AccountFlags: how an account is opened.
	AccountFlags uint32
	// EngineFlags: how an engine is opened.
	EngineFlags uint32
	// BackupFlags: how a file is copied.
	BackupFlags uint32
	// BadgeFlags: the reasons why a path shows a badge, and its mutes.
	BadgeFlags uint32
	// ListFlags: which nodes are listed, and whether the list can be continued from its end.
	ListFlags uint32
	// ReasonFlags: the contribution of a reason, and its kind.
	ReasonFlags uint32
	// ApplyFlags: how a patch is applied.
	ApplyFlags uint32
	// BatchFlags: how a batch is performed.
	BatchFlags uint32
	// ObserveFlags: the changes of which an observer is notified.
	ObserveFlags uint32
	// FeedFlags: how a feed is polled.
	FeedFlags uint32
	// FeedEntryFlags: the properties of a stored feed.
	FeedEntryFlags uint32
	// RequestFlags: how a request is sent.
	RequestFlags uint32
	// MessagesFlags: which messages are meant.
	MessagesFlags uint32
	// MessageFlags: how a message is posted.
	MessageFlags uint32
	// GroupsFlags: how groups are summarised.
	GroupsFlags uint32
	// ReminderFields: which members of a reminder are set.
	ReminderFields uint32
	// PlanFlags: how notifications are planned.
	PlanFlags uint32
	// CredentialFlags: where a credential may be sent.
	CredentialFlags uint32
	// RuleFlags: which rule is read.
	RuleFlags uint32
	// ViewFlags: what a view clears.
	ViewFlags uint32
	// LinkFlags: which links are listed.
	LinkFlags uint32
	// StatsFlags: how the numbers about an engine are read.
	StatsFlags uint32
	// OutboxFlags: the changes that an outbox sends.
	OutboxFlags uint32
	// ImportFlags: how accounts and sources are imported.
	ImportFlags uint32
	// OwnFlags: the properties of a path that are no badge.
	OwnFlags uint32
)

// Kinds: each value is one of the constants of its type.
type (
	// Aggregation is one of Aggregation….
	Aggregation int32
	// BadgeKind is one of Kind….
	BadgeKind int32
	// Counting is one of Counting….
	Counting int32
	// CredentialKind is one of CredentialKind….
	CredentialKind int32
	// Durability is one of Durability….
	Durability int32
	// EventKind is one of Event….
	EventKind int32
	// Feeding is one of Feeding….
	Feeding int32
	// Grouping is one of Grouping….
	Grouping int32
	// Level is one of Level….
	Level int32
	// Limit is one of Limit….
	Limit int32
	// LogLevel is one of Log….
	LogLevel int32
	// MessageState is one of MessageState….
	MessageState int32
	// MuteMode is one of Mute….
	MuteMode int32
	// NoteKind is one of Note….
	NoteKind int32
	// OperationKind is one of Op….
	OperationKind int32
	// OutboxKind is one of OutboxKind….
	OutboxKind int32
	// OutboxMode is one of OutboxMode….
	OutboxMode int32
	// OutboxState is one of OutboxState….
	OutboxState int32
	// OverflowStyle is one of Overflow….
	OverflowStyle int32
	// PlanAction is one of PlanAction….
	PlanAction int32
	// Polling is one of Polling….
	Polling int32
	// ReminderState is one of ReminderState….
	ReminderState int32
	// RequestKind is one of RequestKind….
	RequestKind int32
	// SmartMode is one of Smart….
	SmartMode int32
	// StringsKind is one of Strings….
	StringsKind int32
	// SummaryOrigin is one of SummaryOrigin….
	SummaryOrigin int32
	// Unit is one of Unit….
	Unit int32
)

// Flags and kinds of tally.h.
const (
	ListFollow ListFlags = 256

	DurabilityGroup Durability = 0
	DurabilityFull  Durability = 1

	// The library has no thread of its own: the host calls [Engine.Step].
	EngineHostDriven EngineFlags = 1
	// Renames a damaged file and begins a new one: see [Open].
	EngineSetAside EngineFlags = 2
	// For tools: see [Account.LogIn].
	EngineLoggedOut EngineFlags = 4

	LogError   LogLevel = 1
	LogWarning LogLevel = 2
	LogInfo    LogLevel = 3

	// MaxDepth; cannot change.
	LimitDepth Limit = 1
	// MaxPathBytes; cannot change.
	LimitPathBytes Limit = 2
	// MaxNodes
	LimitNodes Limit = 3
	// MaxAccounts
	LimitAccounts Limit = 4
	// MaxLoadedAccounts; 0, all accounts, cannot change.
	LimitLoadedAccounts Limit = 5
	// MaxFeeds
	LimitFeeds Limit = 6
	// MaxObservers
	LimitObservers Limit = 7
	// MaxResponseBytes
	LimitResponseBytes Limit = 8
	// MaxBatchIDs
	LimitBatchIDs Limit = 9
	// BatchIDTime, in milliseconds.
	LimitBatchIDTime Limit = 10
	// MaxRequests
	LimitRequests Limit = 11
	// MaxRequestsPerOrigin
	LimitRequestsPerOrigin Limit = 12
	// MaxForgotten
	LimitForgotten Limit = 13
	// MaxMarks
	LimitMarks Limit = 14
	// MaxFailedRows
	LimitFailedRows Limit = 15
	// MaxRejected
	LimitRejected Limit = 16
	// MaxReminderLog
	LimitReminderLog Limit = 17
	// MaxCachedGroups
	LimitCachedGroups Limit = 18
	// MaxEvents
	LimitEvents Limit = 19
	// MaxCompletions
	LimitCompletions Limit = 20
	// LogLevel: the least important level to report, Log…
	LimitLogLevel Limit = 21
	// MaxLinks
	LimitLinks Limit = 22

	// Replaces an existing file.
	BackupReplace BackupFlags = 1

	// LongestWaitUs and LongestHoldUs begin again.
	StatsReset StatsFlags = 1

	// As stored; CHILDREN for a new account.
	AggregationDefault Aggregation = 0
	// The number of children and messages; the node's own if they have none.
	AggregationChildren Aggregation = 1
	// Both together.
	AggregationSum Aggregation = 2

	// As stored, UNSEEN for a new account; in a rule, as above the path.
	FeedingDefault Feeding = 0
	FeedingUnseen  Feeding = 1
	FeedingUnread  Feeding = 2

	// Fails with [ErrNotFound] instead of creating the account.
	AccountExisting AccountFlags = 1

	// Authorization: Bearer SECRET (RFC 6750).
	CredentialKindBearer CredentialKind = 1
	// Authorization: Basic … (RFC 7617): name is the user, secret the password.
	CredentialKindBasic CredentialKind = 2
	// The header name.
	CredentialKindHeader CredentialKind = 3
	// The parameter name of the URL.
	CredentialKindQuery CredentialKind = 4

	// It may also be sent over http: to another machine, where others can read it.
	CredentialFlagPlain CredentialFlags = 1

	// As stored; AUTOMATIC for a new account.
	GroupingDefault Grouping = 0
	// By their threads.
	GroupingAutomatic Grouping = 1
	// All messages of an account are the group of the thread "".
	GroupingByApp Grouping = 2
	// Each message is listed separately.
	GroupingOff Grouping = 3

	// As stored; OFF for a new account.
	OutboxModeDefault OutboxMode = 0
	// No rows are written. Rows that exist stay, and the library does not send them.
	OutboxModeOff OutboxMode = 1
	// The host sends the rows: see [Account.LeaseOutbox].
	OutboxModeLeased OutboxMode = 2
	// The library sends the rows to OutboxURL.
	OutboxModeSent OutboxMode = 3

	// Messages that are read, unread again, or removed.
	OutboxReads OutboxFlags = 1
	// Changes of reminders.
	OutboxReminders OutboxFlags = 2
	// Messages that are seen. Only with it, what other devices have seen is taken.
	OutboxSeen OutboxFlags = 4
	// Mutes of paths. The same holds for these and for the next two.
	OutboxMutes OutboxFlags = 8
	// Paths that are marked as unread.
	OutboxFlagged OutboxFlags = 16
	// Snoozes of paths and of messages.
	OutboxSnoozes OutboxFlags = 32
	// Badges that a server has set with a revision, and that the user removes.
	OutboxDismissals OutboxFlags = 64

	// It shows at most a dot, whatever its count.
	LevelPassive Level = -1
	LevelNormal  Level = 0
	// A mention, or an answer to the user.
	LevelHighlight Level = 1
	LevelCritical  Level = 2

	// All that the node shows.
	MuteNone MuteMode = 0
	// At most a dot.
	MuteNumber MuteMode = 1
	// Nothing.
	MuteAll MuteMode = 2
	// NUMBER, but highlights pass with their number.
	MuteNumberButHighlights MuteMode = 5
	// ALL, but highlights pass with their number.
	MuteAllButHighlights MuteMode = 6

	// It owns a count.
	BadgeOwnCount BadgeFlags = 1
	// It owns a dot.
	BadgeOwnDot BadgeFlags = 2
	// Messages or a flag feed it.
	BadgeFed BadgeFlags = 4
	// A child contributes a badge.
	BadgeChildren   BadgeFlags = 8
	BadgeMuteNumber BadgeFlags = 16
	BadgeMuteAll    BadgeFlags = 32
	// Its mute passes highlights.
	BadgePassesHighlights BadgeFlags = 64
	// It is snoozed, so its mute does not hold.
	BadgeSnoozed BadgeFlags = 128

	// No badge; false in a condition.
	KindNone BadgeKind = 0
	// A badge without a number.
	KindDot BadgeKind = 1
	// An icon: only in a presentation.
	KindIcon BadgeKind = 2
	// A badge with a number.
	KindNumber BadgeKind = 3

	// The path is marked as unread: see [Account.Flag].
	OwnFlagged OwnFlags = 1

	// As the account's aggregation says.
	CountingDefault Counting = 0
	// The number of children, also linked ones, that contribute a number. Highlights stay a sum, which may be greater.
	CountingLit Counting = 1

	// Reads what holds at the path, so no member is DEFAULT.
	RuleEffective RuleFlags = 1

	// Lists the links that lead to the path, sorted by where they lead.
	LinkUnder LinkFlags = 2

	// The nodes directly below.
	ListChildren ListFlags = 0

	// It owns a count.
	ReasonOwnCount ReasonFlags = 1
	// It owns a dot.
	ReasonOwnDot ReasonFlags = 2
	// Messages or a flag feed it.
	ReasonFed ReasonFlags = 4
	// CHILDREN: its own count adds nothing: its children or messages have one.
	ReasonOverridden ReasonFlags = 8
	// Its mute hides the number that it shows from the path.
	ReasonMuteNumber ReasonFlags = 16
	// Its mute hides everything that it shows from the path.
	ReasonMuteAll ReasonFlags = 32
	// Its own badge, or what feeds it, reaches the path, which shows a badge.
	ReasonLights ReasonFlags = 64
	// A mute hides its badge from the path; with LIGHTS only the number.
	ReasonMuted ReasonFlags = 128
	// It is a message that feeds the path.
	ReasonMessage ReasonFlags = 256
	// It, or more of it, reaches the path only by a link.
	ReasonLinked ReasonFlags = 512
	// It counts its children, so they contribute nothing, and it their number.
	ReasonCounting ReasonFlags = 1024
	// It is the flag of the path: see [Account.Flag].
	ReasonFlag ReasonFlags = 2048
	// It is snoozed, which hides everything that it shows from the path.
	ReasonSnoozed ReasonFlags = 4096

	MessageStateUnseen MessageState = 0
	MessageStateSeen   MessageState = 1
	MessageStateRead   MessageState = 2

	// Only those that are not read.
	MessagesUnread MessagesFlags = 2
	// [Account.FirstMessage]: only those that are not seen.
	MessagesUnseen MessagesFlags = 4
	// [Account.FirstMessage]: the newest instead of the oldest.
	MessagesNewest MessagesFlags = 8
	// [Account.MessagesFrom]: newer ones instead of older ones.
	MessagesNewer MessagesFlags = 16
	// [Account.FirstMessage]: only those of level HIGHLIGHT or above.
	MessagesHighlights MessagesFlags = 32

	// The message feeds a dot.
	PostDot MessageFlags = 1
	// It is posted only if the user has not seen a message of its id.
	PostOnce MessageFlags = 2

	// The visible badge of a path changed. text: the path.
	EventBadge EventKind = 1
	// The total over the accounts changed.
	EventTotal EventKind = 2
	// A feed's request ended. text: the title, or the error. The number: of its prefix.
	EventSynced EventKind = 3
	// A [Feed.RefreshNow] ended; exactly one each. text: the error.
	EventCompletion EventKind = 4
	// A server rejected the credential, or requests wait for one: set it. text: the error.
	EventAuth EventKind = 5
	// A widget was drawn. text: its path.
	EventWidget EventKind = 6
	// Messages changed. text: the observed path.
	EventMessages EventKind = 7
	// A group changed. text: its thread.
	EventGroup EventKind = 8
	// A reminder has fired. text: its identifier.
	EventReminder EventKind = 9
	// A server counts something else than its feed contributes. text: the path.
	EventDrift EventKind = 10

	// The current state of the path is reported first.
	ObserveInitial ObserveFlags = 2

	ViewRead ViewFlags = 2

	// Polls always, and when the user comes back.
	PollingMessageCenter Polling = 0
	// Polls only while the user sees a page.
	PollingUnreadCount Polling = 1

	// No timer polls while the application is in the background.
	FeedOptionStopsInBackground FeedFlags = 1
	// The first request is sent after InitialDelay, not at a random moment within it.
	FeedOptionExactDelay FeedFlags = 2
	// The options are for this run; the stored ones, if there are any, stay.
	FeedOptionTemporary FeedFlags = 4

	// In this run it was added or found, or began when the account was logged in.
	FeedEntryRunning FeedEntryFlags = 1
	// Its requests have a credential, or wait for one.
	FeedEntryCredential FeedEntryFlags = 2

	// .xcstrings: JSON, with all languages.
	StringsCatalog StringsKind = 1
	// .stringsdict: a property list (XML), of one language.
	StringsDictionary StringsKind = 2

	// No summary: the group is its leading message.
	SummaryOriginNone SummaryOrigin = 0
	// The formats of categories.
	SummaryOriginCategory SummaryOrigin = 1
	// The built-in words.
	SummaryOriginDefault SummaryOrigin = 2

	// Previews are hidden.
	GroupsHidden GroupsFlags = 1

	// A message: entity is the server's identifier.
	OutboxKindMessage OutboxKind = 1
	// A path and everything below, up to a sequence: entity is the path.
	OutboxKindMark OutboxKind = 2
	// A reminder in its current state: entity is its identifier.
	OutboxKindReminder OutboxKind = 3
	// A message that was removed: entity is the server's identifier.
	OutboxKindRemoval OutboxKind = 4
	// A message that was seen: entity is the server's identifier.
	OutboxKindSeen OutboxKind = 5
	// A path and everything below, seen up to a sequence.
	OutboxKindSeenMark OutboxKind = 6
	// The mute of a path: entity is the path.
	OutboxKindMute OutboxKind = 7
	// A path that is marked as unread, or is not any more.
	OutboxKindFlag OutboxKind = 8
	// The snooze of a path. That of a message is a MESSAGE.
	OutboxKindSnooze OutboxKind = 9
	// A badge of the feed's server that the user has removed: entity is its path.
	OutboxKindDismissal OutboxKind = 10

	OutboxStateWaiting OutboxState = 0
	// Until LeaseEnd, or until its result is reported.
	OutboxStateLeased OutboxState = 1
	// For good.
	OutboxStateFailed OutboxState = 2

	UnitMinute  Unit = 1
	UnitHour    Unit = 2
	UnitDay     Unit = 3
	UnitWeek    Unit = 4
	UnitMonth   Unit = 5
	UnitQuarter Unit = 6
	UnitYear    Unit = 7

	// On if it keeps for at most 30 days; decided again at each edit.
	SmartAutomatic SmartMode = 1
	SmartOn        SmartMode = 2
	SmartOff       SmartMode = 3

	ReminderFieldTitle    ReminderFields = 1
	ReminderFieldBody     ReminderFields = 2
	ReminderFieldPath     ReminderFields = 4
	ReminderFieldZone     ReminderFields = 8
	ReminderFieldProduced ReminderFields = 16
	// ShelfLife and ShelfUnit
	ReminderFieldShelfLife ReminderFields = 32
	ReminderFieldTimeOfDay ReminderFields = 64
	ReminderFieldSmart     ReminderFields = 128
	// RepeatUnit and RepeatEvery
	ReminderFieldRepeat ReminderFields = 256
	ReminderFieldStart  ReminderFields = 512
	ReminderFieldEnd    ReminderFields = 1024
	// OverdueUnit, OverdueEvery and OverdueLimit
	ReminderFieldOverdue ReminderFields = 2048

	ReminderStateActive ReminderState = 1
	ReminderStateDone   ReminderState = 2
	// Active, but its last good day has ended in its zone.
	ReminderStateExpired ReminderState = 3

	// The system has nothing armed: lists the whole plan.
	PlanFlagFromScratch PlanFlags = 1

	PlanActionDisarm PlanAction = 1
	PlanActionArm    PlanAction = 2

	NoteCreated NoteKind = 1
	NoteEdited  NoteKind = 2
	// When it fires next.
	NotePlanned NoteKind = 3
	// A confirmed plan has armed it.
	NoteArmed        NoteKind = 4
	NoteFired        NoteKind = 5
	NoteMissed       NoteKind = 6
	NoteSnoozed      NoteKind = 7
	NoteAcknowledged NoteKind = 8
	// A confirmed plan has disarmed it.
	NoteCancelled NoteKind = 9
	// The account was logged out.
	NoteSuspended NoteKind = 10
	// The account was logged in again.
	NoteResumed      NoteKind = 11
	NoteUploaded     NoteKind = 12
	NoteUploadFailed NoteKind = 13
	NoteDone         NoteKind = 14
	NoteUndone       NoteKind = 15
	NoteRemoved      NoteKind = 16

	// Writes the state after the patch, whatever the state is now.
	ApplyOverwrite ApplyFlags = 1

	// value: the count
	OpSet OperationKind = 1
	OpDot OperationKind = 2
	// value: the delta
	OpAdd       OperationKind = 3
	OpClear     OperationKind = 4
	OpClearTree OperationKind = 5
	// value: Mute…
	OpMute OperationKind = 6
	OpGet  OperationKind = 7
	// path, message: posts a message, as [Account.Post]
	OpPost OperationKind = 8
	// id: removes a posted message, as [Account.Withdraw]
	OpWithdraw OperationKind = 9
	// path, flags: marks messages read, as [Account.ReadPath]
	OpRead OperationKind = 10
	// id, reminder: as [Account.PutReminder]
	OpReminderPut OperationKind = 11
	// id, reminder: as [Account.EditReminder]
	OpReminderEdit OperationKind = 12
	// id: as [Account.ReminderDone]
	OpReminderDone OperationKind = 13
	// id: as [Account.ReminderUndone]
	OpReminderUndone OperationKind = 14
	// id
	OpReminderRemove OperationKind = 15
	// id, until
	OpReminderSnooze OperationKind = 16
	// id
	OpReminderAcknowledge OperationKind = 17

	// Each operation is performed on its own: see [Account.Batch].
	BatchEach BatchFlags = 1

	// MaxCount and a plus: "99+".
	OverflowPlus OverflowStyle = 0
	// An ellipsis alone, U+2026.
	OverflowEllipsis OverflowStyle = 1

	// Send this, and report the response once with [Request.Respond].
	RequestKindSend RequestKind = 1
	// The response is no longer needed, and is ignored.
	RequestKindCancel RequestKind = 2

	// The request has a credential: follow redirects only within the same origin.
	RequestFlagCredential RequestFlags = 1

	// Replaces accounts and sources that exist.
	ImportReplace ImportFlags = 1
)

// Constants of tally.h.
const (
	VersionMajor = 0
	VersionMinor = 1
	VersionPatch = 0
	Version      = "0.1.0"
	// As [LibraryVersion].
	VersionNumber = 1000
	// The default of an option.
	Default = 0
	// A time of a feed that never comes.
	Off = -1
	// As many as there are.
	NoLimit = 0
	// A timeout that has passed already.
	NoWait = 0
	// A timeout that never passes.
	NoTimeout = -1
	// Only reads.
	LimitKeep = -1
	// More may be lost: a page that may have contained rows says nothing about them.
	RecoveryUncertain = 1
	// The largest count that can be set: 2^32 - 1.
	MaxCount           = 4294967295
	MutePassHighlights = 4
	// The path itself and everything below it.
	Subtree = 1
	// The most bytes of a message's link.
	MaxLink = 2048
	// The most bytes of a message's data.
	MaxData = 65536
	// The most further paths of a message.
	MaxAlso             = 8
	FeedLocal           = "tally:local"
	MaxFeedPages        = 8
	FeedReminders       = "tally:reminders"
	FontWeightRegular   = 400
	FontWeightBold      = 700
	StyleFieldDotRadius = 1
	// OffsetX and OffsetY
	StyleFieldOffset          = 2
	StyleFieldFontSize        = 4
	StyleFieldFontWeight      = 8
	StyleFieldTextColor       = 16
	StyleFieldBackgroundColor = 32
	StyleFieldMaxCount        = 64
	StyleFieldOverflow        = 128
	StyleFieldIcon            = 256
	StyleFieldHighlightColor  = 512
	// The most items of a batch, and imports of a call.
	MaxItems = 65536
	// Badges of an account changed. text: its name.
	TraceTransaction = 1
	// A node of the transaction before. text: its path.
	TraceNode = 2
	// Messages at a path changed. text: the path.
	TraceMessage = 3
	// Unseen messages of a thread changed. text: the thread.
	TraceGroup = 4
	// A reminder has fired. text: its identifier.
	TraceReminder = 5
	// A feed's request ended, or its page was delivered. text: the title, or the error.
	TraceSynced = 6
	// A server rejected the credential. text: the error.
	TraceAuth = 7
	// A line of the log that the host takes. text: the line.
	TraceLog = 8
	// Something happened to an account. text: its name.
	TraceAccount = 9
	// A response came, or a request failed. text: URL, header lines, body.
	TraceExchange = 10
	// Records were dropped before this one.
	TraceLost = 11
	// A call about one account.
	CauseCall = 1
	// [Account.Batch] as one transaction.
	CauseBatch = 2
	// [Engine.Batch].
	CauseItems = 3
	// The response to a feed's request.
	CausePage = 4
	// A page that the host delivered.
	CauseDelivery = 5
	// A push that the host delivered.
	CausePush = 6
	// A server has accepted a row of the outbox.
	CauseAcknowledgement = 7
	// Something has ended by its time.
	CauseExpiry = 8
	// A reminder has fired.
	CauseReminder = 9
	// Accounts were imported.
	CauseRestore = 10
	// Old messages were removed.
	CauseUpkeep  = 11
	ChangeOpened = 1
	// Read into memory.
	ChangeLoaded = 2
	// Left memory for another one.
	ChangeEvicted = 3
	// Removed with its data.
	ChangeDropped   = 4
	ChangeLoggedIn  = 5
	ChangeLoggedOut = 6
)

// The statuses of calls.
const (
	StatusOK             Status = 0
	StatusHeld           Status = 1
	StatusMore           Status = 2
	StatusResync         Status = 3
	StatusAlreadyApplied Status = 4
	StatusNotModified    Status = 5
	StatusEmpty          Status = 6
	StatusSetAside       Status = 7
	StatusPartial        Status = 8
	StatusArgument       Status = -1
	StatusNoMemory       Status = -2
	StatusPath           Status = -3
	StatusRange          Status = -4
	StatusLimit          Status = -5
	StatusNotFound       Status = -6
	StatusExists         Status = -7
	StatusConflict       Status = -8
	StatusBufferTooSmall Status = -9
	StatusStaleHandle    Status = -10
	StatusClosed         Status = -11
	StatusForked         Status = -12
	StatusThread         Status = -13
	StatusUnsupported    Status = -14
	StatusInternal       Status = -15
	StatusNotApplied     Status = -16
	StatusMalformed      Status = -17
	StatusIO             Status = -20
	StatusFull           Status = -21
	StatusLocked         Status = -22
	StatusCorrupt        Status = -23
	StatusNotAStore      Status = -24
	StatusNewer          Status = -25
	StatusReadOnly       Status = -26
	StatusPermission     Status = -27
	StatusStaleEpoch     Status = -28
	StatusURL            Status = -40
	StatusNetwork        Status = -41
	StatusTimeout        Status = -42
	StatusTLS            Status = -43
	StatusProtocol       Status = -44
	StatusTooLarge       Status = -45
	StatusServer         Status = -46
	StatusUnauthorized   Status = -47
	StatusRateLimited    Status = -48
	StatusLoggedOut      Status = -49
	StatusCancelled      Status = -50
)

// Errors, for errors.Is.
var (
	// nil, an unknown flag or a value without a meaning.
	ErrArgument = &Error{Status: StatusArgument}
	// There was not enough memory.
	ErrNoMemory = &Error{Status: StatusNoMemory}
	// An invalid path, or one that is too deep or too long.
	ErrPath = &Error{Status: StatusPath}
	// A number is out of its range.
	ErrRange = &Error{Status: StatusRange}
	// A limit set when opening would be exceeded.
	ErrLimit = &Error{Status: StatusLimit}
	// There is no such account, feed, message or reminder.
	ErrNotFound = &Error{Status: StatusNotFound}
	// It exists already.
	ErrExists = &Error{Status: StatusExists}
	// It contradicts what is stored.
	ErrConflict = &Error{Status: StatusConflict}
	// The caller's buffer is too small; the call reports the size needed.
	ErrBufferTooSmall = &Error{Status: StatusBufferTooSmall}
	// The node was released, or belongs to another account.
	ErrStaleHandle = &Error{Status: StatusStaleHandle}
	// The engine, or the handle's parent, was closed.
	ErrClosed = &Error{Status: StatusClosed}
	// The engine belongs to the parent process.
	ErrForked = &Error{Status: StatusForked}
	// Not allowed on this thread, or inside a callback.
	ErrThread = &Error{Status: StatusThread}
	// Not available in this build or mode.
	ErrUnsupported = &Error{Status: StatusUnsupported}
	// A defect of the library; please report it.
	ErrInternal = &Error{Status: StatusInternal}
	// This operation was valid, but another one failed the batch.
	ErrNotApplied = &Error{Status: StatusNotApplied}
	// Not a valid snapshot, patch, export or mapping.
	ErrMalformed = &Error{Status: StatusMalformed}
	// The file could not be read or written.
	ErrIO = &Error{Status: StatusIO}
	// The disk, or the database's size limit, is full.
	ErrFull = &Error{Status: StatusFull}
	// Another process has the file open.
	ErrLocked = &Error{Status: StatusLocked}
	// The file is damaged. It was not changed.
	ErrCorrupt = &Error{Status: StatusCorrupt}
	// Not a file of this library. It was not changed.
	ErrNotAStore = &Error{Status: StatusNotAStore}
	// Written by a newer version. It was not changed.
	ErrNewer = &Error{Status: StatusNewer}
	// The file or its directory is read-only.
	ErrReadOnly = &Error{Status: StatusReadOnly}
	// The system does not permit access.
	ErrPermission = &Error{Status: StatusPermission}
	// The batch comes from a former owner of its source.
	ErrStaleEpoch = &Error{Status: StatusStaleEpoch}
	// An invalid URL, or an unsupported scheme.
	ErrURL = &Error{Status: StatusURL}
	// The server could not be reached, or the connection broke.
	ErrNetwork = &Error{Status: StatusNetwork}
	// A deadline passed.
	ErrTimeout = &Error{Status: StatusTimeout}
	// The server's certificate or the handshake was rejected.
	ErrTLS = &Error{Status: StatusTLS}
	// The response is not of the expected form; all of it was rejected.
	ErrProtocol = &Error{Status: StatusProtocol}
	// The response exceeds the limit; all of it was rejected.
	ErrTooLarge = &Error{Status: StatusTooLarge}
	// The server responded with an error.
	ErrServer = &Error{Status: StatusServer}
	// The server rejected the credential, or the request waits for one.
	ErrUnauthorized = &Error{Status: StatusUnauthorized}
	// The server asks the client to wait.
	ErrRateLimited = &Error{Status: StatusRateLimited}
	// The account is not logged in.
	ErrLoggedOut = &Error{Status: StatusLoggedOut}
	// The request was cancelled, or its feed was removed.
	ErrCancelled = &Error{Status: StatusCancelled}
)

// EngineOptions is tally_engine_options. Members that are left out have their defaults. Clock, Log and ZoneFile
// are called on any thread. Clock and ZoneFile are called with locks held: they must return soon, and must not use
// the engine.
type EngineOptions struct {
	// Any of Engine…
	Flags EngineFlags
	// For tests: the seed of everything random. 0: the system's.
	Seed uint64
	// How long the id of a batch is remembered: from time.Second. Default 24*time.Hour, a day.
	BatchIDTime time.Duration
	// Path of the database, created if it does not exist. Empty: in memory only.
	File string
	// Certificate authorities in PEM form, read when needed. Empty: the system's.
	CAFile string
	// Without control characters. Empty: "tally/" and the version.
	UserAgent string
	// The name of the device's zone. Empty: TZ, or /etc/localtime.
	Zone string
	// The time of day, and the time since any moment, which never goes back. For tests. nil: the system's clocks.
	Clock func() (wall time.Time, elapsed time.Duration)
	// Called with each line of the log. nil: nothing is logged.
	Log func(level LogLevel, text string)
	// The file of a zone (TZif); nil: there is none. nil: the system's.
	ZoneFile func(name string) []byte
	// One of Durability…
	Durability Durability
	// The least important level to report. Default LogWarning.
	LogLevel LogLevel
	// Components of a path, root not counted: 1 to 1,024. Default 64.
	MaxDepth uint32
	// Bytes of a path, with root: 4 to 65,535. Default 4,096.
	MaxPathBytes uint32
	// Nodes of one account, with the root: 1 to 1,073,741,824. Default 16,777,216.
	MaxNodes uint32
	// Open accounts: 1 to 16,777,216. Default 1,024. See docs/concepts/accounts.md.
	MaxAccounts uint32
	// Accounts in memory: 1 to 16,777,216. NoLimit: all. See "Accounts".
	MaxLoadedAccounts uint32
	// Feeds of all open accounts: 1 to 1,000,000. Default 100,000.
	MaxFeeds uint32
	// Observers, views and widgets: 1 to 16,777,216. Default 1,048,576.
	MaxObservers uint32
	// The limit for all pages of a response: 1 to 1,073,741,824. Default 8 MiB.
	MaxResponseBytes uint32
	// Ids of batches kept for an account: 1 to 1,073,741,824. Default 10,000.
	MaxBatchIDs uint32
	// Requests of feeds in flight, a socket each: 1 to 65,535. Default 256.
	MaxRequests uint32
	// The same to one origin (scheme, host, port): 1 to 65,535. Default 6.
	MaxRequestsPerOrigin uint32
	// Removed messages of one feed to remember: 1 to 1,073,741,824. Default 4,096.
	MaxForgotten uint32
	// Read positions of one feed: 1 to 1,073,741,824. Default 10,000.
	MaxMarks uint32
	// Failed outbox rows, in all accounts: 1 to 1,073,741,824. Default 10,000.
	MaxFailedRows uint32
	// Rejected items of one feed: 1 to 1,073,741,824. Default 100.
	MaxRejected uint32
	// Log entries of one account's reminders: 1 to 1,073,741,824. Default 10,000.
	MaxReminderLog uint32
	// Groups of an account with summaries in memory: 1 to 16,777,216. Default 65,536.
	MaxCachedGroups uint32
	// Pending events, see "Watching": 1 to 16,777,216. Default 1,048,576.
	MaxEvents uint32
	// Calls of [Feed.RefreshNow], see there: 1 to 16,777,216. Default 65,536.
	MaxCompletions uint32
	// Links of one account: 1 to 1,073,741,824. Default 65,536.
	MaxLinks uint32
}

func (o *EngineOptions) raw(texts *texts) *C.tally_engine_options {
	if o == nil {
		return nil
	}
	raw := &C.tally_engine_options{struct_size: C.sizeof_tally_engine_options}
	raw.flags = C.uint32_t(o.Flags)
	raw.seed = C.uint64_t(o.Seed)
	raw.batch_id_time = exactly(o.BatchIDTime)
	raw.file = texts.optional(o.File)
	raw.ca_file = texts.optional(o.CAFile)
	raw.user_agent = texts.optional(o.UserAgent)
	raw.zone = texts.optional(o.Zone)
	raw.durability = C.tally_durability(o.Durability)
	raw.log_level = C.tally_log_level(o.LogLevel)
	raw.max_depth = C.uint32_t(o.MaxDepth)
	raw.max_path_bytes = C.uint32_t(o.MaxPathBytes)
	raw.max_nodes = C.uint32_t(o.MaxNodes)
	raw.max_accounts = C.uint32_t(o.MaxAccounts)
	raw.max_loaded_accounts = C.uint32_t(o.MaxLoadedAccounts)
	raw.max_feeds = C.uint32_t(o.MaxFeeds)
	raw.max_observers = C.uint32_t(o.MaxObservers)
	raw.max_response_bytes = C.uint32_t(o.MaxResponseBytes)
	raw.max_batch_ids = C.uint32_t(o.MaxBatchIDs)
	raw.max_requests = C.uint32_t(o.MaxRequests)
	raw.max_requests_per_origin = C.uint32_t(o.MaxRequestsPerOrigin)
	raw.max_forgotten = C.uint32_t(o.MaxForgotten)
	raw.max_marks = C.uint32_t(o.MaxMarks)
	raw.max_failed_rows = C.uint32_t(o.MaxFailedRows)
	raw.max_rejected = C.uint32_t(o.MaxRejected)
	raw.max_reminder_log = C.uint32_t(o.MaxReminderLog)
	raw.max_cached_groups = C.uint32_t(o.MaxCachedGroups)
	raw.max_events = C.uint32_t(o.MaxEvents)
	raw.max_completions = C.uint32_t(o.MaxCompletions)
	raw.max_links = C.uint32_t(o.MaxLinks)
	return raw
}

// Stats is tally_stats.
type Stats struct {
	// Open accounts.
	Accounts uint32
	// Open accounts in memory.
	LoadedAccounts uint32
	// Feeds of these accounts that were added in this run.
	Feeds uint32
	// How often an account was read since the engine was opened.
	AccountLoads uint64
	// How often an account left memory for another one.
	AccountEvictions uint64
	// Observers, views and widgets.
	Observers uint64
	// Pending events.
	Events uint64
	// Nodes of the accounts in memory.
	Nodes uint64
	// Bytes of these nodes and their paths.
	NodeBytes uint64
	// Badges that are not written yet, without those that are being written.
	UnstoredBadges uint64
	// Bytes of the file.
	FileSize int64
	// Bytes of its write-ahead log; 0: none.
	LogSize int64
	// Commits that calls waited for since the engine was opened.
	Commits uint64
	// The calls that waited for them. Several share a commit.
	CommittedCalls uint64
	// The longest wait for the lock of all accounts, in microseconds, since the engine was opened or the last
	// StatsReset.
	LongestWaitUs uint64
	// The longest that one call used the store, measured in the same way.
	LongestHoldUs uint64
	// Calls that are waiting for the store.
	WaitingCalls uint32
	// Requests of feeds in flight.
	Requests uint32
	// The most of these to one origin.
	OriginRequests uint32
	// Events DRIFT since the engine was opened.
	Drifts uint32
}

func readStats(raw *C.tally_stats, text []byte) Stats {
	return Stats{
		Accounts: uint32(raw.accounts), LoadedAccounts: uint32(raw.loaded_accounts), Feeds: uint32(raw.feeds),
		AccountLoads: uint64(raw.account_loads), AccountEvictions: uint64(raw.account_evictions),
		Observers: uint64(raw.observers), Events: uint64(raw.events), Nodes: uint64(raw.nodes),
		NodeBytes: uint64(raw.node_bytes), UnstoredBadges: uint64(raw.unstored_badges),
		FileSize: int64(raw.file_size), LogSize: int64(raw.log_size), Commits: uint64(raw.commits),
		CommittedCalls: uint64(raw.committed_calls), LongestWaitUs: uint64(raw.longest_wait_us),
		LongestHoldUs: uint64(raw.longest_hold_us), WaitingCalls: uint32(raw.waiting_calls),
		Requests: uint32(raw.requests), OriginRequests: uint32(raw.origin_requests), Drifts: uint32(raw.drifts),
	}
}

// Recovery is tally_recovery.
type Recovery struct {
	// 0, or RecoveryUncertain.
	Flags uint32
	// Pages of the damaged file.
	Pages uint64
	// Damaged pages: truncated, unreadable, or with a wrong checksum.
	DamagedPages uint64
	// Saved from damaged pages: valid, but perhaps not what was stored.
	DoubtfulRows  uint64
	AccountsSaved uint64
	// Their badges and messages were saved, under their name or a new one, with defaults.
	AccountsLost uint64
	// Badges that nodes own, and mutes.
	BadgesSaved uint64
	BadgesLost  uint64
	FeedsSaved  uint64
	// Their messages were saved, in a feed named "recovered-" and a number.
	FeedsLost     uint64
	MessagesSaved uint64
	MessagesLost  uint64
	// Other rows: reminders, read marks, pending actions, words of groups.
	OthersSaved uint64
	// With the rows that belong to a missing account or feed.
	OthersLost uint64
}

func readRecovery(raw *C.tally_recovery, text []byte) Recovery {
	return Recovery{
		Flags: uint32(raw.flags), Pages: uint64(raw.pages), DamagedPages: uint64(raw.damaged_pages),
		DoubtfulRows: uint64(raw.doubtful_rows), AccountsSaved: uint64(raw.accounts_saved),
		AccountsLost: uint64(raw.accounts_lost), BadgesSaved: uint64(raw.badges_saved),
		BadgesLost: uint64(raw.badges_lost), FeedsSaved: uint64(raw.feeds_saved), FeedsLost: uint64(raw.feeds_lost),
		MessagesSaved: uint64(raw.messages_saved), MessagesLost: uint64(raw.messages_lost),
		OthersSaved: uint64(raw.others_saved), OthersLost: uint64(raw.others_lost),
	}
}

// AccountOptions is tally_account_options. Members that are left out have their defaults.
type AccountOptions struct {
	// AccountExisting, or 0
	Flags AccountFlags
	// One of Aggregation…
	Aggregation Aggregation
	// One of Feeding…
	Feeding Feeding
}

func (o *AccountOptions) raw(texts *texts) *C.tally_account_options {
	if o == nil {
		return nil
	}
	raw := &C.tally_account_options{struct_size: C.sizeof_tally_account_options}
	raw.flags = C.uint32_t(o.Flags)
	raw.aggregation = C.tally_aggregation(o.Aggregation)
	raw.feeding = C.tally_feeding(o.Feeding)
	return raw
}

// Credential is tally_credential. Members that are left out have their defaults.
type Credential struct {
	// CredentialFlagPlain, or 0
	Flags CredentialFlags
	// CredentialKind… Required.
	Kind CredentialKind
	// CredentialKindBasic, CredentialKindHeader, CredentialKindQuery; otherwise empty.
	Name string
	// Required.
	Secret string
	// CredentialKindHeader: the value, in which {token} stands for the secret. Empty: the secret alone.
	Format string
}

func (o *Credential) raw(texts *texts) *C.tally_credential {
	if o == nil {
		return nil
	}
	raw := &C.tally_credential{struct_size: C.sizeof_tally_credential}
	raw.flags = C.uint32_t(o.Flags)
	raw.kind = C.tally_credential_kind(o.Kind)
	raw.name = texts.optional(o.Name)
	raw.secret = texts.optional(o.Secret)
	raw.format = texts.optional(o.Format)
	return raw
}

// AccountState is tally_account_state.
type AccountState struct {
	LoggedIn bool
	// Identifies the account in events.
	ID int64
	// The revision of its badges.
	Revision uint64
	// Identifies the series of revisions. A new store has a new epoch.
	Epoch uint64
	// AggregationChildren or AggregationSum
	Aggregation Aggregation
	// FeedingUnseen or FeedingUnread
	Feeding Feeding
	// The name that it was opened by.
	Name string
}

func readAccountState(raw *C.tally_account_state, text []byte) AccountState {
	return AccountState{
		LoggedIn: raw.logged_in != 0, ID: int64(raw.id), Revision: uint64(raw.revision), Epoch: uint64(raw.epoch),
		Aggregation: Aggregation(raw.aggregation), Feeding: Feeding(raw.feeding), Name: string(text),
	}
}

// AccountSettings is tally_account_settings. Members that are left out have their defaults.
type AccountSettings struct {
	// 0
	Flags uint32
	// Grouping…: how messages are grouped. At first GroupingAutomatic.
	Grouping Grouping
	// OutboxMode… At first OutboxModeOff.
	Outbox OutboxMode
	// Feeding…: which messages feed badges where no rule holds. At first that of [Engine.OpenAccount].
	Feeding Feeding
	// Outbox…: what the outbox sends. At first READS and REMINDERS.
	OutboxKinds OutboxFlags
	// For a whole request, from 100*time.Millisecond. At first 5*time.Minute.
	OutboxRequestTimeout time.Duration
	// Without a byte, from 100*time.Millisecond. At first time.Minute.
	OutboxIdleTimeout time.Duration
	// The language of summaries. Empty: none, so built-in words are English.
	Language *string
	// http: or https:, to which rows are sent with POST. OutboxModeSent needs it. Empty: none.
	OutboxURL *string
	// The path whose own badge follows aps.badge of pushes, the icon's number; a number of 0 removes the badge. root
	// is the root. Empty: none.
	PushPath *string
}

func (o *AccountSettings) raw(texts *texts) *C.tally_account_settings {
	if o == nil {
		return nil
	}
	raw := &C.tally_account_settings{struct_size: C.sizeof_tally_account_settings}
	raw.flags = C.uint32_t(o.Flags)
	raw.grouping = C.tally_grouping(o.Grouping)
	raw.outbox = C.tally_outbox_mode(o.Outbox)
	raw.feeding = C.tally_feeding(o.Feeding)
	raw.outbox_kinds = C.uint32_t(o.OutboxKinds)
	raw.outbox_request_timeout = exactly(o.OutboxRequestTimeout)
	raw.outbox_idle_timeout = exactly(o.OutboxIdleTimeout)
	raw.language = texts.pointer(o.Language)
	raw.outbox_url = texts.pointer(o.OutboxURL)
	raw.push_path = texts.pointer(o.PushPath)
	return raw
}

// AccountSettingsEntry is tally_account_settings_entry.
type AccountSettingsEntry struct {
	// The duration in force.
	OutboxRequestTimeout time.Duration
	// The duration in force.
	OutboxIdleTimeout time.Duration
	// GroupingAutomatic …
	Grouping Grouping
	// OutboxModeOff …
	Outbox OutboxMode
	// FeedingUnseen or FeedingUnread
	Feeding Feeding
	// Any of Outbox…
	OutboxKinds OutboxFlags
	// Canonical; empty: none.
	Language string
	// Empty: none.
	OutboxURL string
	// Canonical; empty: none.
	PushPath string
}

func readAccountSettingsEntry(raw *C.tally_account_settings_entry, text []byte) AccountSettingsEntry {
	return AccountSettingsEntry{
		OutboxRequestTimeout: durationOf(raw.outbox_request_timeout),
		OutboxIdleTimeout:    durationOf(raw.outbox_idle_timeout), Grouping: Grouping(raw.grouping),
		Outbox: OutboxMode(raw.outbox), Feeding: Feeding(raw.feeding), OutboxKinds: OutboxFlags(raw.outbox_kinds),
		Language:  at(text, raw.language.offset, raw.language.length),
		OutboxURL: at(text, raw.outbox_url.offset, raw.outbox_url.length),
		PushPath:  at(text, raw.push_path.offset, raw.push_path.length),
	}
}

// Badge is tally_badge.
type Badge struct {
	// The number; 0 for a dot or nothing.
	Count uint64
	// The revision that last changed what it shows; 0: none since the account was loaded.
	Revision uint64
	// The part of what it shows that comes from messages of level LevelHighlight or above.
	Highlights uint64
	// KindNone, KindDot or KindNumber
	Kind BadgeKind
	// Any of Badge…
	Flags BadgeFlags
	// The greatest level among what it shows; LevelNormal if it shows nothing.
	Level Level
}

func readBadge(raw *C.tally_badge, text []byte) Badge {
	return Badge{
		Count: uint64(raw.count), Revision: uint64(raw.revision), Highlights: uint64(raw.highlights),
		Kind: BadgeKind(raw.kind), Flags: BadgeFlags(raw.flags), Level: Level(raw.level),
	}
}

func (o *Badge) raw(texts *texts) *C.tally_badge {
	if o == nil {
		return nil
	}
	raw := &C.tally_badge{}
	raw.count = C.uint64_t(o.Count)
	raw.revision = C.uint64_t(o.Revision)
	raw.highlights = C.uint64_t(o.Highlights)
	raw.kind = C.tally_badge_kind(o.Kind)
	raw.flags = C.uint32_t(o.Flags)
	raw.level = C.tally_level(o.Level)
	return raw
}

// OwnBadge is tally_badge_own.
type OwnBadge struct {
	// KindNone, KindDot or KindNumber
	Kind BadgeKind
	// Its own count, to MaxCount; 0 for a dot or nothing.
	Count uint64
	// When its badge ends; zero: it does not.
	Until time.Time
	// When its mute ends; zero: it does not.
	MuteUntil time.Time
	// One of Mute…
	Mute MuteMode
	// OwnFlagged, or 0.
	Flags OwnFlags
	// When its snooze ends; zero: it is not snoozed.
	SnoozedUntil time.Time
}

func readOwnBadge(raw *C.tally_badge_own, text []byte) OwnBadge {
	return OwnBadge{
		Kind: BadgeKind(raw.kind), Count: uint64(raw.count), Until: timeOf(raw.until),
		MuteUntil: timeOf(raw.mute_until), Mute: MuteMode(raw.mute), Flags: OwnFlags(raw.flags),
		SnoozedUntil: timeOf(raw.snoozed_until),
	}
}

// BadgeRule is tally_badge_rule.
type BadgeRule struct {
	// Feeding…: which messages feed the badge. FeedingDefault: as above the path.
	Feeding Feeding
	// 0
	Flags uint32
	// Counting…: how the path's number comes from its children.
	Counting Counting
}

func readBadgeRule(raw *C.tally_badge_rule, text []byte) BadgeRule {
	return BadgeRule{
		Feeding: Feeding(raw.feeding), Flags: uint32(raw.flags), Counting: Counting(raw.counting),
	}
}

func (o *BadgeRule) raw(texts *texts) *C.tally_badge_rule {
	if o == nil {
		return nil
	}
	raw := &C.tally_badge_rule{struct_size: C.sizeof_tally_badge_rule}
	raw.feeding = C.tally_feeding(o.Feeding)
	raw.flags = C.uint32_t(o.Flags)
	raw.counting = C.tally_counting(o.Counting)
	return raw
}

// Link is tally_link.
type Link struct {
	Path  string
	Under string
}

func readLink(raw *C.tally_link, text []byte) Link {
	return Link{
		Path: at(text, raw.path.offset, raw.path.length), Under: at(text, raw.under.offset, raw.under.length),
	}
}

// BadgeEntry is tally_badge_entry.
type BadgeEntry struct {
	Path  string
	Badge Badge
}

func readBadgeEntry(raw *C.tally_badge_entry, text []byte) BadgeEntry {
	return BadgeEntry{
		Path: at(text, raw.path.offset, raw.path.length), Badge: readBadge(&raw.badge, text),
	}
}

// Reason is tally_reason.
type Reason struct {
	// How much of the path's count comes from its own badge and its messages.
	Contributed uint64
	// The sum of its messages' counts; that of the message. A passive one counts 0.
	FedCount uint64
	// MuteNumber, MuteAll, SNOOZED: the number that this hides; 0: a dot, or none of them.
	KeptCount uint64
	// Its own count; 0: none.
	OwnCount uint32
	// Any of Reason…
	Flags ReasonFlags
	// MESSAGE: its key; otherwise 0.
	Message int64
	Path    string
	// MESSAGE: the server's identifier.
	ID string
	// The sum of the counts of its highlights that reach the path.
	Highlights uint64
	// LIGHTS: the greatest level with which it reaches the path; otherwise 0.
	Level Level
}

func readReason(raw *C.tally_reason, text []byte) Reason {
	return Reason{
		Contributed: uint64(raw.contributed), FedCount: uint64(raw.fed_count), KeptCount: uint64(raw.kept_count),
		OwnCount: uint32(raw.own_count), Flags: ReasonFlags(raw.flags), Message: int64(raw.message),
		Path: at(text, raw.path.offset, raw.path.length), ID: at(text, raw.id.offset, raw.id.length),
		Highlights: uint64(raw.highlights), Level: Level(raw.level),
	}
}

// Message is tally_message.
type Message struct {
	// Identifies it in this file.
	Key int64
	// The feed's identifier.
	Feed int64
	// The server's; zero: none.
	Time time.Time
	// Added to the number. 0: a dot.
	Count uint32
	// One of MessageState…
	State MessageState
	// The server's identifier.
	ID            string
	Path          string
	Kind          string
	Title         string
	Body          string
	Thread        string
	Category      string
	Argument      string
	ArgumentCount uint32
	// Bytes of its data: see [Account.MessageData]. 0: none.
	DataSize uint32
	// The URL that it opens. The library does not read it.
	Link string
	// The name of an icon.
	Icon     string
	Subtitle string
	// Its further paths, sorted by their bytes, with a line feed between two.
	Also string
	// One of Level…
	Level Level
	// When it becomes unseen again: see [Account.SnoozeMessage]. Zero: it is not snoozed.
	SnoozedUntil time.Time
}

func readMessage(raw *C.tally_message, text []byte) Message {
	return Message{
		Key: int64(raw.key), Feed: int64(raw.feed), Time: timeOf(raw.time), Count: uint32(raw.count),
		State: MessageState(raw.state), ID: at(text, raw.id.offset, raw.id.length),
		Path: at(text, raw.path.offset, raw.path.length), Kind: at(text, raw.kind.offset, raw.kind.length),
		Title: at(text, raw.title.offset, raw.title.length), Body: at(text, raw.body.offset, raw.body.length),
		Thread:   at(text, raw.thread.offset, raw.thread.length),
		Category: at(text, raw.category.offset, raw.category.length),
		Argument: at(text, raw.argument.offset, raw.argument.length), ArgumentCount: uint32(raw.argument_count),
		DataSize: uint32(raw.data_size), Link: at(text, raw.link.offset, raw.link.length),
		Icon:     at(text, raw.icon.offset, raw.icon.length),
		Subtitle: at(text, raw.subtitle.offset, raw.subtitle.length),
		Also:     at(text, raw.also.offset, raw.also.length), Level: Level(raw.level),
		SnoozedUntil: timeOf(raw.snoozed_until),
	}
}

// MessagePosition is tally_message_position.
type MessagePosition struct {
	// 0: there is no such message, and all members are 0.
	Key int64
	// The server's; zero: none.
	Time time.Time
	// The unread ones, or those that flags name, including this one.
	Matching uint64
	// All messages that [Account.Messages] lists before it.
	Newer uint64
	// All messages that [Account.Messages] lists after it.
	Older uint64
}

func readMessagePosition(raw *C.tally_message_position, text []byte) MessagePosition {
	return MessagePosition{
		Key: int64(raw.key), Time: timeOf(raw.time), Matching: uint64(raw.matching), Newer: uint64(raw.newer),
		Older: uint64(raw.older),
	}
}

// MessageCounts is tally_message_counts.
type MessageCounts struct {
	// All messages.
	Total uint64
	// Those that are not read.
	Unread uint64
	// Those that are not seen.
	Unseen uint64
}

func readMessageCounts(raw *C.tally_message_counts, text []byte) MessageCounts {
	return MessageCounts{
		Total: uint64(raw.total), Unread: uint64(raw.unread), Unseen: uint64(raw.unseen),
	}
}

// MessageOptions is tally_message_options. Members that are left out have their defaults.
type MessageOptions struct {
	// Any of Post…
	Flags MessageFlags
	// It orders messages. Zero: now.
	Time time.Time
	// Added to the number. 0: 1, or 0 with PostDot.
	Count         uint32
	ArgumentCount uint32
	// A name. Empty: a new one.
	ID string
	// The texts are UTF-8; empty: none.
	Title    string
	Body     string
	Kind     string
	Thread   string
	Category string
	Argument string
	// A URL, up to MaxLink bytes without control characters.
	Link string
	// A name.
	Icon     string
	Subtitle string
	// The host's own, such as JSON, up to MaxData bytes.
	Data string
	// Further paths where it counts, one per line, up to MaxAlso.
	Also string
	// One of Level…
	Level Level
}

func (o *MessageOptions) raw(texts *texts) *C.tally_message_options {
	if o == nil {
		return nil
	}
	raw := &C.tally_message_options{struct_size: C.sizeof_tally_message_options}
	raw.flags = C.uint32_t(o.Flags)
	raw.time = timestamp(o.Time)
	raw.count = C.uint32_t(o.Count)
	raw.argument_count = C.uint32_t(o.ArgumentCount)
	raw.id = texts.optional(o.ID)
	raw.title = texts.optional(o.Title)
	raw.body = texts.optional(o.Body)
	raw.kind = texts.optional(o.Kind)
	raw.thread = texts.optional(o.Thread)
	raw.category = texts.optional(o.Category)
	raw.argument = texts.optional(o.Argument)
	raw.link = texts.optional(o.Link)
	raw.icon = texts.optional(o.Icon)
	raw.subtitle = texts.optional(o.Subtitle)
	raw.data = texts.optional(o.Data)
	raw.also = texts.optional(o.Also)
	raw.level = C.tally_level(o.Level)
	return raw
}

// Event is tally_event.
type Event struct {
	// One of Event…
	Kind EventKind
	// The observer's, widget's or completion's; otherwise 0.
	Token uint64
	// The account's identifier, or 0.
	Account int64
	// The feed's identifier, or 0.
	Feed int64
	// EventReminder: the reminder's key; otherwise 0.
	Reminder int64
	// EventBadge, EventTotal, EventWidget, EventSynced, EventDrift: the number. EventReminder: occurrences that were
	// due.
	Count uint64
	// EventBadge, EventTotal, EventWidget, EventSynced: of the number's last change. EventReminder: its own.
	Revision uint64
	// EventBadge, EventTotal, EventWidget, EventSynced: KindNone, KindDot or KindNumber.
	BadgeKind BadgeKind
	// EventSynced, EventCompletion, EventAuth: [StatusOK], [StatusNotModified] or the error. Others: [StatusOK] or
	// [StatusResync].
	Result Status
	// The time that the server asked to wait; 0: none.
	RetryAfter time.Duration
	// EventSynced: when the feed is polled next; zero: not planned. EventReminder: when it was due.
	NextTime time.Time
	// EventSynced: new messages.
	Added uint32
	// EventSynced: changed messages.
	Changed uint32
	// EventSynced: removed messages.
	Removed uint32
	// EventSynced: items that could not be used.
	Rejected uint32
	// EventReminder: whether it was missed.
	Missed bool
	// EventMessages: all messages. EventDrift: what the server counts.
	Total uint64
	// EventMessages: those that are not read.
	Unread uint64
	// EventMessages: those that are not seen.
	Unseen uint64
	// EventSynced, EventCompletion, EventAuth: of the last response; 0: there was none.
	HTTPStatus int32
	// EventBadge, EventTotal: as of Badge.
	Level Level
	// EventBadge, EventTotal: as of Badge. EventDrift: the part of count that highlights have.
	Highlights uint64
	// EventDrift: the part of total that highlights have.
	TotalHighlights uint64
	// The path, the name or the words that it is about, by its kind.
	Text string
}

func readEvent(raw *C.tally_event, text []byte) Event {
	return Event{
		Kind: EventKind(raw.kind), Token: uint64(raw.token), Account: int64(raw.account), Feed: int64(raw.feed),
		Reminder: int64(raw.reminder), Count: uint64(raw.count), Revision: uint64(raw.revision),
		BadgeKind: BadgeKind(raw.badge_kind), Result: Status(raw.result), RetryAfter: durationOf(raw.retry_after),
		NextTime: timeOf(raw.next_time), Added: uint32(raw.added), Changed: uint32(raw.changed),
		Removed: uint32(raw.removed), Rejected: uint32(raw.rejected), Missed: raw.missed != 0,
		Total: uint64(raw.total), Unread: uint64(raw.unread), Unseen: uint64(raw.unseen),
		HTTPStatus: int32(raw.http_status), Level: Level(raw.level), Highlights: uint64(raw.highlights),
		TotalHighlights: uint64(raw.total_highlights), Text: string(text),
	}
}

// FeedOptions is tally_feed_options. Members that are left out have their defaults.
type FeedOptions struct {
	// Any of FeedOption…
	Flags FeedFlags
	// The first request begins within this: from time.Millisecond. 0: time.Second with PollingMessageCenter, off with
	// PollingUnreadCount. Negative: off.
	InitialDelay time.Duration
	// Between requests: from 100*time.Millisecond. 0: 10*time.Minute with PollingMessageCenter, off with
	// PollingUnreadCount. Negative: off.
	Interval time.Duration
	// While a page is seen: from 100*time.Millisecond. 0: off with PollingMessageCenter, time.Minute with
	// PollingUnreadCount. Negative: off.
	VisibleInterval time.Duration
	// For a whole request, from 100*time.Millisecond. 0: 5*time.Minute.
	RequestTimeout time.Duration
	// Without a byte, from 100*time.Millisecond. 0: time.Minute.
	IdleTimeout time.Duration
	// A page does not poll this soon after a good response: from time.Millisecond. 0: 3*time.Minute with
	// PollingMessageCenter, off with PollingUnreadCount. Negative: off.
	Tolerance time.Duration
	// A page that returns after this polls: from time.Millisecond. 0: 0 (each return) with PollingMessageCenter,
	// time.Minute with PollingUnreadCount. Negative: off.
	AwayTime time.Duration
	// Messages that are older by the server's time are removed, read or not. 0: no limit.
	MaxAge time.Duration
	// Beyond this number the oldest read messages are removed. 0: no limit.
	MaxMessages int64
	// Items a page, 1 to 10,000, sent as limit. 0: 200.
	PageLimit uint32
	// One of Polling…
	Polling Polling
	// http:, https: or file: (a regular file). Empty: nothing is polled; the host delivers pages.
	URL string
	// The path below which the feed's own paths are. Empty: root.
	Prefix string
	// A shipped mapping, for a server with another format: "github-notifications", "mastodon-v2", "ntfy",
	// "message-center" or "unread-count".
	MappingPreset string
	// A mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of MappingPreset. Empty,
	// both: the wire format.
	Mapping string
	// The title until the server sends one, UTF-8, up to 1,024 bytes. Empty: none.
	Title string
}

func (o *FeedOptions) raw(texts *texts) *C.tally_feed_options {
	if o == nil {
		return nil
	}
	raw := &C.tally_feed_options{struct_size: C.sizeof_tally_feed_options}
	raw.flags = C.uint32_t(o.Flags)
	raw.initial_delay = exactly(o.InitialDelay)
	raw.interval = exactly(o.Interval)
	raw.visible_interval = exactly(o.VisibleInterval)
	raw.request_timeout = exactly(o.RequestTimeout)
	raw.idle_timeout = exactly(o.IdleTimeout)
	raw.tolerance = exactly(o.Tolerance)
	raw.away_time = exactly(o.AwayTime)
	raw.max_age = exactly(o.MaxAge)
	raw.max_messages = C.int64_t(o.MaxMessages)
	raw.page_limit = C.uint32_t(o.PageLimit)
	raw.polling = C.tally_polling(o.Polling)
	raw.url = texts.optional(o.URL)
	raw.prefix = texts.optional(o.Prefix)
	raw.mapping_preset = texts.optional(o.MappingPreset)
	raw.mapping = texts.optional(o.Mapping)
	raw.title = texts.optional(o.Title)
	return raw
}

// FeedEntry is tally_feed_entry.
type FeedEntry struct {
	// Identifies the feed in events.
	ID int64
	// When the last good response arrived; zero: never.
	LastSuccess time.Time
	// Its rejected items: see [Account.Rejected].
	Rejected uint64
	// Its options, as of FeedOptions, or -1. All are 0 if they are not stored and it does not run.
	InitialDelay    time.Duration
	Interval        time.Duration
	VisibleInterval time.Duration
	RequestTimeout  time.Duration
	IdleTimeout     time.Duration
	Tolerance       time.Duration
	AwayTime        time.Duration
	MaxAge          time.Duration
	MaxMessages     int64
	PageLimit       uint32
	// Any of FeedOption…
	Options FeedFlags
	// Any of FeedEntry…
	Flags FeedEntryFlags
	Name  string
	// Empty: none, as of FeedLocal.
	URL string
	// Canonical.
	Prefix string
	// The last title that the server sent, or that of the options; empty: none.
	Title         string
	MappingPreset string
	Mapping       string
}

func readFeedEntry(raw *C.tally_feed_entry, text []byte) FeedEntry {
	return FeedEntry{
		ID: int64(raw.id), LastSuccess: timeOf(raw.last_success), Rejected: uint64(raw.rejected),
		InitialDelay: durationOf(raw.initial_delay), Interval: durationOf(raw.interval),
		VisibleInterval: durationOf(raw.visible_interval), RequestTimeout: durationOf(raw.request_timeout),
		IdleTimeout: durationOf(raw.idle_timeout), Tolerance: durationOf(raw.tolerance),
		AwayTime: durationOf(raw.away_time), MaxAge: durationOf(raw.max_age), MaxMessages: int64(raw.max_messages),
		PageLimit: uint32(raw.page_limit), Options: FeedFlags(raw.options), Flags: FeedEntryFlags(raw.flags),
		Name: at(text, raw.name.offset, raw.name.length), URL: at(text, raw.url.offset, raw.url.length),
		Prefix: at(text, raw.prefix.offset, raw.prefix.length), Title: at(text, raw.title.offset, raw.title.length),
		MappingPreset: at(text, raw.mapping_preset.offset, raw.mapping_preset.length),
		Mapping:       at(text, raw.mapping.offset, raw.mapping.length),
	}
}

// Rejected is tally_rejected.
type Rejected struct {
	// Rises in its feed. Begins again at 1 when the feed requests everything again.
	ID int64
	// When the response arrived.
	Time   time.Time
	Reason string
	// The item's JSON, of the response or the mapping's page; its first 65,536 bytes.
	Body string
}

func readRejected(raw *C.tally_rejected, text []byte) Rejected {
	return Rejected{
		ID: int64(raw.id), Time: timeOf(raw.time), Reason: at(text, raw.reason.offset, raw.reason.length),
		Body: at(text, raw.body.offset, raw.body.length),
	}
}

// Drift is tally_drift.
type Drift struct {
	// The sum that the feed's messages contribute at the path and below, mutes aside.
	Ours uint64
	// The number that its server counts there.
	Theirs uint64
	// The feed's identifier.
	Feed int64
	Path string
	// The part of ours that highlights have.
	OurHighlights uint64
	// That of theirs; as ours, if the server did not say.
	TheirHighlights uint64
}

func readDrift(raw *C.tally_drift, text []byte) Drift {
	return Drift{
		Ours: uint64(raw.ours), Theirs: uint64(raw.theirs), Feed: int64(raw.feed),
		Path: at(text, raw.path.offset, raw.path.length), OurHighlights: uint64(raw.our_highlights),
		TheirHighlights: uint64(raw.their_highlights),
	}
}

// PageInfo is tally_page_info.
type PageInfo struct {
	// Whether the user sees it for the first time since log-in. False also while logged out.
	First bool
	// The time since the user last saw it; negative: never, or it does not come into sight now.
	AwayTime time.Duration
	// Whether the call has begun a request.
	Requested bool
}

func readPageInfo(raw *C.tally_page_info, text []byte) PageInfo {
	return PageInfo{
		First: raw.first != 0, AwayTime: durationOf(raw.away_time), Requested: raw.requested != 0,
	}
}

// FeedState is tally_feed_state.
type FeedState struct {
	// The result of the last request. [StatusEmpty]: none yet in this run.
	Result Status
	// Identifies the feed in events.
	ID int64
	// The last good response, with news or not; zero: never. Kept across runs.
	LastSuccess time.Time
	// When it is polled next; zero: not planned.
	NextTime time.Time
	// In this run.
	Requests uint64
	// Requests with the response 304.
	NotModified uint64
	// Requests that failed.
	Failures uint64
	// Whether a request is in flight.
	InFlight       bool
	FailuresInARow uint32
	// The status of the last response; 0: there was none.
	HTTPStatus int32
	// The last one that the server sent, or that of the options.
	Title string
}

func readFeedState(raw *C.tally_feed_state, text []byte) FeedState {
	return FeedState{
		Result: Status(raw.result), ID: int64(raw.id), LastSuccess: timeOf(raw.last_success),
		NextTime: timeOf(raw.next_time), Requests: uint64(raw.requests), NotModified: uint64(raw.not_modified),
		Failures: uint64(raw.failures), InFlight: raw.in_flight != 0, FailuresInARow: uint32(raw.failures_in_a_row),
		HTTPStatus: int32(raw.http_status), Title: string(text),
	}
}

// Forms is tally_forms. Members that are left out have their defaults.
type Forms struct {
	// 0
	Flags uint32
	Zero  string
	One   string
	Two   string
	Few   string
	Many  string
	// Required.
	Other string
}

func (o *Forms) raw(texts *texts) *C.tally_forms {
	if o == nil {
		return nil
	}
	raw := &C.tally_forms{struct_size: C.sizeof_tally_forms}
	raw.flags = C.uint32_t(o.Flags)
	raw.zero = texts.optional(o.Zero)
	raw.one = texts.optional(o.One)
	raw.two = texts.optional(o.Two)
	raw.few = texts.optional(o.Few)
	raw.many = texts.optional(o.Many)
	raw.other = texts.optional(o.Other)
	return raw
}

// ImportReport is tally_import_report.
type ImportReport struct {
	// The number of imported things.
	Taken uint64
	// The number of skipped things.
	Skipped uint64
}

func readImportReport(raw *C.tally_import_report, text []byte) ImportReport {
	return ImportReport{
		Taken: uint64(raw.taken), Skipped: uint64(raw.skipped),
	}
}

// Group is tally_group.
type Group struct {
	// The key of the leading message.
	Newest int64
	// The key of the last one.
	Oldest int64
	// The sum of the argument counts of all its messages.
	Items uint64
	// Its messages.
	Notifications uint64
	// Its messages that arrived since [Account.GroupSeen].
	Fresh uint64
	// The leading message's, by the server; zero: none.
	Time time.Time
	// One of SummaryOrigin…
	Origin SummaryOrigin
	// "": messages without a thread; with BY_APP all.
	Thread string
	// The path of the leading message.
	Path string
	// The title of the leading message.
	Title string
	// Empty: none.
	Summary string
	// The language of the summary. "und": a source text of the account. Empty: no summary.
	Language string
}

func readGroup(raw *C.tally_group, text []byte) Group {
	return Group{
		Newest: int64(raw.newest), Oldest: int64(raw.oldest), Items: uint64(raw.items),
		Notifications: uint64(raw.notifications), Fresh: uint64(raw.fresh), Time: timeOf(raw.time),
		Origin: SummaryOrigin(raw.origin), Thread: at(text, raw.thread.offset, raw.thread.length),
		Path: at(text, raw.path.offset, raw.path.length), Title: at(text, raw.title.offset, raw.title.length),
		Summary:  at(text, raw.summary.offset, raw.summary.length),
		Language: at(text, raw.language.offset, raw.language.length),
	}
}

// OutboxEntry is tally_outbox_entry.
type OutboxEntry struct {
	// Identifies the row in this file, and orders the rows.
	ID int64
	// The feed's identifier.
	Feed int64
	// How often it was given out.
	Attempt int64
	// Not given out before; zero: immediately, or it has failed for good.
	NextTime time.Time
	// Zero: it is not leased.
	LeaseEnd time.Time
	// One of OutboxKind…
	Kind OutboxKind
	// OutboxStateWaiting …
	State OutboxState
	// Send it as Idempotency-Key.
	Key    string
	Entity string
	// JSON. Empty until it is first given out, and unchanged from then on.
	Body string
}

func readOutboxEntry(raw *C.tally_outbox_entry, text []byte) OutboxEntry {
	return OutboxEntry{
		ID: int64(raw.id), Feed: int64(raw.feed), Attempt: int64(raw.attempt), NextTime: timeOf(raw.next_time),
		LeaseEnd: timeOf(raw.lease_end), Kind: OutboxKind(raw.kind), State: OutboxState(raw.state),
		Key: at(text, raw.key.offset, raw.key.length), Entity: at(text, raw.entity.offset, raw.entity.length),
		Body: at(text, raw.body.offset, raw.body.length),
	}
}

// OutboxCounts is tally_outbox_counts.
type OutboxCounts struct {
	// All rows.
	Total uint64
	// The leased rows.
	Leased uint64
	// The rows that failed for good.
	Failed uint64
}

func readOutboxCounts(raw *C.tally_outbox_counts, text []byte) OutboxCounts {
	return OutboxCounts{
		Total: uint64(raw.total), Leased: uint64(raw.leased), Failed: uint64(raw.failed),
	}
}

// ReminderOptions is tally_reminder_options. Members that are nil are not set.
type ReminderOptions struct {
	// These are UTF-8.
	Title *string
	Body  *string
	// The path of its badge. Empty: none.
	Path *string
	// Empty: the device's.
	Zone *string
	// A day. Default: today, in its zone.
	Produced *int32
	// From 1. Required.
	ShelfLife *int32
	// UnitDay, UnitMonth or UnitYear. Required.
	ShelfUnit *Unit
	// Seconds since midnight, 0 to 86,399. Default 32,400, 09:00.
	TimeOfDay *int32
	// One of Smart…. Default SmartAutomatic.
	Smart *SmartMode
	// One of Unit…. Required unless it is smart.
	RepeatUnit *Unit
	// It fires every so many units, to 1,000,000. Default 1.
	RepeatEvery *int32
	// The last day on which it fires. Required unless it is smart.
	End *int32
	// The day from which repetitions count. Default: the day of entering.
	Start *int32
	// Unit…, counted from the day after the expiry or the end.
	OverdueUnit *Unit
	// It fires every so many of these units, to 1,000,000. Default 1.
	OverdueEvery *int32
	// How many times it fires then, to 1,000,000. Default: 0.
	OverdueLimit *int32
}

func (o *ReminderOptions) raw(texts *texts) *C.tally_reminder_options {
	if o == nil {
		return nil
	}
	raw := &C.tally_reminder_options{struct_size: C.sizeof_tally_reminder_options}
	if o.Title != nil {
		raw.fields |= C.uint32_t(ReminderFieldTitle)
		raw.title = texts.text(*o.Title)
	}
	if o.Body != nil {
		raw.fields |= C.uint32_t(ReminderFieldBody)
		raw.body = texts.text(*o.Body)
	}
	if o.Path != nil {
		raw.fields |= C.uint32_t(ReminderFieldPath)
		raw.path = texts.text(*o.Path)
	}
	if o.Zone != nil {
		raw.fields |= C.uint32_t(ReminderFieldZone)
		raw.zone = texts.text(*o.Zone)
	}
	if o.Produced != nil {
		raw.fields |= C.uint32_t(ReminderFieldProduced)
		raw.produced = C.int32_t(*o.Produced)
	}
	if o.ShelfLife != nil {
		raw.fields |= C.uint32_t(ReminderFieldShelfLife)
		raw.shelf_life = C.int32_t(*o.ShelfLife)
	}
	if o.ShelfUnit != nil {
		raw.fields |= C.uint32_t(ReminderFieldShelfLife)
		raw.shelf_unit = C.tally_unit(*o.ShelfUnit)
	}
	if o.TimeOfDay != nil {
		raw.fields |= C.uint32_t(ReminderFieldTimeOfDay)
		raw.time_of_day = C.int32_t(*o.TimeOfDay)
	}
	if o.Smart != nil {
		raw.fields |= C.uint32_t(ReminderFieldSmart)
		raw.smart = C.tally_smart(*o.Smart)
	}
	if o.RepeatUnit != nil {
		raw.fields |= C.uint32_t(ReminderFieldRepeat)
		raw.repeat_unit = C.tally_unit(*o.RepeatUnit)
	}
	if o.RepeatEvery != nil {
		raw.fields |= C.uint32_t(ReminderFieldRepeat)
		raw.repeat_every = C.int32_t(*o.RepeatEvery)
	}
	if o.End != nil {
		raw.fields |= C.uint32_t(ReminderFieldEnd)
		raw.end = C.int32_t(*o.End)
	}
	if o.Start != nil {
		raw.fields |= C.uint32_t(ReminderFieldStart)
		raw.start = C.int32_t(*o.Start)
	}
	if o.OverdueUnit != nil {
		raw.fields |= C.uint32_t(ReminderFieldOverdue)
		raw.overdue_unit = C.tally_unit(*o.OverdueUnit)
	}
	if o.OverdueEvery != nil {
		raw.fields |= C.uint32_t(ReminderFieldOverdue)
		raw.overdue_every = C.int32_t(*o.OverdueEvery)
	}
	if o.OverdueLimit != nil {
		raw.fields |= C.uint32_t(ReminderFieldOverdue)
		raw.overdue_limit = C.int32_t(*o.OverdueLimit)
	}
	return raw
}

// Reminder is tally_reminder.
type Reminder struct {
	// Identifies it in this file. It is reminder of its events.
	Key int64
	// When it fires next; zero: never.
	NextTime time.Time
	// When it fired, if not acknowledged; zero: it has not.
	DueTime time.Time
	// When its last good day ends; zero: its zone is not available.
	Expires time.Time
	// When the reminder was last changed.
	Stamp time.Time
	// One more with each edit, done and undone.
	Revision uint32
	// One of ReminderState…
	State ReminderState
	// The last good day.
	Expiry int32
	// The days from production to expiry.
	Span int32
	// The days that are left; negative: it has expired.
	DaysLeft int32
	IsSmart  bool
	// The members from here on are as they were given.
	Produced     int32
	ShelfLife    int32
	ShelfUnit    Unit
	TimeOfDay    int32
	Entered      int32
	Smart        SmartMode
	RepeatUnit   Unit
	RepeatEvery  int32
	Start        int32
	End          int32
	OverdueUnit  Unit
	OverdueEvery int32
	OverdueLimit int32
	ID           string
	Title        string
	Body         string
	Path         string
	Zone         string
}

func readReminder(raw *C.tally_reminder, text []byte) Reminder {
	return Reminder{
		Key: int64(raw.key), NextTime: timeOf(raw.next_time), DueTime: timeOf(raw.due_time),
		Expires: timeOf(raw.expires), Stamp: timeOf(raw.stamp), Revision: uint32(raw.revision),
		State: ReminderState(raw.state), Expiry: int32(raw.expiry), Span: int32(raw.span),
		DaysLeft: int32(raw.days_left), IsSmart: raw.is_smart != 0, Produced: int32(raw.produced),
		ShelfLife: int32(raw.shelf_life), ShelfUnit: Unit(raw.shelf_unit), TimeOfDay: int32(raw.time_of_day),
		Entered: int32(raw.entered), Smart: SmartMode(raw.smart), RepeatUnit: Unit(raw.repeat_unit),
		RepeatEvery: int32(raw.repeat_every), Start: int32(raw.start), End: int32(raw.end),
		OverdueUnit: Unit(raw.overdue_unit), OverdueEvery: int32(raw.overdue_every),
		OverdueLimit: int32(raw.overdue_limit), ID: at(text, raw.id.offset, raw.id.length),
		Title: at(text, raw.title.offset, raw.title.length), Body: at(text, raw.body.offset, raw.body.length),
		Path: at(text, raw.path.offset, raw.path.length), Zone: at(text, raw.zone.offset, raw.zone.length),
	}
}

// PlanOptions is tally_plan_options. Members that are left out have their defaults.
type PlanOptions struct {
	// PlanFlagFromScratch or 0
	Flags PlanFlags
	// Notifications that the system accepts, to 4,096. 0: 64.
	Limit uint32
	// How many of them the host needs for other things.
	Reserve uint32
}

func (o *PlanOptions) raw(texts *texts) *C.tally_plan_options {
	if o == nil {
		return nil
	}
	raw := &C.tally_plan_options{struct_size: C.sizeof_tally_plan_options}
	raw.flags = C.uint32_t(o.Flags)
	raw.limit = C.uint32_t(o.Limit)
	raw.reserve = C.uint32_t(o.Reserve)
	return raw
}

// PlanEntry is tally_plan_entry.
type PlanEntry struct {
	// From 1, the same on every machine: docs/plan-identifiers.md.
	ID int64
	// When it fires, or would have.
	Time time.Time
	// Which occurrence of the reminder it is.
	Occurrence int64
	// The reminder's.
	Revision uint32
	// PlanActionDisarm or PlanActionArm.
	Action PlanAction
	// Its identifier. PlanActionDisarm: empty if the reminder was removed.
	Reminder string
	// These: PlanActionArm only.
	Title string
	Body  string
	Path  string
}

func readPlanEntry(raw *C.tally_plan_entry, text []byte) PlanEntry {
	return PlanEntry{
		ID: int64(raw.id), Time: timeOf(raw.time), Occurrence: int64(raw.occurrence),
		Revision: uint32(raw.revision), Action: PlanAction(raw.action),
		Reminder: at(text, raw.reminder.offset, raw.reminder.length),
		Title:    at(text, raw.title.offset, raw.title.length), Body: at(text, raw.body.offset, raw.body.length),
		Path: at(text, raw.path.offset, raw.path.length),
	}
}

// PlanSummary is tally_plan.
type PlanSummary struct {
	// Entries in the plan.
	Planned uint32
	// Occurrences that did not fit.
	LeftOut uint64
	// Everything before it is in the plan; zero: everything is.
	Reach time.Time
	// For [Account.ConfirmPlan]; never 0.
	Token uint64
}

func readPlanSummary(raw *C.tally_plan, text []byte) PlanSummary {
	return PlanSummary{
		Planned: uint32(raw.planned), LeftOut: uint64(raw.left_out), Reach: timeOf(raw.reach),
		Token: uint64(raw.token),
	}
}

// ReminderNote is tally_reminder_note.
type ReminderNote struct {
	// From 1 in each account, in order.
	ID int64
	// When it was written.
	Time time.Time
	// When its occurrence fires; zero: it is about none.
	OccurrenceTime time.Time
	Revision       uint32
	// One of Note…
	Kind NoteKind
	// Its identifier; empty: all of the account's.
	Reminder string
}

func readReminderNote(raw *C.tally_reminder_note, text []byte) ReminderNote {
	return ReminderNote{
		ID: int64(raw.id), Time: timeOf(raw.time), OccurrenceTime: timeOf(raw.occurrence_time),
		Revision: uint32(raw.revision), Kind: NoteKind(raw.kind),
		Reminder: at(text, raw.reminder.offset, raw.reminder.length),
	}
}

// SkippedEntry is tally_skipped_entry.
type SkippedEntry struct {
	// The line where the entry, or the property that cannot be used, begins. From 1.
	Line int64
	// Its UID; empty if it has none, or was not read as far as that.
	UID string
	// Why, in English.
	Reason string
}

func readSkippedEntry(raw *C.tally_skipped_entry, text []byte) SkippedEntry {
	return SkippedEntry{
		Line: int64(raw.line), UID: at(text, raw.uid.offset, raw.uid.length),
		Reason: at(text, raw.reason.offset, raw.reason.length),
	}
}

// SnapshotEntry is tally_snapshot_entry.
type SnapshotEntry struct {
	// Relative to the top of the snapshot; empty: the top itself.
	Path string
	// Its own count; 0 for a dot or nothing.
	Count uint64
	// When its badge ends; zero: it does not.
	Until time.Time
	// When its mute ends; zero: it does not.
	MuteUntil time.Time
	// KindNone, KindDot or KindNumber
	Kind BadgeKind
	// One of Mute…
	Mute MuteMode
	// When its snooze ends; zero: it is not snoozed.
	SnoozedUntil time.Time
}

func readSnapshotEntry(raw *C.tally_snapshot_entry, text []byte) SnapshotEntry {
	return SnapshotEntry{
		Path: at(text, raw.path.offset, raw.path.length), Count: uint64(raw.count), Until: timeOf(raw.until),
		MuteUntil: timeOf(raw.mute_until), Kind: BadgeKind(raw.kind), Mute: MuteMode(raw.mute),
		SnoozedUntil: timeOf(raw.snoozed_until),
	}
}

// PatchEntry is tally_patch_entry.
type PatchEntry struct {
	// Relative to the top of the patch; empty: the top itself.
	Path            string
	BeforeCount     uint64
	BeforeUntil     time.Time
	BeforeMuteUntil time.Time
	// KindNone, KindDot or KindNumber
	BeforeKind BadgeKind
	// One of Mute…
	BeforeMute     MuteMode
	AfterCount     uint64
	AfterUntil     time.Time
	AfterMuteUntil time.Time
	// KindNone, KindDot or KindNumber
	AfterKind BadgeKind
	// One of Mute…
	AfterMute          MuteMode
	BeforeSnoozedUntil time.Time
	AfterSnoozedUntil  time.Time
}

func readPatchEntry(raw *C.tally_patch_entry, text []byte) PatchEntry {
	return PatchEntry{
		Path: at(text, raw.path.offset, raw.path.length), BeforeCount: uint64(raw.before_count),
		BeforeUntil: timeOf(raw.before_until), BeforeMuteUntil: timeOf(raw.before_mute_until),
		BeforeKind: BadgeKind(raw.before_kind), BeforeMute: MuteMode(raw.before_mute),
		AfterCount: uint64(raw.after_count), AfterUntil: timeOf(raw.after_until),
		AfterMuteUntil: timeOf(raw.after_mute_until), AfterKind: BadgeKind(raw.after_kind),
		AfterMute: MuteMode(raw.after_mute), BeforeSnoozedUntil: timeOf(raw.before_snoozed_until),
		AfterSnoozedUntil: timeOf(raw.after_snoozed_until),
	}
}

// BatchOptions is tally_batch_options. Members that are left out have their defaults.
type BatchOptions struct {
	// Any of Batch…
	Flags BatchFlags
	// The epoch of the source's owner. A new owner has a greater one, up to 2^62. 0: no source.
	Epoch uint64
	// The batch's offset in the source; rises, perhaps with gaps, up to 2^62. 0: no source.
	Position uint64
	// A name: the log that the batch comes from. Empty: none.
	Source string
	// A name of the batch itself. Empty: none.
	ID string
}

func (o *BatchOptions) raw(texts *texts) *C.tally_batch_options {
	if o == nil {
		return nil
	}
	raw := &C.tally_batch_options{struct_size: C.sizeof_tally_batch_options, operation_size: C.sizeof_tally_operation}
	raw.flags = C.uint32_t(o.Flags)
	raw.epoch = C.uint64_t(o.Epoch)
	raw.position = C.uint64_t(o.Position)
	raw.source = texts.optional(o.Source)
	raw.id = texts.optional(o.ID)
	return raw
}

// Position is tally_position.
type Position struct {
	// As in BatchOptions.
	Epoch uint64
	// The position of the last batch.
	Position uint64
	// The time of the last item of [Engine.Batch]. Zero: there is none.
	Time time.Time
}

func readPosition(raw *C.tally_position, text []byte) Position {
	return Position{
		Epoch: uint64(raw.epoch), Position: uint64(raw.position), Time: timeOf(raw.time),
	}
}

// Style is tally_style.
type Style struct {
	// StyleField… of members that are given although they are zero. Those that are not zero are given anyway.
	Fields uint32
	// Points: finite, 0 or more. Default 3.
	DotRadius float32
	// From the top right corner of the view that has the badge to the badge's center,
	OffsetX float32
	// to the right and down, in points: finite. Default 0, 0.
	OffsetY float32
	// Points: finite, above 0. Default 9.
	FontSize float32
	// 1 to 1,000. Default FontWeightBold.
	FontWeight int32
	// Default 0xFFFFFFFF, white.
	TextColor uint32
	// The color of the dot, and behind the number. Default 0xFF0000FF, red.
	BackgroundColor uint32
	// Overflow… Default OverflowPlus.
	Overflow OverflowStyle
	// The largest number to write out: from 1; 2^64 - 1: all. Default 99.
	MaxCount uint64
	// The host's name for an icon, a name: "new", "hot". Default: none. Not inherited.
	Icon string
	// The background of a badge whose level is HIGHLIGHT or above. Default: the same.
	HighlightColor uint32
}

func readStyle(raw *C.tally_style, text []byte) Style {
	return Style{
		Fields: uint32(raw.fields), DotRadius: float32(raw.dot_radius), OffsetX: float32(raw.offset_x),
		OffsetY: float32(raw.offset_y), FontSize: float32(raw.font_size), FontWeight: int32(raw.font_weight),
		TextColor: uint32(raw.text_color), BackgroundColor: uint32(raw.background_color),
		Overflow: OverflowStyle(raw.overflow), MaxCount: uint64(raw.max_count), Icon: string(text),
		HighlightColor: uint32(raw.highlight_color),
	}
}

func (o *Style) raw(texts *texts) *C.tally_style {
	if o == nil {
		return nil
	}
	raw := &C.tally_style{struct_size: C.sizeof_tally_style}
	raw.fields = C.uint32_t(o.Fields)
	raw.dot_radius = C.float(o.DotRadius)
	raw.offset_x = C.float(o.OffsetX)
	raw.offset_y = C.float(o.OffsetY)
	raw.font_size = C.float(o.FontSize)
	raw.font_weight = C.int32_t(o.FontWeight)
	raw.text_color = C.uint32_t(o.TextColor)
	raw.background_color = C.uint32_t(o.BackgroundColor)
	raw.overflow = C.tally_overflow(o.Overflow)
	raw.max_count = C.uint64_t(o.MaxCount)
	raw.icon = texts.optional(o.Icon)
	raw.highlight_color = C.uint32_t(o.HighlightColor)
	if o.DotRadius != 0 {
		raw.fields |= StyleFieldDotRadius
	}
	if o.OffsetX != 0 {
		raw.fields |= StyleFieldOffset
	}
	if o.OffsetY != 0 {
		raw.fields |= StyleFieldOffset
	}
	if o.FontSize != 0 {
		raw.fields |= StyleFieldFontSize
	}
	if o.FontWeight != 0 {
		raw.fields |= StyleFieldFontWeight
	}
	if o.TextColor != 0 {
		raw.fields |= StyleFieldTextColor
	}
	if o.BackgroundColor != 0 {
		raw.fields |= StyleFieldBackgroundColor
	}
	if o.Overflow != 0 {
		raw.fields |= StyleFieldOverflow
	}
	if o.MaxCount != 0 {
		raw.fields |= StyleFieldMaxCount
	}
	if o.Icon != "" {
		raw.fields |= StyleFieldIcon
	}
	if o.HighlightColor != 0 {
		raw.fields |= StyleFieldHighlightColor
	}
	return raw
}

// Presentation is tally_presentation.
type Presentation struct {
	// One of Kind…. text: KindIcon, its name; KindNumber, "7" or "99+"; otherwise empty.
	Kind BadgeKind
	// KindNumber: the number, not capped; otherwise 0.
	Count           uint64
	DotRadius       float32
	OffsetX         float32
	OffsetY         float32
	FontSize        float32
	FontWeight      int32
	TextColor       uint32
	BackgroundColor uint32
	Overflow        OverflowStyle
	MaxCount        uint64
	// 1: its level is HIGHLIGHT or above, and BackgroundColor is the style's HighlightColor.
	Highlighted int32
	// The number, capped, or the icon's name.
	Text string
}

func readPresentation(raw *C.tally_presentation, text []byte) Presentation {
	return Presentation{
		Kind: BadgeKind(raw.kind), Count: uint64(raw.count), DotRadius: float32(raw.dot_radius),
		OffsetX: float32(raw.offset_x), OffsetY: float32(raw.offset_y), FontSize: float32(raw.font_size),
		FontWeight: int32(raw.font_weight), TextColor: uint32(raw.text_color),
		BackgroundColor: uint32(raw.background_color), Overflow: OverflowStyle(raw.overflow),
		MaxCount: uint64(raw.max_count), Highlighted: int32(raw.highlighted), Text: string(text),
	}
}

// ItemsOptions is tally_engine_batch_options. Members that are left out have their defaults.
type ItemsOptions struct {
	// 0
	Flags uint32
	// For accounts that the batch creates.
	Aggregation Aggregation
	// The same.
	Feeding Feeding
	// As in BatchOptions.
	Epoch uint64
	// The place of the last item in the log, rising with each batch. Without a source: 0.
	Position uint64
	// The log: 1 to 255 bytes, as an account's name. Empty: none.
	Source string
}

func (o *ItemsOptions) raw(texts *texts) *C.tally_engine_batch_options {
	if o == nil {
		return nil
	}
	raw := &C.tally_engine_batch_options{struct_size: C.sizeof_tally_engine_batch_options, item_size: C.sizeof_tally_item, operation_size: C.sizeof_tally_operation}
	raw.flags = C.uint32_t(o.Flags)
	raw.aggregation = C.tally_aggregation(o.Aggregation)
	raw.feeding = C.tally_feeding(o.Feeding)
	raw.epoch = C.uint64_t(o.Epoch)
	raw.position = C.uint64_t(o.Position)
	raw.source = texts.optional(o.Source)
	return raw
}
