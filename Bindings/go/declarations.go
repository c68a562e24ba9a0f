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
	// BadgeFlags: what makes a path show a badge, and what is muted.
	BadgeFlags uint32
	// ListFlags: which nodes are listed.
	ListFlags uint32
	// ReasonFlags: what a reason contributes, and how.
	ReasonFlags uint32
	// ApplyFlags: how a patch is applied.
	ApplyFlags uint32
	// ObserveFlags: what an observer is notified of.
	ObserveFlags uint32
	// FeedFlags: how a feed is polled.
	FeedFlags uint32
	// FeedEntryFlags: what a stored feed is.
	FeedEntryFlags uint32
	// RequestFlags: how a request is sent.
	RequestFlags uint32
	// MessagesFlags: which messages are meant.
	MessagesFlags uint32
	// MessageFlags: what a message shows.
	MessageFlags uint32
	// GroupsFlags: how groups are summarised.
	GroupsFlags uint32
	// ReminderFields: what is given of a reminder.
	ReminderFields uint32
	// PlanFlags: how notifications are planned.
	PlanFlags uint32
)

// Flags of tally.h.
const (
	// No thread of the library's own: the host calls tally_engine_step.
	EngineHostDriven EngineFlags = 1
	// A damaged file is set aside, and a new one begun: see tally_engine_open.
	EngineSetAside EngineFlags = 2
	// The file is written anew: see tally_engine_open.
	EngineVacuum EngineFlags = 4

	// A file of that name is replaced.
	BackupReplace BackupFlags = 1

	// An account that is not stored is not created: NOT_FOUND.
	AccountExisting AccountFlags = 1

	// It owns a count.
	BadgeManualCount BadgeFlags = 1
	// It owns a dot.
	BadgeManualDot BadgeFlags = 2
	// Messages feed it.
	BadgeFed BadgeFlags = 4
	// A child contributes a badge.
	BadgeChildren   BadgeFlags = 8
	BadgeMuteNumber BadgeFlags = 16
	BadgeMuteAll    BadgeFlags = 32

	// The nodes directly below.
	ListChildren ListFlags = 0
	// The node itself and all below it.
	ListSubtree ListFlags = 1

	// It owns a count.
	ReasonManualCount ReasonFlags = 1
	// It owns a dot.
	ReasonManualDot ReasonFlags = 2
	// Messages feed it.
	ReasonFed ReasonFlags = 4
	// CHILDREN: the count that it owns adds nothing, because its children, or what feeds it, have a number.
	ReasonOverridden ReasonFlags = 8
	// Its mute keeps the number that it shows from the path.
	ReasonMuteNumber ReasonFlags = 16
	// Its mute keeps all that it shows from the path.
	ReasonMuteAll ReasonFlags = 32
	// What it owns, or what feeds it, reaches the path, which shows a badge.
	ReasonLights ReasonFlags = 64
	// A mute, its own or of a node between it and the path, keeps what it owns and what feeds it from the path: all of
	// it, or, with LIGHTS, the number.
	ReasonHeldBack ReasonFlags = 128
	// It is one of the messages that feed the path.
	ReasonMessage ReasonFlags = 256

	// Writes what is after, whatever is there.
	ApplyOverwrite ApplyFlags = 1

	// The path and everything below it.
	ObserveSubtree ObserveFlags = 1
	// Told once at registration, with the current state of the path.
	ObserveInitial ObserveFlags = 2

	// No timer asks while the application is in the background.
	FeedStopsInBackground FeedFlags = 1

	// It was added in this run.
	FeedAdded FeedEntryFlags = 1

	// It carries a credential: follow redirects only within the same origin.
	RequestCredential RequestFlags = 1

	// At the path and everywhere below it; else at exactly the path.
	MessagesSubtree MessagesFlags = 1
	// Lists and reads only those not read.
	MessagesUnread MessagesFlags = 2

	// It feeds a dot.
	MessageDot MessageFlags = 1

	// Previews are hidden.
	GroupsHidden GroupsFlags = 1

	ReminderTitle    ReminderFields = 1
	ReminderBody     ReminderFields = 2
	ReminderPath     ReminderFields = 4
	ReminderZone     ReminderFields = 8
	ReminderProduced ReminderFields = 16
	// shelf_life and shelf_unit
	ReminderShelfLife ReminderFields = 32
	ReminderTime      ReminderFields = 64
	ReminderSmart     ReminderFields = 128
	// repeat_unit and repeat_every
	ReminderRepeat ReminderFields = 256
	ReminderStart  ReminderFields = 512
	ReminderEnd    ReminderFields = 1024
	// overdue_unit, overdue_every and overdue_limit
	ReminderOverdue ReminderFields = 2048

	// The host's system has nothing armed, whatever was told before: all of the plan is told.
	PlanAnew PlanFlags = 1
)

// Constants of tally.h.
const (
	VersionMajor = 0
	VersionMinor = 1
	VersionPatch = 0
	Version      = "0.1.0"
	// As tally_version.
	VersionNumber   = 1000
	DurabilityGroup = 0
	DurabilityFull  = 1
	LogError        = 1
	LogWarning      = 2
	LogInfo         = 3
	// As stored; CHILDREN for a new account.
	AggregationDefault  = 0
	AggregationChildren = 1
	AggregationSum      = 2
	// As stored; UNSEEN for a new account.
	FeedingDefault = 0
	FeedingUnseen  = 1
	FeedingUnread  = 2
	MaxCount       = 4294967295
	Forever        = 0
	// What it shows.
	MuteNone = 0
	// A dot at most.
	MuteNumber = 1
	// Nothing.
	MuteAll = 2
	// Nothing; so it is false in a condition.
	KindNone = 0
	// A badge without a number.
	KindDot = 1
	// An icon: only in a presentation.
	KindIcon = 2
	// A badge with a number.
	KindNumber = 3
	// value: the count
	OpSet = 1
	OpDot = 2
	// value: the delta
	OpAdd       = 3
	OpClear     = 4
	OpClearTree = 5
	// value: TALLY_MUTE_…
	OpMute = 6
	OpGet  = 7
	// max_count and a plus: "99+".
	OverflowPlus = 0
	// An ellipsis alone, U+2026.
	OverflowEllipsis  = 1
	FontWeightRegular = 400
	FontWeightBold    = 700
	StyleDotRadius    = 1
	// offset_x and offset_y
	StyleOffset          = 2
	StyleFontSize        = 4
	StyleFontWeight      = 8
	StyleTextColor       = 16
	StyleBackgroundColor = 32
	StyleMaxCount        = 64
	StyleOverflow        = 128
	StyleIcon            = 256
	// What a path shows changed. text: the path.
	EventBadge = 1
	// The total over the accounts changed.
	EventTotal = 2
	// A feed's request ended. text: the title, or what went wrong.
	EventSynced = 3
	// A forced refresh ended; exactly one for each. text: what went wrong.
	EventCompletion = 4
	// A server refused the credential: log in again. text: what went wrong.
	EventAuth = 5
	// A widget was drawn. text: its path.
	EventWidget = 6
	// Messages changed. text: the path that is observed.
	EventMessages = 7
	// A group changed. text: its thread.
	EventGroup = 8
	// A reminder has fired. text: its identifier.
	EventReminder = 9
	// Polls, and asks when the user comes back.
	PresetMessageCentre = 0
	// Asks while, and because, the user sees a page; else not.
	PresetUnreadCount = 1
	FeedMaxPages      = 8
	// Send this, and answer with tally_transport_answer, once.
	RequestSend = 1
	// Nobody waits for the answer any more: no answer is needed, and none is taken.
	RequestCancel = 2
	MessageUnseen = 0
	MessageSeen   = 1
	MessageRead   = 2
	FeedLocal     = "tally:local"
	// As stored; AUTOMATIC for a new account.
	GroupingDefault = 0
	// By their threads.
	GroupingAutomatic = 1
	// All of an account together, as the group of the thread "".
	GroupingByApp = 2
	// Each message is listed by itself.
	GroupingOff = 3
	// .xcstrings: JSON, with all languages.
	StringsCatalog = 1
	// .stringsdict: a property list (XML), of one language.
	StringsDictionary = 2
	// There is none: the leading message is all there is.
	SummaryNone = 0
	// The formats of categories.
	SummaryCategory = 1
	// The built-in words.
	SummaryDefault = 2
	// A message: entity is the server's identifier.
	OutboxMessage = 1
	// A path and all below it, up to a sequence: entity is the path.
	OutboxMark = 2
	// A reminder, as it is now: entity is its identifier.
	OutboxReminder = 3
	OutboxWaiting  = 0
	// Until lease_end, or somebody says what became of it.
	OutboxLeased = 1
	// For good.
	OutboxFailed  = 2
	FeedReminders = "tally:reminders"
	UnitMinute    = 1
	UnitHour      = 2
	UnitDay       = 3
	UnitWeek      = 4
	UnitMonth     = 5
	UnitQuarter   = 6
	UnitYear      = 7
	// By how long it keeps, decided anew with each edit.
	SmartAutomatic = 1
	SmartOn        = 2
	SmartOff       = 3
	ReminderActive = 1
	ReminderDone   = 2
	// Active, and its last good day is over in its zone.
	ReminderExpired = 3
	PlanDisarm      = 1
	PlanArm         = 2
	NoteCreated     = 1
	NoteEdited      = 2
	// When it fires next.
	NotePlanned      = 3
	NoteArmed        = 4
	NoteFired        = 5
	NoteMissed       = 6
	NoteSnoozed      = 7
	NoteAcknowledged = 8
	// It was disarmed.
	NoteCancelled = 9
	// The account was logged out,
	NoteSuspended = 10
	// and in again.
	NoteResumed      = 11
	NoteUploaded     = 12
	NoteUploadFailed = 13
	NoteDone         = 14
	NoteUndone       = 15
	NoteRemoved      = 16
)

// What a call answers.
const (
	StatusOK             Status = 0
	StatusHeld           Status = 1
	StatusMore           Status = 2
	StatusResync         Status = 3
	StatusAlreadyApplied Status = 4
	StatusNotModified    Status = 5
	StatusEmpty          Status = 6
	StatusSetAside       Status = 7
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
	// NULL, an unknown flag or a value that has no meaning.
	ErrArgument = &Error{Status: StatusArgument}
	// There was not enough memory.
	ErrNoMemory = &Error{Status: StatusNoMemory}
	// Not a well-formed path, or too deep or too long.
	ErrPath = &Error{Status: StatusPath}
	// A number is out of its range.
	ErrRange = &Error{Status: StatusRange}
	// A limit set when opening would be exceeded.
	ErrLimit = &Error{Status: StatusLimit}
	// There is no such account, feed, message or observer.
	ErrNotFound = &Error{Status: StatusNotFound}
	// It exists already.
	ErrExists = &Error{Status: StatusExists}
	// It contradicts what is stored.
	ErrConflict = &Error{Status: StatusConflict}
	// The caller's buffer does not suffice; the size needed was told.
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
	// This operation was fine, but another one refused the batch.
	ErrNotApplied = &Error{Status: StatusNotApplied}
	// Bytes that are no snapshot, patch or mapping, or are damaged.
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
	// The batch comes from a former owner.
	ErrStaleEpoch = &Error{Status: StatusStaleEpoch}
	// Not a well-formed URL, or a scheme that is not supported.
	ErrURL = &Error{Status: StatusURL}
	// The server could not be reached, or the connection broke.
	ErrNetwork = &Error{Status: StatusNetwork}
	// A deadline passed.
	ErrTimeout = &Error{Status: StatusTimeout}
	// The server's certificate or the handshake was refused.
	ErrTLS = &Error{Status: StatusTLS}
	// The answer is not of the expected form; all of it was refused.
	ErrProtocol = &Error{Status: StatusProtocol}
	// The answer exceeds the limit; all of it was refused.
	ErrTooLarge = &Error{Status: StatusTooLarge}
	// The server answered with an error.
	ErrServer = &Error{Status: StatusServer}
	// The server refused the credential.
	ErrUnauthorized = &Error{Status: StatusUnauthorized}
	// The server asked to wait.
	ErrRateLimited = &Error{Status: StatusRateLimited}
	// The account is not logged in.
	ErrLoggedOut = &Error{Status: StatusLoggedOut}
	// It was cancelled, or its feed was removed.
	ErrCancelled = &Error{Status: StatusCancelled}
)

// Recovery is tally_recovery.
type Recovery struct {
	// 0
	Flags uint32
	// Of the damaged file.
	Pages uint64
	// Those of them that are cut off, cannot be read, or have a wrong checksum.
	DamagedPages uint64
	// Saved from damaged pages: well-formed, but they may not be what was stored.
	DoubtfulRows  uint64
	AccountsSaved uint64
	// Their badges and messages were saved: under the name, where that was found, or "recovered-" and a number, with
	// the default aggregation and feeding.
	AccountsLost uint64
	// Rows: badges that nodes own, and mutes.
	BadgesSaved uint64
	BadgesLost  uint64
	FeedsSaved  uint64
	// Their messages were saved, in a feed named "recovered-" and a number.
	FeedsLost     uint64
	MessagesSaved uint64
	MessagesLost  uint64
	// All other rows: reminders, read marks, pending actions, how groups are worded.
	OthersSaved uint64
	// Includes rows that belong to a missing account or feed.
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

// Limits is tally_limits.
type Limits struct {
	MaxDepth            uint32
	MaxPathBytes        uint32
	MaxNodes            uint32
	MaxAccounts         uint32
	MaxFeeds            uint32
	MaxObservers        uint32
	MaxResponseBytes    uint32
	MaxLoadedAccounts   uint32
	MaxBatchIDs         uint32
	MaxFlights          uint32
	MaxFlightsPerOrigin uint32
	MaxForgotten        uint32
	MaxMarks            uint32
	MaxFailedRows       uint32
	MaxRejected         uint32
	MaxReminderLog      uint32
	MaxCachedGroups     uint32
	MaxEvents           uint32
	MaxCompletions      uint32
	// Milliseconds.
	BatchIDTime time.Duration
}

func readLimits(raw *C.tally_limits, text []byte) Limits {
	return Limits{
		MaxDepth: uint32(raw.max_depth), MaxPathBytes: uint32(raw.max_path_bytes), MaxNodes: uint32(raw.max_nodes),
		MaxAccounts: uint32(raw.max_accounts), MaxFeeds: uint32(raw.max_feeds),
		MaxObservers: uint32(raw.max_observers), MaxResponseBytes: uint32(raw.max_response_bytes),
		MaxLoadedAccounts: uint32(raw.max_loaded_accounts), MaxBatchIDs: uint32(raw.max_batch_ids),
		MaxFlights: uint32(raw.max_flights), MaxFlightsPerOrigin: uint32(raw.max_flights_per_origin),
		MaxForgotten: uint32(raw.max_forgotten), MaxMarks: uint32(raw.max_marks),
		MaxFailedRows: uint32(raw.max_failed_rows), MaxRejected: uint32(raw.max_rejected),
		MaxReminderLog: uint32(raw.max_reminder_log), MaxCachedGroups: uint32(raw.max_cached_groups),
		MaxEvents: uint32(raw.max_events), MaxCompletions: uint32(raw.max_completions),
		BatchIDTime: durationOf(raw.batch_id_time),
	}
}

// Stats is tally_stats.
type Stats struct {
	// That are open.
	Accounts uint32
	// Of these, in memory.
	LoadedAccounts uint32
	// Of these accounts, that were added in this run.
	Feeds uint32
	// How often an account was read, since the engine was opened,
	AccountLoads uint64
	// and made room for another one.
	AccountEvictions uint64
	// And views and widgets.
	Observers uint64
	// That wait in the queue.
	Events uint64
	// Of the accounts in memory.
	Nodes uint64
	// What they take, with their paths.
	NodeBytes uint64
	// That wait to be stored, but for those that are being written just now.
	UnstoredBadges uint64
	// Bytes of the file,
	FileSize int64
	// and of SQLite's write-ahead log beside it. 0: there is none.
	LogSize int64
	// That calls have waited for, since the engine was opened,
	Commits uint64
	// and these calls: several share a commit.
	CommittedCalls uint64
	// Since the last call of this function, in microseconds: of a call for the lock of all accounts,
	LongestWaitUs uint64
	// and how long one call had the store for itself.
	LongestHoldUs uint64
	// That wait for the store.
	WaitingCalls uint32
	// Requests of feeds in flight,
	Flights uint32
	// and most of them to one origin.
	OriginFlights uint32
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
		Flights: uint32(raw.flights), OriginFlights: uint32(raw.origin_flights),
	}
}

// AccountOptions is tally_account_options; what is left out has its default.
type AccountOptions struct {
	// TALLY_ACCOUNT_EXISTING, or 0
	Flags AccountFlags
	// TALLY_AGGREGATION_…
	Aggregation int32
	// TALLY_FEEDING_…
	Feeding int32
}

func (o *AccountOptions) raw(texts *texts) *C.tally_account_options {
	raw := &C.tally_account_options{struct_size: C.sizeof_tally_account_options}
	raw.flags = C.uint32_t(o.Flags)
	raw.aggregation = C.tally_aggregation(o.Aggregation)
	raw.feeding = C.tally_feeding(o.Feeding)
	return raw
}

// AccountState is tally_account_state.
type AccountState struct {
	// 1 or 0.
	LoggedIn bool
	// In events; never 0.
	ID int64
	// Of its badges.
	Revision uint64
	// Of the revisions: another one when the store was created anew.
	Epoch uint64
	// TALLY_AGGREGATION_CHILDREN or _SUM
	Aggregation int32
	// TALLY_FEEDING_UNSEEN or _UNREAD
	Feeding int32
	// What it was opened by.
	Name string
}

func readAccountState(raw *C.tally_account_state, text []byte) AccountState {
	return AccountState{
		LoggedIn: raw.logged_in != 0, ID: int64(raw.id), Revision: uint64(raw.revision), Epoch: uint64(raw.epoch),
		Aggregation: int32(raw.aggregation), Feeding: int32(raw.feeding), Name: string(text),
	}
}

// Badge is tally_badge.
type Badge struct {
	// The number; 0 where it shows a dot or nothing.
	Count uint64
	// The revision that last changed what it shows; 0: none since the account was read.
	Revision uint64
	// TALLY_KIND_NONE, _DOT or _NUMBER
	Kind int32
	// TALLY_BADGE_…
	Flags BadgeFlags
	// Its own count, 0 where there is none.
	ManualCount uint32
}

func readBadge(raw *C.tally_badge, text []byte) Badge {
	return Badge{
		Count: uint64(raw.count), Revision: uint64(raw.revision), Kind: int32(raw.kind),
		Flags: BadgeFlags(raw.flags), ManualCount: uint32(raw.manual_count),
	}
}

// BadgeEntry is tally_badge_entry.
type BadgeEntry struct {
	Badge Badge
	Path  string
}

func readBadgeEntry(raw *C.tally_badge_entry, text []byte) BadgeEntry {
	return BadgeEntry{
		Badge: readBadge(&raw.badge, text), Path: at(text, raw.path.offset, raw.path.length),
	}
}

// Reason is tally_reason.
type Reason struct {
	// How much of the path's count comes from what it owns and what feeds it.
	Contributed uint64
	// The sum of the counts of the messages that feed it. MESSAGE: this one's.
	FedCount uint64
	// MUTE_NUMBER, MUTE_ALL: how much in number its mute keeps back; 0: a dot, or no mute.
	KeptCount uint64
	// Its own count, 0 where there is none.
	ManualCount uint32
	// TALLY_REASON_…
	Flags ReasonFlags
	// MESSAGE: its key; else 0.
	Message uint64
	Path    string
	// MESSAGE: the server's identifier.
	ID string
}

func readReason(raw *C.tally_reason, text []byte) Reason {
	return Reason{
		Contributed: uint64(raw.contributed), FedCount: uint64(raw.fed_count), KeptCount: uint64(raw.kept_count),
		ManualCount: uint32(raw.manual_count), Flags: ReasonFlags(raw.flags), Message: uint64(raw.message),
		Path: at(text, raw.path.offset, raw.path.length), ID: at(text, raw.id.offset, raw.id.length),
	}
}

// BatchOptions is tally_batch_options; what is left out has its default.
type BatchOptions struct {
	// 0
	Flags uint32
	// Of the log's owner: each new one has a greater one. Without a source: 0.
	Epoch uint64
	// The batch's place in the log, an offset: rising, with gaps or without. Without a source: 0.
	Position uint64
	// The log that the batch comes from: 1 to 255 bytes, as an account's name. NULL: none.
	Source string
	// A name of its own: 1 to 255 bytes, as an account's name. NULL: none.
	ID string
}

func (o *BatchOptions) raw(texts *texts) *C.tally_batch_options {
	raw := &C.tally_batch_options{struct_size: C.sizeof_tally_batch_options}
	raw.flags = C.uint32_t(o.Flags)
	raw.epoch = C.uint64_t(o.Epoch)
	raw.position = C.uint64_t(o.Position)
	raw.source = texts.optional(o.Source)
	raw.id = texts.optional(o.ID)
	return raw
}

// Style is tally_style; what is left out has its default.
type Style struct {
	// TALLY_STYLE_…
	Fields uint32
	// Points: finite, 0 or more. Default 3.
	DotRadius float32
	// Of the badge's centre from the top right corner of what it is drawn upon,
	OffsetX float32
	// to the right and downwards, in points: finite. Default 0, 0.
	OffsetY float32
	// Points: finite, above 0. Default 9.
	FontSize float32
	// 1 to 1,000. Default TALLY_FONT_WEIGHT_BOLD.
	FontWeight int32
	// Default 0xFFFFFFFF, white.
	TextColor uint32
	// Of the dot, and behind the number. Default 0xFF0000FF, red.
	BackgroundColor uint32
	// TALLY_OVERFLOW_… Default TALLY_OVERFLOW_PLUS.
	Overflow int32
	// The largest number that is written out: from 1; UINT64_MAX: each is. Default 99.
	MaxCount uint64
	// What the host calls it, "new", "hot": 1 to 255 bytes of UTF-8 without control characters. Default: none. Not
	// inherited.
	Icon string
}

func (o *Style) raw(texts *texts) *C.tally_style {
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
	return raw
}

// Presentation is tally_presentation.
type Presentation struct {
	// TALLY_KIND_…. ICON: the text is the icon's name; NUMBER: the number, capped: "7", "99+".
	Kind int32
	// NUMBER: the number, not capped; else 0.
	Count           uint64
	DotRadius       float32
	OffsetX         float32
	OffsetY         float32
	FontSize        float32
	FontWeight      int32
	TextColor       uint32
	BackgroundColor uint32
	Overflow        int32
	MaxCount        uint64
	// The number, capped, or the icon's name.
	Text string
}

func readPresentation(raw *C.tally_presentation, text []byte) Presentation {
	return Presentation{
		Kind: int32(raw.kind), Count: uint64(raw.count), DotRadius: float32(raw.dot_radius),
		OffsetX: float32(raw.offset_x), OffsetY: float32(raw.offset_y), FontSize: float32(raw.font_size),
		FontWeight: int32(raw.font_weight), TextColor: uint32(raw.text_color),
		BackgroundColor: uint32(raw.background_color), Overflow: int32(raw.overflow),
		MaxCount: uint64(raw.max_count), Text: string(text),
	}
}

// Event is tally_event.
type Event struct {
	// TALLY_EVENT_…
	Kind int32
	// The observer's, the widget's, the completion's, or the reminder's; else 0.
	Token uint64
	// The account's identifier, or 0.
	Account int64
	// The feed's identifier, or 0.
	Feed int64
	// BADGE, TOTAL, WIDGET: the number. REMINDER: occurrences that were due.
	Count uint64
	// BADGE, TOTAL, WIDGET: the revision of the change. REMINDER: its own.
	Revision uint64
	// BADGE, TOTAL, WIDGET: TALLY_KIND_NONE, _DOT or _NUMBER.
	BadgeKind int32
	// SYNCED, COMPLETION, AUTH: OK, NOT_MODIFIED, or what went wrong. BADGE, GROUP, REMINDER: OK, or RESYNC: it stands
	// for events that there was no room for.
	Result Status
	// The wait that the server asked for, in milliseconds; 0: none.
	RetryAfter time.Duration
	// SYNCED: when the feed is polled next; 0: not planned. REMINDER: when it was due.
	NextTime int64
	// SYNCED: messages that were new,
	Added uint32
	// changed,
	Changed uint32
	// or gone.
	Removed uint32
	// SYNCED: items of the answer that could not be used.
	Rejected uint32
	// REMINDER: 1, it was missed; 0, it has fired.
	Missed bool
	// MESSAGES: how many there are,
	Total uint64
	// of them not read,
	Unread uint64
	// and not seen.
	Unseen uint64
	// What it is about, by its kind.
	Text string
}

func readEvent(raw *C.tally_event, text []byte) Event {
	return Event{
		Kind: int32(raw.kind), Token: uint64(raw.token), Account: int64(raw.account), Feed: int64(raw.feed),
		Count: uint64(raw.count), Revision: uint64(raw.revision), BadgeKind: int32(raw.badge_kind),
		Result: Status(raw.result), RetryAfter: durationOf(raw.retry_after), NextTime: int64(raw.next_time),
		Added: uint32(raw.added), Changed: uint32(raw.changed), Removed: uint32(raw.removed),
		Rejected: uint32(raw.rejected), Missed: raw.missed != 0, Total: uint64(raw.total),
		Unread: uint64(raw.unread), Unseen: uint64(raw.unseen), Text: string(text),
	}
}

// FeedOptions is tally_feed_options; what is left out has its default.
type FeedOptions struct {
	// TALLY_FEED_…
	Flags FeedFlags
	// The longest, from 1. 0: the preset's, 1,000 and off. -1: off, no first request.
	InitialDelay time.Duration
	// From 100. 0: the preset's, 600,000 and off. -1: off, only when something happens.
	Interval time.Duration
	// While a page is seen: from 100. 0: the preset's, off and 60,000. -1: off.
	VisibleInterval time.Duration
	// Of a request in all, from 100. 0: the default, 300,000.
	RequestTimeout time.Duration
	// Without a byte, from 100. 0: the default, 60,000.
	IdleTimeout time.Duration
	// Pages ask for nothing within this of the last good answer: from 1. 0: the preset's, 180,000 and none. -1: none.
	Tolerance time.Duration
	// A page that was away for longer asks: from 1. 0: the preset's, none (each return asks) and 60,000. -1: off, no
	// return asks.
	AwayTime time.Duration
	// Messages whose time (the server's) is longer ago go, read or not, after an answer. 0: no limit.
	MaxAge time.Duration
	// Beyond so many, the oldest of the messages go that are read; likewise. 0: no limit. The feed remembers the last
	// max_forgotten messages that were removed, so they do not come back when the server sends them again.
	MaxMessages int64
	// Items a page, 1 to 10,000, sent as `limit`. 0: the default, 200.
	PageLimit uint32
	// TALLY_PRESET_…
	Preset int32
	// http:, https: or file:. NULL: nothing is polled; the host delivers what there is.
	URL string
	// A path: what the feed's own paths begin at. NULL: root.
	Prefix string
	// Of a server that does not speak the wire format: the name of a mapping that ships.
	MappingPreset string
	// How its answers are read: a mapping, as JSON text (docs/mappings.md), of up to 65,536 bytes. With
	// mapping_preset: what it says takes the place of what that says. NULL or empty, both: the server speaks the wire
	// format.
	Mapping string
	// Whatever the host wants kept with the feed, UTF-8, up to 65,536 bytes, for tally_feed_list. NULL: what is kept
	// stays; empty: nothing is kept any more.
	Memo *string
}

func (o *FeedOptions) raw(texts *texts) *C.tally_feed_options {
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
	raw.preset = C.tally_preset(o.Preset)
	raw.url = texts.optional(o.URL)
	raw.prefix = texts.optional(o.Prefix)
	raw.mapping_preset = texts.optional(o.MappingPreset)
	raw.mapping = texts.optional(o.Mapping)
	raw.memo = texts.pointer(o.Memo)
	return raw
}

// FeedEntry is tally_feed_entry.
type FeedEntry struct {
	// In events.
	ID int64
	// When the last good answer came that brought something; 0: never.
	LastSuccess int64
	// Items that are set aside: see tally_feed_rejected.
	Rejected uint64
	// TALLY_FEED_…
	Flags FeedEntryFlags
	Name  string
	// Empty: none; TALLY_FEED_LOCAL, where something was posted, is one of those.
	URL string
	// Canonical.
	Prefix string
	// What the server last gave; empty: none.
	Title string
	// What tally_feed_add kept.
	Memo string
}

func readFeedEntry(raw *C.tally_feed_entry, text []byte) FeedEntry {
	return FeedEntry{
		ID: int64(raw.id), LastSuccess: int64(raw.last_success), Rejected: uint64(raw.rejected),
		Flags: FeedEntryFlags(raw.flags), Name: at(text, raw.name.offset, raw.name.length),
		URL: at(text, raw.url.offset, raw.url.length), Prefix: at(text, raw.prefix.offset, raw.prefix.length),
		Title: at(text, raw.title.offset, raw.title.length), Memo: at(text, raw.memo.offset, raw.memo.length),
	}
}

// Rejected is tally_rejected.
type Rejected struct {
	// Greater than of those before it.
	Number uint64
	// When the answer came.
	Time   int64
	Reason string
	// Its JSON, as it stood in the answer, or in the page that the mapping made of that; at most the first 65,536
	// bytes of it.
	Body string
}

func readRejected(raw *C.tally_rejected, text []byte) Rejected {
	return Rejected{
		Number: uint64(raw.number), Time: int64(raw.time), Reason: at(text, raw.reason.offset, raw.reason.length),
		Body: at(text, raw.body.offset, raw.body.length),
	}
}

// FeedState is tally_feed_state.
type FeedState struct {
	// Of the last request; TALLY_EMPTY: none yet in this run.
	Result Status
	// In events.
	ID int64
	// When the last good answer came; 0: never. Kept across runs.
	LastSuccess int64
	// When it is polled next; 0: not planned.
	NextTime int64
	// In this run.
	Requests uint64
	// Of these, answered with 304.
	NotModified uint64
	// Of these, failed.
	Failures uint64
	// 1: a request is under way.
	InFlight       bool
	FailuresInARow uint32
	// What the server last gave.
	Title string
}

func readFeedState(raw *C.tally_feed_state, text []byte) FeedState {
	return FeedState{
		Result: Status(raw.result), ID: int64(raw.id), LastSuccess: int64(raw.last_success),
		NextTime: int64(raw.next_time), Requests: uint64(raw.requests), NotModified: uint64(raw.not_modified),
		Failures: uint64(raw.failures), InFlight: raw.in_flight != 0, FailuresInARow: uint32(raw.failures_in_a_row),
		Title: string(text),
	}
}

// Message is tally_message.
type Message struct {
	// Identifies it in this store, for good; never 0.
	Key uint64
	// The feed's identifier.
	Feed int64
	// As the server says; 0: it does not.
	Time int64
	// What it adds to the number; 0: a dot.
	Count uint32
	// TALLY_MESSAGE_…
	State int32
	// The server's.
	ID            string
	Path          string
	Kind          string
	Title         string
	Body          string
	Thread        string
	Category      string
	Argument      string
	ArgumentCount uint32
}

func readMessage(raw *C.tally_message, text []byte) Message {
	return Message{
		Key: uint64(raw.key), Feed: int64(raw.feed), Time: int64(raw.time), Count: uint32(raw.count),
		State: int32(raw.state), ID: at(text, raw.id.offset, raw.id.length),
		Path: at(text, raw.path.offset, raw.path.length), Kind: at(text, raw.kind.offset, raw.kind.length),
		Title: at(text, raw.title.offset, raw.title.length), Body: at(text, raw.body.offset, raw.body.length),
		Thread:   at(text, raw.thread.offset, raw.thread.length),
		Category: at(text, raw.category.offset, raw.category.length),
		Argument: at(text, raw.argument.offset, raw.argument.length), ArgumentCount: uint32(raw.argument_count),
	}
}

// MessageOptions is tally_message_options; what is left out has its default.
type MessageOptions struct {
	// TALLY_MESSAGE_DOT, or 0
	Flags MessageFlags
	// It orders them. 0: now.
	Time int64
	// What it adds to the number. 0: the default, 1; with TALLY_MESSAGE_DOT: 0.
	Count         uint32
	ArgumentCount uint32
	// 1 to 255 bytes, as an account's name. NULL or empty: a new one.
	ID string
	// These: UTF-8; NULL: none.
	Title    string
	Body     string
	Kind     string
	Thread   string
	Category string
	Argument string
}

func (o *MessageOptions) raw(texts *texts) *C.tally_message_options {
	raw := &C.tally_message_options{struct_size: C.sizeof_tally_message_options}
	raw.flags = C.uint32_t(o.Flags)
	raw.time = C.int64_t(o.Time)
	raw.count = C.uint32_t(o.Count)
	raw.argument_count = C.uint32_t(o.ArgumentCount)
	raw.id = texts.optional(o.ID)
	raw.title = texts.optional(o.Title)
	raw.body = texts.optional(o.Body)
	raw.kind = texts.optional(o.Kind)
	raw.thread = texts.optional(o.Thread)
	raw.category = texts.optional(o.Category)
	raw.argument = texts.optional(o.Argument)
	return raw
}

// Forms is tally_forms; what is left out has its default.
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

// Group is tally_group.
type Group struct {
	// The key of the leading message.
	Newest uint64
	// The key of the last one.
	Oldest uint64
	// The sum of the argument counts of all its messages.
	Items uint64
	// How many messages there are,
	Notifications uint64
	// and how many of them came since tally_group_seen.
	Fresh uint64
	// Of the leading message, as the server says; 0: it does not.
	Time int64
	// TALLY_SUMMARY_…
	Origin int32
	Thread string
	// Of the leading message.
	Path string
	// Of the leading message.
	Title string
	// Empty: none.
	Summary string
	// The one that the summary was found in; "und": the source text that tally_category_set or tally_strings_set has
	// given. Empty: no summary.
	Language string
}

func readGroup(raw *C.tally_group, text []byte) Group {
	return Group{
		Newest: uint64(raw.newest), Oldest: uint64(raw.oldest), Items: uint64(raw.items),
		Notifications: uint64(raw.notifications), Fresh: uint64(raw.fresh), Time: int64(raw.time),
		Origin: int32(raw.origin), Thread: at(text, raw.thread.offset, raw.thread.length),
		Path: at(text, raw.path.offset, raw.path.length), Title: at(text, raw.title.offset, raw.title.length),
		Summary:  at(text, raw.summary.offset, raw.summary.length),
		Language: at(text, raw.language.offset, raw.language.length),
	}
}

// OutboxOptions is tally_outbox_options; what is left out has its default.
type OutboxOptions struct {
	// None yet.
	Flags uint32
	// Of a request in all, from 100. 0: the default, 300,000.
	RequestTimeout time.Duration
	// Without a byte, from 100. 0: the default, 60,000.
	IdleTimeout time.Duration
	// http: or https:, where rows are sent with POST. NULL or empty: the host leases them.
	URL string
}

func (o *OutboxOptions) raw(texts *texts) *C.tally_outbox_options {
	raw := &C.tally_outbox_options{struct_size: C.sizeof_tally_outbox_options}
	raw.flags = C.uint32_t(o.Flags)
	raw.request_timeout = exactly(o.RequestTimeout)
	raw.idle_timeout = exactly(o.IdleTimeout)
	raw.url = texts.optional(o.URL)
	return raw
}

// OutboxEntry is tally_outbox_entry.
type OutboxEntry struct {
	// Identifies the row in this store, for good; rows have their order by it.
	Sequence int64
	// The feed's identifier.
	Feed int64
	// How often it was given out.
	Attempt int64
	// Not given out before; 0: at once, or the row has failed for good.
	NextTime int64
	// 0: nobody has it.
	LeaseEnd int64
	// TALLY_OUTBOX_…
	Kind int32
	// TALLY_OUTBOX_WAITING …
	State int32
	// To be sent as Idempotency-Key.
	Key    string
	Entity string
	// JSON. Empty until it is given out for the first time; from then on it stays.
	Body string
}

func readOutboxEntry(raw *C.tally_outbox_entry, text []byte) OutboxEntry {
	return OutboxEntry{
		Sequence: int64(raw.sequence), Feed: int64(raw.feed), Attempt: int64(raw.attempt),
		NextTime: int64(raw.next_time), LeaseEnd: int64(raw.lease_end), Kind: int32(raw.kind),
		State: int32(raw.state), Key: at(text, raw.key.offset, raw.key.length),
		Entity: at(text, raw.entity.offset, raw.entity.length), Body: at(text, raw.body.offset, raw.body.length),
	}
}

// ReminderOptions is tally_reminder_options; what is nil is not given.
type ReminderOptions struct {
	// These: UTF-8.
	Title *string
	Body  *string
	// The badge that it lights. Empty: none.
	Path *string
	// Empty: the device's.
	Zone *string
	// A day. Default: today, in its zone.
	Produced *int32
	// From 1. To be given.
	ShelfLife *int32
	// TALLY_UNIT_DAY, _MONTH or _YEAR. To be given.
	ShelfUnit *int32
	// The time of day: seconds since midnight, 0 to 86,399. Default 32,400, 09:00.
	Time *int32
	// TALLY_SMART_…. Default AUTOMATIC.
	Smart *int32
	// Where it is not smart, to be given: TALLY_UNIT_…,
	RepeatUnit *int32
	// how many of them, to 1,000,000 (default 1),
	RepeatEvery *int32
	// and the last day on which it fires.
	End *int32
	// The day from which repetitions are counted. Default: that of entering.
	Start *int32
	// How to remind of what has expired, from the day after the expiry or the end on: every
	OverdueUnit *int32
	// so many, to 1,000,000 (default 1),
	OverdueEvery *int32
	// so many times, to 1,000,000. Default: not at all.
	OverdueLimit *int32
}

func (o *ReminderOptions) raw(texts *texts) *C.tally_reminder_options {
	raw := &C.tally_reminder_options{struct_size: C.sizeof_tally_reminder_options}
	if o.Title != nil {
		raw.fields |= C.uint32_t(ReminderTitle)
		raw.title = texts.text(*o.Title)
	}
	if o.Body != nil {
		raw.fields |= C.uint32_t(ReminderBody)
		raw.body = texts.text(*o.Body)
	}
	if o.Path != nil {
		raw.fields |= C.uint32_t(ReminderPath)
		raw.path = texts.text(*o.Path)
	}
	if o.Zone != nil {
		raw.fields |= C.uint32_t(ReminderZone)
		raw.zone = texts.text(*o.Zone)
	}
	if o.Produced != nil {
		raw.fields |= C.uint32_t(ReminderProduced)
		raw.produced = C.int32_t(*o.Produced)
	}
	if o.ShelfLife != nil {
		raw.fields |= C.uint32_t(ReminderShelfLife)
		raw.shelf_life = C.int32_t(*o.ShelfLife)
	}
	if o.ShelfUnit != nil {
		raw.fields |= C.uint32_t(ReminderShelfLife)
		raw.shelf_unit = C.tally_unit(*o.ShelfUnit)
	}
	if o.Time != nil {
		raw.fields |= C.uint32_t(ReminderTime)
		raw.time = C.int32_t(*o.Time)
	}
	if o.Smart != nil {
		raw.fields |= C.uint32_t(ReminderSmart)
		raw.smart = C.tally_smart(*o.Smart)
	}
	if o.RepeatUnit != nil {
		raw.fields |= C.uint32_t(ReminderRepeat)
		raw.repeat_unit = C.tally_unit(*o.RepeatUnit)
	}
	if o.RepeatEvery != nil {
		raw.fields |= C.uint32_t(ReminderRepeat)
		raw.repeat_every = C.int32_t(*o.RepeatEvery)
	}
	if o.End != nil {
		raw.fields |= C.uint32_t(ReminderEnd)
		raw.end = C.int32_t(*o.End)
	}
	if o.Start != nil {
		raw.fields |= C.uint32_t(ReminderStart)
		raw.start = C.int32_t(*o.Start)
	}
	if o.OverdueUnit != nil {
		raw.fields |= C.uint32_t(ReminderOverdue)
		raw.overdue_unit = C.tally_unit(*o.OverdueUnit)
	}
	if o.OverdueEvery != nil {
		raw.fields |= C.uint32_t(ReminderOverdue)
		raw.overdue_every = C.int32_t(*o.OverdueEvery)
	}
	if o.OverdueLimit != nil {
		raw.fields |= C.uint32_t(ReminderOverdue)
		raw.overdue_limit = C.int32_t(*o.OverdueLimit)
	}
	return raw
}

// Reminder is tally_reminder.
type Reminder struct {
	// Its token in events.
	Number uint64
	// When it fires next; 0: no more.
	NextTime int64
	// When it fired, not acknowledged; 0: it has not.
	DueTime int64
	// When its last good day ends; 0: its zone is not available.
	Expires int64
	// When it was last changed.
	Stamp int64
	// One more with each edit, and whenever it is done or undone.
	Revision uint32
	// TALLY_REMINDER_…
	State int32
	// The last good day.
	Expiry int32
	// The days that it keeps,
	Span int32
	// and those that are left; negative: it has expired.
	DaysLeft int32
	// 1 or 0.
	IsSmart bool
	// From here on as they were given.
	Produced     int32
	ShelfLife    int32
	ShelfUnit    int32
	Time         int32
	Entered      int32
	Smart        int32
	RepeatUnit   int32
	RepeatEvery  int32
	Start        int32
	End          int32
	OverdueUnit  int32
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
		Number: uint64(raw.number), NextTime: int64(raw.next_time), DueTime: int64(raw.due_time),
		Expires: int64(raw.expires), Stamp: int64(raw.stamp), Revision: uint32(raw.revision),
		State: int32(raw.state), Expiry: int32(raw.expiry), Span: int32(raw.span), DaysLeft: int32(raw.days_left),
		IsSmart: raw.is_smart != 0, Produced: int32(raw.produced), ShelfLife: int32(raw.shelf_life),
		ShelfUnit: int32(raw.shelf_unit), Time: int32(raw.time), Entered: int32(raw.entered),
		Smart: int32(raw.smart), RepeatUnit: int32(raw.repeat_unit), RepeatEvery: int32(raw.repeat_every),
		Start: int32(raw.start), End: int32(raw.end), OverdueUnit: int32(raw.overdue_unit),
		OverdueEvery: int32(raw.overdue_every), OverdueLimit: int32(raw.overdue_limit),
		ID: at(text, raw.id.offset, raw.id.length), Title: at(text, raw.title.offset, raw.title.length),
		Body: at(text, raw.body.offset, raw.body.length), Path: at(text, raw.path.offset, raw.path.length),
		Zone: at(text, raw.zone.offset, raw.zone.length),
	}
}

// PlanOptions is tally_plan_options; what is left out has its default.
type PlanOptions struct {
	// TALLY_PLAN_ANEW, or 0
	Flags PlanFlags
	// Notifications that the system takes, to 4,096. 0: the default, 64.
	Limit uint32
	// How many of them the host needs for other things.
	Reserve uint32
}

func (o *PlanOptions) raw(texts *texts) *C.tally_plan_options {
	raw := &C.tally_plan_options{struct_size: C.sizeof_tally_plan_options}
	raw.flags = C.uint32_t(o.Flags)
	raw.limit = C.uint32_t(o.Limit)
	raw.reserve = C.uint32_t(o.Reserve)
	return raw
}

// PlanEntry is tally_plan_entry.
type PlanEntry struct {
	// From 1. Made only of the names of account and reminder, the revision and the occurrence, so it is the same on
	// each machine. See docs/plan-identifiers.md.
	ID int64
	// When it is to fire, or was.
	Time int64
	// Which one it is.
	Occurrence int64
	// The reminder's.
	Revision uint32
	// TALLY_PLAN_DISARM or _ARM.
	Action int32
	// Its identifier. Of what is disarmed: empty where it was deleted.
	Reminder string
	// These: of what is armed.
	Title string
	Body  string
	Path  string
}

func readPlanEntry(raw *C.tally_plan_entry, text []byte) PlanEntry {
	return PlanEntry{
		ID: int64(raw.id), Time: int64(raw.time), Occurrence: int64(raw.occurrence), Revision: uint32(raw.revision),
		Action: int32(raw.action), Reminder: at(text, raw.reminder.offset, raw.reminder.length),
		Title: at(text, raw.title.offset, raw.title.length), Body: at(text, raw.body.offset, raw.body.length),
		Path: at(text, raw.path.offset, raw.path.length),
	}
}

// PlanSummary is tally_plan.
type PlanSummary struct {
	// Entries of the plan.
	Planned uint32
	// What was left out.
	LeftOut uint64
	// All before it is in the plan; 0: everything is.
	Reach int64
}

func readPlanSummary(raw *C.tally_plan, text []byte) PlanSummary {
	return PlanSummary{
		Planned: uint32(raw.planned), LeftOut: uint64(raw.left_out), Reach: int64(raw.reach),
	}
}

// ReminderNote is tally_reminder_note.
type ReminderNote struct {
	// From 1, in their order.
	Number int64
	// When it was written.
	Time int64
	// When what it is about fires; 0: it is about no occurrence.
	OccurrenceTime int64
	Revision       uint32
	// TALLY_NOTE_…
	Kind int32
	// Its identifier; empty: all of the account's.
	Reminder string
}

func readReminderNote(raw *C.tally_reminder_note, text []byte) ReminderNote {
	return ReminderNote{
		Number: int64(raw.number), Time: int64(raw.time), OccurrenceTime: int64(raw.occurrence_time),
		Revision: uint32(raw.revision), Kind: int32(raw.kind),
		Reminder: at(text, raw.reminder.offset, raw.reminder.length),
	}
}
