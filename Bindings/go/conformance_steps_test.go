// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

// lacks has the steps that the package has no function for.
var lacks = map[string]bool{"engine_interrupt": true}

func (s step) EngineFlush() result  { return done(s.engine.Flush()) }
func (s step) EngineVerify() result { return done(s.engine.Verify()) }
func (s step) EngineLimit() result {
	return number(s.engine.SetLimit(Limit(s.int("limit")), s.int("value"))).as("old")
}
func (s step) EngineBackup() result {
	return done(s.engine.Backup(s.file("file"), BackupFlags(s.int("flags"))))
}
func (s step) EngineGetStats() result {
	return structure(s.engine.Stats(StatsFlags(s.int("flags"))))
}
func (s step) EngineSetForeground() result {
	return done(s.engine.SetForeground(s.int("foreground") != 0))
}
func (s step) EngineSetNetwork() result { return done(s.engine.SetNetwork(s.int("available") != 0)) }
func (s step) EngineWoke() result       { return done(s.engine.Woke()) }
func (s step) FileRecover() result      { return structure(Recover(s.file("damaged"), s.file("fresh"))) }
func (s step) FileVacuum() result       { return done(Vacuum(s.file("file"))) }
func (s step) AccountList() result      { return named(s.engine.Accounts(s.text("after"), s.limit())) }
func (s step) AccountRemove() result    { return done(s.engine.RemoveAccount(s.text("name"))) }
func (s step) AccountSetCredential() result {
	return done(s.account().SetCredential(s.text("url"), options[Credential](s.get("credential"))))
}
func (s step) AccountRemoveCredential() result {
	return done(s.account().RemoveCredential(s.text("url")))
}
func (s step) AccountLogIn() result  { return done(s.account().LogIn()) }
func (s step) AccountLogOut() result { return done(s.account().LogOut()) }
func (s step) AccountGet() result    { return structure(s.account().State()) }
func (s step) AccountConfigure() result {
	return done(s.account().Configure(options[AccountSettings](s.get("settings"))))
}
func (s step) AccountGetSettings() result { return structure(s.account().Settings()) }
func (s step) AccountExport() result      { return inHex(s.account().ExportAccount()) }
func (s step) AccountImport() result {
	return done(s.engine.ImportAccount(s.text("name"), s.bytes("bytes")))
}
func (s step) AccountHash() result {
	return number(AccountHash(s.text("name"), uint32(s.int("partitions")))).as("partition")
}
func (s step) BadgeSet() result { return done(s.account().Set(s.path(), s.int("count"))) }
func (s step) BadgeDot() result { return done(s.account().Dot(s.path())) }
func (s step) BadgeSetUntil() result {
	return done(s.account().SetUntil(s.path(), s.int("count"), timeOf64(s.int("until"))))
}
func (s step) BadgeDotUntil() result {
	return done(s.account().DotUntil(s.path(), timeOf64(s.int("until"))))
}
func (s step) BadgeAdd() result       { return done(s.account().Add(s.path(), s.int("delta"))) }
func (s step) BadgeClear() result     { return told(s.account().Clear(s.path())) }
func (s step) BadgeClearTree() result { return told(s.account().ClearTree(s.path())) }
func (s step) BadgeMute() result {
	return done(s.account().Mute(s.path(), MuteMode(s.int("mode")), timeOf64(s.int("until"))))
}
func (s step) BadgeSnooze() result {
	return done(s.account().SnoozePath(s.path(), timeOf64(s.int("until"))))
}
func (s step) BadgeFlag() result   { return done(s.account().Flag(s.path(), s.int("on") != 0)) }
func (s step) BadgeGet() result    { return structure(s.account().Get(s.path())) }
func (s step) BadgeGetOwn() result { return structure(s.account().GetOwn(s.path())) }
func (s step) BadgeSetRule() result {
	return done(s.account().SetRule(s.path(), options[BadgeRule](s.get("rule"))))
}
func (s step) BadgeGetRule() result {
	return structure(s.account().GetRule(s.path(), RuleFlags(s.int("flags"))))
}
func (s step) LinkAdd() result    { return done(s.account().Link(s.path(), s.text("under"))) }
func (s step) LinkRemove() result { return done(s.account().Unlink(s.path(), s.text("under"))) }
func (s step) LinkList() result {
	return paged(s.account().Links(s.path(), LinkFlags(s.int("flags")), s.text("after"), s.limit()))
}
func (s step) EngineGetTotal() result      { return structure(s.engine.Total()) }
func (s step) EngineGetTotalOfAll() result { return structure(s.engine.TotalOfAll()) }
func (s step) BadgeList() result {
	return revised(s.account().List(s.path(), ListFlags(s.int("flags"))))
}
func (s step) BadgeExplain() result {
	return paged(s.account().Explain(s.path(), s.text("after"), s.limit()))
}
func (s step) MessageList() result {
	return paged(s.account().Messages(s.path(), MessagesFlags(s.int("flags")), s.text("after"), s.limit()))
}
func (s step) MessageListFrom() result {
	return paged(s.account().MessagesFrom(s.path(), MessagesFlags(s.int("flags")), s.key("key"), s.text("after"), s.limit()))
}
func (s step) MessageFirst() result {
	return structure(s.account().FirstMessage(s.path(), MessagesFlags(s.int("flags")), uint64(s.int("most"))))
}
func (s step) MessageGet() result { return structure(s.account().Message(s.key("key"))) }
func (s step) MessageFind() result {
	return structure(s.account().FindMessage(s.feedID(), s.text("id")))
}
func (s step) MessageGetData() result { return inHex(s.account().MessageData(s.key("key"))) }
func (s step) MessageGetCounts() result {
	return structure(s.account().MessageCounts(s.path(), MessagesFlags(s.int("flags"))))
}
func (s step) MessageMarkRead() result { return number(s.account().Read(s.keys())).as("changed") }
func (s step) MessageMarkPathRead() result {
	return number(s.account().ReadPath(s.path(), MessagesFlags(s.int("flags")))).as("changed")
}
func (s step) MessageMarkReadUntil() result {
	return number(s.account().ReadUntil(s.path(), MessagesFlags(s.int("flags")), s.key("last"))).as("changed")
}
func (s step) MessageMarkUnread() result {
	return number(s.account().Unread(s.keys())).as("changed")
}
func (s step) MessageMarkSeen() result {
	return number(s.account().MarkSeen(s.keys())).as("changed")
}
func (s step) MessageSnooze() result {
	return done(s.account().SnoozeMessage(s.key("key"), timeOf64(s.int("until"))))
}
func (s step) MessagePost() result {
	return number(s.account().Post(s.path(), options[MessageOptions](s.get("options")))).as("key")
}
func (s step) MessageRemove() result   { return done(s.account().RemoveMessages(s.keys())) }
func (s step) MessageWithdraw() result { return done(s.account().Withdraw(s.text("id"))) }
func (s step) Observe() result {
	return s.keep(s.scope.Observe(s.account(), s.path(), ObserveFlags(s.int("flags")), nil))
}
func (s step) ObserveMessages() result {
	return s.keep(s.scope.ObserveMessages(s.account(), s.path(), ObserveFlags(s.int("flags")), nil))
}
func (s step) ObserveGroups() result {
	return s.keep(s.scope.ObserveGroups(s.account(), ObserveFlags(s.int("flags")), nil))
}
func (s step) ObserveTotal() result {
	return s.keep(s.scope.ObserveTotal(ObserveFlags(s.int("flags")), nil))
}
func (s step) ObserveFeed() result { return s.keep(s.scope.ObserveFeed(s.feed(), nil)) }
func (s step) Unobserve() result   { return s.ended(s.scope.Unobserve) }
func (s step) ViewBegin() result {
	return s.keepView(s.scope.BeginView(s.account(), s.path(), ViewFlags(s.int("flags"))))
}
func (s step) ViewEnd() result             { return s.ended(s.scope.EndView) }
func (s step) EngineDispatch() result      { return s.dispatched(s.engine.Dispatch(0)) }
func (s step) EngineGetDescriptor() result { return number(s.engine.Descriptor()).as("descriptor") }
func (s step) EngineGetTimeout() result    { return s.waiting(s.engine.Timeout()) }
func (s step) FeedList() result            { return paged(s.account().Feeds(s.text("after"), s.limit())) }
func (s step) FeedListRejected() result {
	return paged(s.account().Rejected(s.feedID(), s.text("after"), s.limit()))
}
func (s step) DriftList() result {
	return paged(s.account().Drifts(s.path(), ListFlags(s.int("flags")), s.text("after"), s.limit()))
}
func (s step) FeedRemove() result   { return done(s.feed().Remove()) }
func (s step) FeedRefresh() result  { return done(s.feed().Refresh()) }
func (s step) FeedShowPage() result { return structure(s.feed().PageShown(uint32(s.int("page")))) }
func (s step) FeedHidePage() result { return done(s.feed().PageHidden(uint32(s.int("page")))) }
func (s step) FeedCancel() result   { return done(s.feed().Cancel()) }
func (s step) FeedPause() result    { return done(s.feed().Pause(s.int("paused") != 0)) }
func (s step) FeedSetCredential() result {
	return done(s.feed().SetCredential(options[Credential](s.get("credential"))))
}
func (s step) FeedRemoveCredential() result { return done(s.feed().RemoveCredential()) }
func (s step) FeedRefreshNow() result       { return s.keep(s.feed().RefreshNow(nil)) }
func (s step) FeedGet() result              { return s.feedState(s.feed().State()) }
func (s step) FeedDeliver() result          { return done(s.feed().Deliver(s.bytes("bytes"))) }
func (s step) AccountPush() result          { return done(s.account().Push(s.bytes("payload"))) }
func (s step) FeedPush() result             { return done(s.feed().Push(s.bytes("payload"))) }
func (s step) MappingTry() result {
	return text(MappingTry(s.text("preset"), s.text("mapping"), s.bytes("body")))
}
func (s step) PathEscape() result    { return text(PathEscape(s.text("name"))) }
func (s step) PathJoin() result      { return text(PathJoin(s.path(), s.text("name"))) }
func (s step) PathParent() result    { return text(PathParent(s.path())) }
func (s step) PathComponent() result { return text(PathComponent(s.path(), int(s.int("index")))) }
func (s step) CategorySet() result {
	return done(s.account().SetCategory(s.text("id"), s.text("summary"), s.text("hidden")))
}
func (s step) CategoryRemove() result { return done(s.account().RemoveCategory(s.text("id"))) }
func (s step) StringsSet() result {
	return done(s.account().SetStrings(s.text("key"), s.text("language"), options[Forms](s.get("forms"))))
}
func (s step) StringsRemove() result {
	return done(s.account().RemoveStrings(s.text("key"), s.text("language")))
}
func (s step) StringsImport() result {
	return structure(s.account().ImportStrings(StringsKind(s.int("kind")), s.bytes("bytes"), s.text("language")))
}
func (s step) GroupList() result {
	return paged(s.account().Groups(s.text("language"), GroupsFlags(s.int("flags")), s.text("after"), s.limit()))
}
func (s step) GroupGet() result {
	return structure(s.account().Group(s.text("thread"), s.text("language"), GroupsFlags(s.int("flags"))))
}
func (s step) GroupListMessages() result {
	return paged(s.account().GroupMessages(s.text("thread"), s.text("after"), s.limit()))
}
func (s step) GroupMarkSeen() result { return done(s.account().GroupSeen(s.text("thread"))) }
func (s step) GroupDismiss() result {
	return number(s.account().Dismiss(s.text("thread"))).as("changed")
}
func (s step) OutboxLease() result {
	return leased(s.account().LeaseOutbox(milliseconds64(s.int("duration")), s.limit()))
}
func (s step) OutboxAck() result {
	return told(s.account().AckOutbox(s.int("id"), s.bytes("response")))
}
func (s step) OutboxFail() result {
	return told(s.account().FailOutbox(s.int("id"), s.int("attempt"), milliseconds64(s.int("retry_after"))))
}
func (s step) OutboxList() result {
	return paged(s.account().Outbox(ListFlags(s.int("flags")), s.text("after"), s.limit()))
}
func (s step) OutboxGetCounts() result { return structure(s.account().OutboxCounts()) }
func (s step) OutboxRetry() result {
	return number(s.account().RetryOutbox(s.int("id"))).as("count")
}
func (s step) OutboxRetryAll() result { return number(s.account().RetryAllOutbox()).as("count") }
func (s step) OutboxRemove() result {
	return number(s.account().RemoveOutbox(s.int("id"))).as("count")
}
func (s step) OutboxRemoveFailed() result {
	return number(s.account().RemoveFailedOutbox()).as("count")
}
func (s step) ReminderPut() result {
	return done(s.account().PutReminder(s.text("id"), options[ReminderOptions](s.get("options"))))
}
func (s step) ReminderEdit() result {
	return done(s.account().EditReminder(s.text("id"), options[ReminderOptions](s.get("options"))))
}
func (s step) ReminderMarkDone() result   { return done(s.account().ReminderDone(s.text("id"))) }
func (s step) ReminderMarkUndone() result { return done(s.account().ReminderUndone(s.text("id"))) }
func (s step) ReminderRemove() result     { return done(s.account().RemoveReminder(s.text("id"))) }
func (s step) ReminderSnooze() result {
	return done(s.account().SnoozeReminder(s.text("id"), timeOf64(s.int("until"))))
}
func (s step) ReminderAcknowledge() result {
	return done(s.account().AcknowledgeReminder(s.text("id")))
}
func (s step) ReminderList() result {
	return paged(s.account().Reminders(s.text("after"), s.limit()))
}
func (s step) ReminderGet() result { return structure(s.account().Reminder(s.text("id"))) }
func (s step) ReminderPlan() result {
	return s.planned(s.account().Plan(options[PlanOptions](s.get("options"))))
}
func (s step) ReminderConfirmPlan() result {
	return told(s.account().ConfirmPlan(uint64(s.token())))
}
func (s step) ReminderListNotes() result {
	return paged(s.account().ReminderLog(ListFlags(s.int("flags")), s.text("after"), s.limit()))
}
func (s step) ReminderExport() result { return text(s.account().ExportReminders()) }
func (s step) ReminderImport() result {
	return imported(s.account().ImportReminders(s.bytes("bytes")))
}
func (s step) EngineSetZone() result { return done(s.engine.SetZone(s.pointer("name"))) }
func (s step) BadgeDigest() result   { return number(s.account().Digest(s.path())).as("digest") }
func (s step) BadgeDiff() result {
	return inHex(s.accountOf("from").Diff(s.text("from_path"), s.accountOf("to"), s.text("to_path")))
}
func (s step) PatchInverse() result { return inHex(PatchInverse(s.bytes("patch"))) }
func (s step) PatchList() result {
	return paged(PatchList(s.bytes("patch"), s.path(), ListFlags(s.int("flags")), s.text("after"), s.limit()))
}
func (s step) BadgeApply() result {
	return done(s.account().Apply(s.path(), s.bytes("patch"), ApplyFlags(s.int("flags"))))
}
func (s step) AccountVerify() result { return done(s.account().Verify()) }
func (s step) AccountGetPosition() result {
	return structure(s.account().BatchPosition(s.text("source")))
}
func (s step) StyleSet() result     { return done(s.account().SetStyle(s.path(), s.style())) }
func (s step) StyleGet() result     { return structure(s.account().Style(s.path())) }
func (s step) BadgePresent() result { return structure(s.account().Present(s.path())) }
func (s step) Present() result {
	return structure(Present(options[Badge](s.get("badge")), s.style()))
}
func (s step) WidgetRefresh() result       { return done(s.scope.RefreshWidgets()) }
func (s step) EngineExportAccount() result { return inHex(s.engine.ExportAccount(s.text("name"))) }
func (s step) EngineExportSource() result  { return inHex(s.engine.ExportSource(s.text("source"))) }
