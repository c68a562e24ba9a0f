// Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

using System;
using System.Collections.Generic;

namespace Tally
{
    public sealed partial class Account
    {
        /// <summary>Gives the account a credential for one server, or replaces it.</summary>
        /// <remarks>
        /// <para>Feeds and the outbox send it to this origin only. It does not follow a redirect or a link to the
        /// next page to another one. It is kept in memory until the account logs out, and is never stored, listed,
        /// traced or logged. Feeds of the server that stopped because it rejected the last credential poll
        /// again.</para>
        /// <para>In later runs its feeds of the server wait until they have a credential: instead of a request, an
        /// event <see cref="EventKind.Auth"/> follows. The same is true of an outbox that is sent to the
        /// server.</para>
        /// </remarks>
        /// <param name="url">One of the server's; only its origin counts (scheme, host and port).</param>
        /// <param name="credential">The members that are set.</param>
        /// <exception cref="TallyException"><see cref="Status.Url"/>, <see cref="Status.Argument"/> (also: it would
        /// be sent without encryption, and the flag PLAIN is not set), <see cref="Status.Limit"/> (64 servers),
        /// <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void SetCredential(string url, Credential credential)
        {
            using (var memory = new Memory())
            {
                Calls.Check(Native.tally_account_set_credential(Handle, Text.Utf8(url), memory.Add(credential)));
            }
        }

        /// <summary>
        /// Removes the account's credential for the server of <c>url</c>, if there is one. Its feeds of the server,
        /// and an outbox that is sent there, need none.
        /// </summary>
        /// <exception cref="TallyException"><see cref="Status.Url"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void RemoveCredential(string url)
        {
            Calls.Check(Native.tally_account_remove_credential(Handle, Text.Utf8(url)));
        }

        /// <summary>Logs in: the feeds of the account may send requests from now on.</summary>
        /// <remarks>
        /// <para>This is stored. When a later run opens the account, it is logged in again, and its stored feeds
        /// run, without a call. A feed whose requests had a credential waits until it is given one: credentials are
        /// never stored. A feed that cannot run is logged. Logging in again restarts feeds that stopped because a
        /// server rejected their credential.</para>
        /// <para>With <see cref="EngineFlags.LoggedOut"/> accounts begin logged out, only feeds that were added or
        /// found run, and log-ins are not stored. A program that contains libtally.a runs stored feeds only if it
        /// calls a function of feeds.</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void LogIn()
        {
            Calls.Check(Native.tally_account_log_in(Handle));
        }

        /// <summary>
        /// Logs out, also for later runs: stops all requests and timers of the account, and drops late responses.
        /// </summary>
        /// <remarks>
        /// <para>Credentials are forgotten. Pending completions get <see cref="Status.LoggedOut"/>. The badges stay
        /// and can be read. The total leaves them out.</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Full"/> (it is logged out in
        /// this run only: repeat the call).</exception>
        public void LogOut()
        {
            Calls.Check(Native.tally_account_log_out(Handle));
        }

        /// <summary>Reads the account's state and name.</summary>
        public AccountState GetState()
        {
            var result = new NativeAccountState { struct_size = Memory.SizeOf<NativeAccountState>() };
            string text = Calls.String((byte[] buffer, UIntPtr capacity, out UIntPtr size) =>
                Native.tally_account_get(Handle, ref result, buffer, capacity, out size));
            return new AccountState(result, text);
        }

        /// <summary>
        /// Changes settings of an account, all or none. They are stored, and apply again in every later run.
        /// </summary>
        /// <remarks>
        /// <para>The settings are on the disk when the call returns. A call that repeats stored settings writes
        /// nothing. Another feeding changes what messages feed as <see cref="Account.SetRule"/> does at
        /// <c>root</c>, but it does not replace a rule.</para>
        /// <para>What other devices have decided is taken from the pages that follow. Without a file, mutes and
        /// snoozes of paths are taken, but not sent: a path that this device has decided keeps its own.</para>
        /// <para>With <see cref="OutboxMode.Sent"/>, the library sends one row at a time while the account is
        /// logged in, before any of its feeds is polled. Requests carry the account's credential for this server,
        /// if it has one. When the library begins to send, after this call or in a later run, former leases
        /// end.</para>
        /// <code>
        /// 2xx, or 409 with the server's state      the row was taken
        /// 401, or 403 without rate-limit headers   an AUTH with feed 0; nothing more until another credential or log-in
        /// 408, 409, 429, 5xx, or no response       again: within 30 s at first, 10 minutes at last, not before Retry-After
        /// other 4xx                                the row has failed for good
        /// </code>
        /// <para>A program that contains libtally.a sends rows only if it calls this function, or a function of the
        /// outbox.</para>
        /// </remarks>
        /// <param name="settings">The members that are set.</param>
        /// <exception cref="TallyException"><see cref="Status.Argument"/> (also: an invalid language; SENT without
        /// an OutboxUrl), <see cref="Status.Range"/> (a timeout), <see cref="Status.Url"/>, <see
        /// cref="Status.Path"/>, <see cref="Status.Io"/>, <see cref="Status.Full"/>; if it changes the feeding also
        /// <see cref="Status.Limit"/>, <see cref="Status.Corrupt"/>.</exception>
        public void Configure(AccountSettings settings)
        {
            using (var memory = new Memory())
            {
                Calls.Check(Native.tally_account_configure(Handle, memory.Add(settings)));
            }
        }

        /// <summary>Reads the settings of an account.</summary>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public AccountSettingsEntry GetSettings()
        {
            return Lists.One((ref NativeRows rows) => Native.tally_account_get_settings(Handle, ref rows),
                (NativeAccountSettingsEntry at, byte[] text) => new AccountSettingsEntry(at, text));
        }

        /// <summary>
        /// Returns everything that is stored for an account, to keep it or to import it into another engine: see
        /// docs/account-export-format.md.
        /// </summary>
        /// <remarks>
        /// <para>Equal accounts give equal bytes. The bytes are of one moment, even if badges are changed during
        /// the call. Of the settings they contain the feeding, the grouping and the language. The outbox's mode,
        /// kinds, URL and timeouts, the push path, styles, observers and credentials are not included.</para>
        /// <para>Cost: O(stored data of the account).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public byte[] Export()
        {
            return Calls.Bytes((ref NativeBytes bytes) => Native.tally_account_export(Handle, ref bytes));
        }

        /// <summary>Sets the node's own badge to <c>count</c>. 0 removes the badge.</summary>
        /// <remarks>
        /// <para>A timestamp in the past removes the badge immediately. Badges that end at the same time end in one
        /// operation, others in order of time. So the state does not depend on when the engine runs.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="until">When the badge ends; null: it does not.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Range"/> (not 0 to <see cref="Constants.MaxCount"/>).</exception>
        public void Set(string path, long count, DateTimeOffset? until = null)
        {
            if (until == null) Calls.Check(Native.tally_badge_set(Handle, Text.Utf8(path), count));
            else Calls.Check(Native.tally_badge_set_until(Handle, Text.Utf8(path), count,
                Times.Milliseconds(until)));
        }

        /// <summary>Sets the node's own badge to a dot.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="until">When the badge ends; null: it does not.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>.</exception>
        public void Dot(string path, DateTimeOffset? until = null)
        {
            if (until == null) Calls.Check(Native.tally_badge_dot(Handle, Text.Utf8(path)));
            else Calls.Check(Native.tally_badge_dot_until(Handle, Text.Utf8(path), Times.Milliseconds(until)));
        }

        /// <summary>
        /// Adds <c>delta</c> to the node's own count; a dot or no badge counts as 0. A result of 0 removes the
        /// badge. A delta of 0 changes nothing. The expiry stays.
        /// </summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Range"/> (the result is not 0 to <see cref="Constants.MaxCount"/>).</exception>
        public void Add(string path, long delta)
        {
            Calls.Check(Native.tally_badge_add(Handle, Text.Utf8(path), delta));
        }

        /// <summary>Clears the badge of a node, because the user has looked.</summary>
        /// <remarks>
        /// <para>The node's own badge is removed, and messages that feed it become seen. With CHILDREN aggregation
        /// nothing changes if a child contributes a badge.</para>
        /// <para>Removing an own badge, here or otherwise, also dismisses the badges that servers have set at the
        /// path. The same revision of one does not show again: see docs/concepts/claims.md.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <returns><see cref="Status.Ok"/>, or <see cref="Status.Held"/> if the node still shows a badge, because
        /// of a child or of unread messages.</returns>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>; if messages feed
        /// the node also <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public Status Clear(string path)
        {
            return Calls.Check(Native.tally_badge_clear(Handle, Text.Utf8(path)));
        }

        /// <summary>
        /// Clears the badges of a node and of everything below it. Messages that feed them become seen.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(badges shown below).</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <returns><see cref="Status.Ok"/>, or <see cref="Status.Held"/> if the node still shows a badge, because
        /// of unread messages there or below.</returns>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>; if messages feed
        /// them also <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public Status ClearTree(string path)
        {
            return Calls.Check(Native.tally_badge_clear_tree(Handle, Text.Utf8(path)));
        }

        /// <summary>Mutes a node until a timestamp, as <see cref="Account.Set"/>.</summary>
        /// <remarks>
        /// <para>Highlights are messages of level HIGHLIGHT or above. Where they pass, a mention in a muted chat
        /// still counts above it, as if the chat were not muted.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="until">When it ends; null: it does not.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Argument"/> (an unknown mode), <see cref="Status.Range"/>.</exception>
        public void Mute(string path, MuteMode mode, DateTimeOffset? until = null)
        {
            Calls.Check(Native.tally_badge_mute(Handle, Text.Utf8(path), (int)mode, Times.Milliseconds(until)));
        }

        /// <summary>
        /// Snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.
        /// </summary>
        /// <remarks>
        /// <para>The node still shows its badge. Its mute stays beside the snooze, and holds again when the snooze
        /// ends. Like a mute, a snooze clears no badge. A call replaces an earlier snooze. A snooze ends at its
        /// time also if the account is opened after it.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="until">When it ends; 0: now.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Range"/> (<c>until</c> is over, or negative).</exception>
        public void Snooze(string path, DateTimeOffset? until)
        {
            Calls.Check(Native.tally_badge_snooze(Handle, Text.Utf8(path), Times.Milliseconds(until)));
        }

        /// <summary>Marks a path as unread, or ends that: a flagged path shows at least a dot.</summary>
        /// <remarks>
        /// <para>The flag feeds a dot, as a message of count 0 does, but is no message: no list, count or group has
        /// it. So set, dot and add leave it. It ends when its path is cleared, read by its path, or viewed, and
        /// with clear_tree of a path above it. The flag is on the disk when the call returns. It is part of an
        /// account's export, and not of snapshots.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="on">1: flags the path; 0: ends the flag.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Argument"/> (another <c>on</c>), <see cref="Status.Io"/>, <see cref="Status.Full"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public void Flag(string path, bool on)
        {
            Calls.Check(Native.tally_badge_flag(Handle, Text.Utf8(path), on ? 1 : 0));
        }

        /// <summary>
        /// Reads what a path shows. An unknown path shows nothing, which is not an error, and is not created.
        /// </summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>.</exception>
        public Badge Get(string path)
        {
            var result = new NativeBadge();
            Calls.Check(Native.tally_badge_get(Handle, Text.Utf8(path), ref result));
            return new Badge(result, null);
        }

        /// <summary>
        /// Reads what a path owns, with the times at which it ends. An unknown path owns nothing, which is not an
        /// error, and is not created.
        /// </summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>; if messages or a flag feed the path also
        /// <see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public OwnBadge GetOwn(string path)
        {
            var result = new NativeBadgeOwn { struct_size = Memory.SizeOf<NativeBadgeOwn>() };
            Calls.Check(Native.tally_badge_get_own(Handle, Text.Utf8(path), ref result));
            return new OwnBadge(result, null);
        }

        /// <summary>
        /// Sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a
        /// tab of chats.
        /// </summary>
        /// <remarks>
        /// <para>The rule is on the disk when the call returns, and the badges that exist already follow it: one
        /// revision. Messages stay unseen, seen or read. No own badge is cleared by it. The path needs no node.
        /// Rules are part of an account's export, and not of snapshots.</para>
        /// <para>Cost: O(messages at the path and below it, and children).</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="rule">Null, or all DEFAULT: the path has no rule of its own any more.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Argument"/> (an unknown
        /// feeding, counting or flag), <see cref="Status.Limit"/> (65,536 rules, or too many nodes), <see
        /// cref="Status.Io"/>, <see cref="Status.Full"/>, <see cref="Status.Corrupt"/>.</exception>
        public void SetRule(string path, BadgeRuleOptions rule = null)
        {
            using (var memory = new Memory())
            {
                Calls.Check(Native.tally_badge_set_rule(Handle, Text.Utf8(path), memory.Add(rule)));
            }
        }

        /// <summary>
        /// Reads the rule that a path has of its own, or, with <c>effective</c>, what holds there.
        /// </summary>
        /// <remarks>
        /// <para>Without a rule of its own, all members are DEFAULT, which is not an error.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="effective">Reads what holds at the path, so no member is DEFAULT.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public BadgeRule GetRule(string path, bool effective = false)
        {
            var result = new NativeBadgeRule { struct_size = Memory.SizeOf<NativeBadgeRule>() };
            Calls.Check(Native.tally_badge_get_rule(Handle, Text.Utf8(path), (effective ? 1u : 0u), ref result));
            return new BadgeRule(result, null);
        }

        /// <summary>Links a path under another one: it counts there too, as if it were a child.</summary>
        /// <remarks>
        /// <para>So a mention in a chat also counts at <c>mentions</c>. A path counts each badge and message below
        /// it once, however many ways lead to it.</para>
        /// <para>A mute holds back on each way out of its path, and not on other ways. The linked path is a child
        /// for the automatic clearing, for HELD, and for clear_tree of <c>under</c>, which clears it and what is
        /// below it. Clearing <c>under</c> alone does not. A link to one's own ancestor is allowed and changes no
        /// number. Neither path needs a node, and both keep theirs.</para>
        /// <para>Observers of <c>under</c>, its revision and <see cref="Account.GetChanges"/> see what arrives by a
        /// link; observers of its subtree get no events for the linked path itself. A batch and a page are one
        /// change, with links too. Expiry clears a linked badge everywhere. Snapshots, patches and diffs have no
        /// links: they compare and carry what paths own. The link is on the disk when the call returns. Links are
        /// part of an account's export.</para>
        /// <para>Cost: O(what is lit at the path and below it, times the paths where it counts).</para>
        /// </remarks>
        /// <param name="path">The path that counts at one more place.</param>
        /// <param name="under">Where.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>; <see cref="Status.Conflict"/> (it would
        /// count at itself; the message names the way); <see cref="Status.Limit"/> (16 links of one path, MaxLinks
        /// of the account, or too many nodes); <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void Link(string path, string under)
        {
            Calls.Check(Native.tally_link_add(Handle, Text.Utf8(path), Text.Utf8(under)));
        }

        /// <summary>
        /// Removes a link. Nothing is cleared by it: <c>under</c> loses what has no other way there, and keeps a
        /// badge of its own.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(what is lit at the path and below it, times the paths where it counts).</para>
        /// </remarks>
        /// <param name="path">The linked path.</param>
        /// <param name="under">Where it shall not count any more.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.NotFound"/> (there is no
        /// such link), <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void Unlink(string path, string under)
        {
            Calls.Check(Native.tally_link_remove(Handle, Text.Utf8(path), Text.Utf8(under)));
        }

        /// <summary>
        /// Lists the links of a path, sorted by the bytes of their paths and then of where they lead.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(log n, and rows).</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="under">Lists the links that lead to the path, sorted by where they lead.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public IEnumerable<Link> Links(string path = "root", bool subtree = false, bool under = false)
        {
            return Lists.All(after => LinksPage(path, subtree, under, after: after));
        }

        /// <summary>Returns a page of <c>Links</c>.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="under">Lists the links that lead to the path, sorted by where they lead.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Page<Link> LinksPage(string path = "root", bool subtree = false, bool under = false,
            string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) => Native.tally_link_list(Handle,
                Text.Utf8(path), (subtree ? 1u : 0u) | (under ? 2u : 0u), from, ref rows),
                (NativeLink at, byte[] text) => new Link(at, text));
        }

        /// <summary>
        /// Explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags. A call that
        /// continues an unchanged list costs its own rows.
        /// </summary>
        /// <remarks>
        /// <para>It lists the nodes at or below the path that own a badge or that messages or a flag feed. Behind a
        /// node are its flag, and those messages, oldest first. It also lists nodes below whose mute or snooze
        /// hides something. The nodes are sorted by the bytes of their paths. A message with further paths is
        /// listed once, under the path that it belongs to, even if that is not below. The contributed counts add up
        /// to the path's count. The path shows a badge if and only if an entry has LIGHTS. This holds for the parts
        /// together if <see cref="Account.GetState"/> gives one revision before and behind them.</para>
        /// <para>Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their
        /// depth); 4 bytes a node.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public IEnumerable<Reason> Explain(string path)
        {
            return Lists.All(after => ExplainPage(path, after: after));
        }

        /// <summary>Returns a page of <c>Explain</c>.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Page<Reason> ExplainPage(string path, string after = null, int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) => Native.tally_badge_explain(Handle,
                Text.Utf8(path), 0, from, ref rows), (NativeReason at, byte[] text) => new Reason(at, text));
        }

        /// <summary>
        /// Lists where servers count something else than their feeds contribute, sorted by the bytes of the paths
        /// and by feeds.
        /// </summary>
        /// <remarks>
        /// <para>Both numbers are from the last response of the feed that had "check": see docs/wire-format.md. The
        /// last 256 of a feed are kept, also after the engine is closed. Exports of accounts do not contain
        /// them.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public IEnumerable<Drift> Drifts(string path = "root", bool subtree = false)
        {
            return Lists.All(after => DriftsPage(path, subtree, after: after));
        }

        /// <summary>Returns a page of <c>Drifts</c>.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="subtree">The path itself and everything below it.</param>
        /// <param name="after">The <c>next</c> of the page before; null: the first page.</param>
        /// <param name="limit">The largest number of rows.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Corrupt"/>.</exception>
        public Page<Drift> DriftsPage(string path = "root", bool subtree = false, string after = null,
            int limit = 1000)
        {
            return Lists.Page(after, limit, (byte[] from, ref NativeRows rows) => Native.tally_drift_list(Handle,
                Text.Utf8(path), (subtree ? 1u : 0u), from, ref rows), (NativeDrift at, byte[] text) => new Drift(at,
                text));
        }

        /// <summary>Applies a push: polls its feeds, and adds the message that it contains.</summary>
        /// <remarks>
        /// <para>docs/wire-format.md ("Pushes") describes the members. All may be missing, and unknown ones are
        /// ignored.</para>
        /// <code>
        /// {"feed":"inbox", "cursor":"196014", "spread":30, "path":"inbox.mentions", "id":"196014", "title":"…", …}
        /// </code>
        /// <para>Without <c>feed</c> all feeds with a URL are polled. If the feed has reached <c>cursor</c>,
        /// nothing is polled and no message is added. With a <c>path</c> there is a message. Without an <c>id</c>
        /// it counts until the feed's next good response; without a <c>feed</c> it needs an id.</para>
        /// </remarks>
        /// <param name="payload">A JSON object, or the payload of an APNs notification with these members beside
        /// <c>aps</c>.</param>
        /// <exception cref="TallyException"><see cref="Status.Protocol"/>, <see cref="Status.TooLarge"/>
        /// (MaxResponseBytes), <see cref="Status.NotFound"/> (no such feed was added), <see
        /// cref="Status.LoggedOut"/>, <see cref="Status.Limit"/>, <see cref="Status.Io"/>, <see
        /// cref="Status.Full"/>.</exception>
        public void Push(byte[] payload)
        {
            Calls.Check(Native.tally_account_push(Handle, payload, Text.Size(payload)));
        }

        /// <summary>
        /// Computes a number that is equal for equal subtrees, and hardly ever equal for others. The number is the
        /// same on every machine. It is not safe against attackers.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(what changed since the last call).</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>.</exception>
        public ulong GetDigest(string path = "root")
        {
            Calls.Check(Native.tally_badge_digest(Handle, Text.Utf8(path), out ulong digestOut));
            return digestOut;
        }

        /// <summary>Returns the minimal patch from one subtree to another, of the same engine.</summary>
        /// <remarks>
        /// <para>Cost: O(what differs).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Path"/>.</exception>
        public byte[] Diff(string path, Account to, string toPath)
        {
            return Calls.Bytes((ref NativeBytes bytes) => Native.tally_badge_diff(Handle, Text.Utf8(path),
                Calls.Given(to, nameof(to)).Handle, Text.Utf8(toPath), ref bytes));
        }

        /// <summary>Takes a snapshot of a path.</summary>
        /// <remarks>
        /// <para>Cost: O(n log n) at most in the nodes listed below.</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>.</exception>
        public Snapshot TakeSnapshot(string path = "root")
        {
            Calls.Check(Native.tally_snapshot_take(Handle, Text.Utf8(path), out IntPtr made));
            return new Snapshot(made);
        }

        /// <summary>Replaces the contents of <c>path</c> and its subtree with a snapshot.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Conflict"/>, <see cref="Status.Io"/>, <see cref="Status.Full"/>.</exception>
        public void Restore(Snapshot snapshot, string path = "root")
        {
            Calls.Check(Native.tally_badge_restore(Handle, Text.Utf8(path), Calls.Given(snapshot,
                nameof(snapshot)).Handle));
        }

        /// <summary>Applies a patch at a path.</summary>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <param name="overwrite">Writes the state after the patch, whatever the state is now.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Malformed"/>, <see cref="Status.Io"/>, <see cref="Status.Full"/>, <see
        /// cref="Status.Conflict"/> (the nodes are not in the state that the patch begins with; the message names
        /// the first).</exception>
        public void Apply(string path, byte[] patch, bool overwrite = false)
        {
            Calls.Check(Native.tally_badge_apply(Handle, Text.Utf8(path), patch, Text.Size(patch),
                (overwrite ? 1u : 0u)));
        }

        /// <summary>
        /// Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful
        /// hosts.
        /// </summary>
        /// <remarks>
        /// <para>Cost: O(nodes).</para>
        /// </remarks>
        /// <exception cref="TallyException"><see cref="Status.Internal"/> (the message has the first wrong
        /// path).</exception>
        public void Verify()
        {
            Calls.Check(Native.tally_account_verify(Handle));
        }

        /// <summary>Reads how far a source was applied by <see cref="Account.Batch"/>.</summary>
        /// <exception cref="TallyException"><see cref="Status.NotFound"/> (no batch of this source was applied),
        /// <see cref="Status.Io"/>, <see cref="Status.Corrupt"/>.</exception>
        public BatchPosition GetBatchPosition(string source)
        {
            var result = new NativePosition { struct_size = Memory.SizeOf<NativePosition>() };
            Calls.Check(Native.tally_account_get_position(Handle, Text.Utf8(source), ref result));
            return new BatchPosition(result, null);
        }

        /// <summary>Replaces the style of a path.</summary>
        /// <remarks>
        /// <para>null, or no fields, removes it. Widgets at the path or below that look different afterwards are
        /// drawn again, in the order of "Watching".</para>
        /// <para>Cost: O(observers of the account, times the depth of their paths).</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>, <see cref="Status.Limit"/>, <see
        /// cref="Status.Argument"/> (an unknown field or overflow, an invalid icon), <see cref="Status.Range"/> (a
        /// number, also NaN).</exception>
        public void SetStyle(string path, Style style)
        {
            using (var memory = new Memory())
            {
                Calls.Check(Native.tally_style_set(Handle, Text.Utf8(path), memory.Add(style)));
            }
        }

        /// <summary>Reads how to draw a path.</summary>
        /// <remarks>
        /// <para>Without a count an icon shows: the one that a feed's page gave to the path's own badge, or that of
        /// the path's style. A page's icon is removed with its badge, and when the badge is replaced. An unknown
        /// path shows nothing, and has the style that it would inherit.</para>
        /// <para>Cost: O(depth of the path).</para>
        /// </remarks>
        /// <param name="path"><c>root</c>, or components separated by dots.</param>
        /// <exception cref="TallyException"><see cref="Status.Path"/>.</exception>
        public Drawing Present(string path)
        {
            var result = new NativePresentation();
            string found = Calls.String((byte[] buffer, UIntPtr capacity, out UIntPtr size) =>
            {
                result = new NativePresentation { struct_size = Memory.SizeOf<NativePresentation>() };
                return Native.tally_badge_present(Handle, Text.Utf8(path), ref result, buffer, capacity, out size);
            });
            return new Drawing(new Presentation(result, null), found);
        }
    }
}
