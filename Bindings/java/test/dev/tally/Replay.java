package dev.tally;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Replays a case of Tests/Conformance; throws an AssertionError at the first step that is not as it should be. */
final class Replay implements AutoCloseable {
    private static final long WALL = 1767225600000L;
    private static final HexFormat HEX = HexFormat.of();

    private volatile long wall;
    private volatile long elapsed = 1000000;
    private final Engine engine;
    private final Scope scope;
    private final Map<String, Account> accounts = new HashMap<>();
    private final Map<Long, String> accountNames = new HashMap<>();
    private final Map<String, Feed> feeds = new HashMap<>();
    private final Map<Long, String> feedNames = new HashMap<>();
    private final Map<String, Long> nodes = new HashMap<>();
    private final Map<String, Long> tokens = new HashMap<>();
    private final Map<String, JsonElement> kept = new HashMap<>();
    private JsonObject step;

    private Replay(JsonObject test) {
        wall = test.has("wall") ? test.get("wall").getAsLong() : WALL;
        Raw.EngineOptions options = new Raw.EngineOptions().flags(Raw.TALLY_ENGINE_HOST_DRIVEN).seed(1)
            .zone(test.has("zone") ? test.get("zone").getAsString() : "UTC");
        if (test.has("options")) fill(options, test.getAsJsonObject("options"));
        engine = Engine.open(options, new Clock() {
            @Override
            public long wall() {
                return wall;
            }

            @Override
            public long elapsed() {
                return elapsed;
            }
        });
        scope = engine.scope();
    }

    /** Answers how many cases there were. */
    static int file(Path path) throws java.io.IOException {
        int count = 0;
        for (String line : Files.readAllLines(path)) {
            if (line.isBlank()) continue;
            run(JsonParser.parseString(line).getAsJsonObject());
            count++;
        }
        return count;
    }

    static void run(JsonObject test) {
        try (Replay replay = new Replay(test)) {
            int at = 0;
            for (JsonElement each : test.getAsJsonArray("steps")) {
                String where = test.get("case").getAsString() + ", step " + at++ + ": " + each;
                replay.perform(each.getAsJsonObject(), where);
            }
        }
    }

    @Override
    public void close() {
        accounts.values().forEach(Account::close);
        feeds.values().forEach(Feed::close);
        scope.close();
        engine.close();
    }

    // ---- A step ----

    private void perform(JsonObject raw, String where) {
        step = resolve(raw).getAsJsonObject();
        Map<String, Object> out;
        try {
            out = call(step.get("call").getAsString());
        } catch (BatchException refused) {
            out = refusal(refused);
            out.put("operations", results(refused.results()));
        } catch (TallyException refused) {
            out = refusal(refused);
        } catch (RuntimeException broken) {
            throw new AssertionError(where + ": " + broken, broken);
        }
        String status = string("status") == null ? "TALLY_OK" : string("status");
        Object found = out.getOrDefault("#status", "TALLY_OK");
        if (!status.equals(found)) throw new AssertionError(where + ": " + found + " " + out.get("#message"));
        if (string("message") != null && !String.valueOf(out.get("#message")).contains(string("message"))) {
            throw new AssertionError(where + ": " + out.get("#message"));
        }
        if (step.has("out")) {
            boolean isUnordered = step.get("call").getAsString().equals("badge_changes");
            for (Map.Entry<String, JsonElement> each : step.getAsJsonObject("out").entrySet()) {
                compare(out.get(each.getKey()), each.getValue(), isUnordered, where + ": " + each.getKey());
            }
        }
        if (raw.has("as")) keep(string("as"), out);
    }

    private void keep(String name, Map<String, Object> out) {
        for (String member : List.of("text", "bytes", "digest", "revision")) {
            Object value = out.get(member);
            if (value == null) continue;
            kept.put(name, new JsonPrimitive(
                value instanceof Long number ? Long.toUnsignedString(number) : value.toString()));
            return;
        }
    }

    private static Map<String, Object> refusal(TallyException refused) {
        Map<String, Object> out = one("#status", refused.statusName());
        out.put("#message", refused.getMessage());
        return out;
    }

    private JsonElement resolve(JsonElement value) {
        if (value.isJsonPrimitive() && value.getAsJsonPrimitive().isString() && value.getAsString().startsWith("$")) {
            return kept.get(value.getAsString().substring(1));
        }
        if (value.isJsonArray()) {
            JsonArray result = new JsonArray();
            value.getAsJsonArray().forEach(each -> result.add(resolve(each)));
            return result;
        }
        if (value.isJsonObject()) {
            JsonObject result = new JsonObject();
            value.getAsJsonObject().entrySet().forEach(each -> result.add(each.getKey(), resolve(each.getValue())));
            return result;
        }
        return value;
    }

    // ---- Arguments ----

    private String string(String name) {
        JsonElement value = step.get(name);
        return value == null || value.isJsonNull() ? null : value.getAsString();
    }

    private long number(String name) {
        return number(step.get(name));
    }

    private static long number(JsonElement value) {
        if (value == null || value.isJsonNull()) return 0;
        return new BigDecimal(value.getAsString()).toBigInteger().longValue();
    }

    private int small(String name) {
        return (int) number(name);
    }

    private int limit() {
        return step.has("limit") ? small("limit") : 10000;
    }

    private byte[] bytes(String name) {
        return string(name) != null ? HEX.parseHex(string(name)) : text("text");
    }

    private byte[] text(String name) {
        String value = string(name) != null ? string(name) : string("text");
        return value == null ? new byte[0] : value.getBytes(StandardCharsets.UTF_8);
    }

    private Account account() {
        return accounts.get(string("account"));
    }

    private Feed feed() {
        return feeds.get(string("feed"));
    }

    private Node node() {
        return new Node(account(), nodes.get(string("node")));
    }

    private <T> T options(String name, T options) {
        JsonElement value = step.get(name);
        return value == null || value.isJsonNull() ? null : fill(options, value.getAsJsonObject());
    }

    /** Fills options' fields by their names in the header. */
    private static <T> T fill(T options, JsonObject values) {
        for (Map.Entry<String, JsonElement> each : values.entrySet()) {
            JsonElement value = each.getValue();
            if (value.isJsonNull()) continue;
            try {
                Field field = options.getClass().getField(camel(each.getKey()));
                if (field.getType() == String.class) field.set(options, value.getAsString());
                else if (field.getType() == float.class) field.setFloat(options, value.getAsFloat());
                else if (field.getType() == int.class) field.setInt(options, (int) number(value));
                else field.setLong(options, number(value));
            } catch (ReflectiveOperationException unknown) {
                throw new AssertionError("no option " + each.getKey(), unknown);
            }
        }
        return options;
    }

    private long key(String id) {
        if (id == null) return 0;
        return account().messages("root", Raw.TALLY_MESSAGES_SUBTREE, 0, 10000).stream()
            .filter(message -> message.id().equals(id)).findFirst().map(Raw.Message::key).orElse(Long.MAX_VALUE);
    }

    private long[] keys() {
        List<Long> keys = new ArrayList<>();
        if (step.has("keys")) step.getAsJsonArray("keys").forEach(id -> keys.add(key(id.getAsString())));
        return keys.stream().mapToLong(Long::longValue).toArray();
    }

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        if (!step.has("operations")) return operations;
        for (JsonElement each : step.getAsJsonArray("operations")) {
            JsonObject one = each.getAsJsonObject();
            long node = one.has("node") ? nodes.get(one.get("node").getAsString()) : 0;
            operations.add(new Operation((int) number(one.get("kind")),
                one.has("path") ? one.get("path").getAsString() : null, node, number(one.get("value")),
                number(one.get("until"))));
        }
        return operations;
    }

    // ---- What comes out ----

    private static String camel(String name) {
        StringBuilder result = new StringBuilder();
        for (String part : name.split("_")) {
            result.append(result.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
        }
        return result.toString();
    }

    private static String snake(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT);
    }

    /** A record's components, or an options' fields, by the header's names; those of records within it among them. */
    private static Map<String, Object> members(Object value) {
        Map<String, Object> out = new LinkedHashMap<>();
        try {
            if (value.getClass().isRecord()) {
                for (RecordComponent component : value.getClass().getRecordComponents()) {
                    Object part = component.getAccessor().invoke(value);
                    if (part instanceof Record inner) out.putAll(members(inner));
                    else put(out, snake(component.getName()), part);
                }
            } else {
                for (Field field : value.getClass().getFields()) put(out, snake(field.getName()), field.get(value));
            }
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
        return out;
    }

    private static void put(Map<String, Object> out, String name, Object value) {
        out.put(name, name.equals("result") ? Tally.statusName((Integer) value) : value == null ? "" : value);
    }

    private static Map<String, Object> one(String name, Object value) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put(name, value);
        return out;
    }

    private static Map<String, Object> unless(boolean isPlain, String status) {
        return isPlain ? new LinkedHashMap<>() : one("#status", status);
    }

    private static Map<String, Object> hex(byte[] bytes) {
        return one("bytes", HEX.formatHex(bytes));
    }

    private static Map<String, Object> entries(List<?> list) {
        Map<String, Object> out = one("entries", list.stream().map(Replay::members).toList());
        if (list instanceof Page<?> page && page.hasMore()) out.put("#status", "TALLY_MORE");
        return out;
    }

    private static List<Map<String, Object>> results(List<Operation.Result> results) {
        return results.stream().map(result -> {
            Map<String, Object> out = members(result);
            out.put("status", Tally.statusName(result.status()));
            return out;
        }).toList();
    }

    private Map<String, Object> event(Raw.Event event) {
        Map<String, Object> out = members(event);
        tokens.forEach((name, token) -> {
            if (token == event.token()) out.put("token", name);
        });
        out.put("account", accountNames.getOrDefault(event.account(), ""));
        out.put("feed", feedNames.getOrDefault(event.feed(), ""));
        return out;
    }

    private static void compare(Object found, JsonElement expected, boolean isUnordered, String where) {
        if (expected.isJsonArray()) {
            List<Object> entries = new ArrayList<>((List<?>) found);
            List<JsonElement> wanted = new ArrayList<>();
            expected.getAsJsonArray().forEach(wanted::add);
            if (isUnordered) {
                entries.sort(Comparator.comparing(each -> ((Map<?, ?>) each).get("path").toString()));
                wanted.sort(Comparator.comparing(each -> each.getAsJsonObject().get("path").getAsString()));
            }
            if (entries.size() != wanted.size()) throw new AssertionError(where + ": " + entries);
            for (int at = 0; at < wanted.size(); at++) {
                compare(entries.get(at), wanted.get(at), false, where + " " + at);
            }
        } else if (expected.isJsonObject()) {
            for (Map.Entry<String, JsonElement> each : expected.getAsJsonObject().entrySet()) {
                compare(((Map<?, ?>) found).get(each.getKey()), each.getValue(), false, where + "." + each.getKey());
            }
        } else if (!isSame(found, expected)) {
            throw new AssertionError(where + ": " + found + ", not " + expected);
        }
    }

    private static boolean isSame(Object found, JsonElement expected) {
        if (found instanceof Boolean flag) return expected.getAsInt() == (flag ? 1 : 0);
        if (found instanceof Number number) {
            BigDecimal wanted = new BigDecimal(expected.getAsString());
            if (wanted.compareTo(new BigDecimal(number.toString())) == 0) return true;
            if (number instanceof Integer bits) {
                return wanted.compareTo(BigDecimal.valueOf(Integer.toUnsignedLong(bits))) == 0;
            }
            return number instanceof Long bits
                && wanted.compareTo(new BigDecimal(Long.toUnsignedString(bits))) == 0;
        }
        return expected.isJsonNull() ? found == null : expected.getAsString().equals(found);
    }

    // ---- The functions ----

    private static Map<String, Object> done(Runnable body) {
        body.run();
        return new LinkedHashMap<>();
    }

    private Map<String, Object> call(String name) {
        String group = name.contains("_") ? name.substring(0, name.indexOf('_')) : name;
        return switch (group) {
            case "account" -> accountCall(name);
            case "badge", "style", "batch" -> badge(name);
            case "node" -> nodeCall(name);
            case "feed" -> feedCall(name);
            case "outbox" -> outbox(name);
            case "reminder" -> reminder(name);
            case "message", "group", "category", "strings", "push" -> messages(name);
            default -> other(name);
        };
    }

    private Map<String, Object> other(String name) {
        switch (name) {
            case "go":
                elapsed += number("to") - wall;
                wall = number("to");
                return done(engine::step);
            case "wall":
                wall = number("to");
                return done(engine::step);
            case "step": return done(engine::step);
            case "events": {
                List<Object> events = new ArrayList<>();
                for (Raw.Event event = engine.nextEvent(0); event != null; event = engine.nextEvent(0)) {
                    events.add(event(event));
                }
                return one("entries", events);
            }
            case "engine_total": return members(engine.total());
            case "engine_verify": return done(engine::verify);
            case "zone_set": return done(() -> engine.setZone(string("name")));
            case "path_escape": return one("text", Tally.escape(string("name")));
            case "path_join": return one("text", Tally.join(string("path"), string("name")));
            case "path_parent": return one("text", Tally.parent(string("path")));
            case "path_component": return one("text", Tally.component(string("path"), small("index")));
            case "present": return members(
                Tally.present(number("shows") != 0, number("count"), options("style", new Raw.Style())));
            case "snapshot_diff": return hex(Tally.diff(bytes("from"), bytes("to")));
            case "patch_inverse": return hex(Tally.inverse(bytes("patch")));
            case "mapping_try": return one("text",
                Tally.tryMapping(string("preset"), string("mapping"), bytes("body")));
            case "unobserve": return done(() -> scope.unobserve(tokens.get(string("token"))));
            case "observe": return token(scope.observe(account(), string("path"), small("flags"), null));
            case "observe_messages":
                return token(scope.observeMessages(account(), string("path"), small("flags"), null));
            case "observe_groups": return token(scope.observeGroups(account(), small("flags"), null));
            case "observe_total": return token(scope.observeTotal(small("flags"), null));
            default: throw new AssertionError("no such function: " + name);
        }
    }

    private Map<String, Object> token(Scope.Subscription subscription) {
        if (string("token") != null) tokens.put(string("token"), subscription.token());
        return unless(!subscription.isHeld(), "TALLY_HELD");
    }

    private Map<String, Object> accountCall(String name) {
        switch (name) {
            case "account_open": {
                Account opened = engine.account(string("account"), options("options", new Raw.AccountOptions()));
                Account former = accounts.put(string("account"), opened);
                if (former != null) former.close();
                accountNames.put(opened.info().id(), string("account"));
                return new LinkedHashMap<>();
            }
            case "account_log_in": return done(() -> account().logIn(string("token")));
            case "account_log_out": return done(() -> account().logOut());
            case "account_info": {
                Account.Info info = account().info();
                Map<String, Object> out = members(info);
                out.put("logged_in", info.isLoggedIn());
                return out;
            }
            case "account_list": {
                Page<String> names = engine.accounts(string("after"), limit());
                Map<String, Object> out = one("entries", names.stream().map(each -> one("name", each)).toList());
                if (names.hasMore()) out.put("#status", "TALLY_MORE");
                return out;
            }
            case "account_drop": return done(() -> engine.dropAccount(string("name")));
            case "account_hash": return one("partition", Tally.accountHash(string("name"), number("partitions")));
            case "account_snapshot": return hex(account().snapshotAll());
            case "account_restore": return done(() -> engine.restoreAccount(string("name"), bytes("snapshot")));
            case "account_verify": return done(() -> account().verify());
            case "account_foreground": return done(() -> account().foreground(number("foreground") != 0));
            case "account_network_changed": return done(() -> account().networkChanged(number("available") != 0));
            case "account_woke": return done(() -> account().woke());
            default: throw new AssertionError("no such function: " + name);
        }
    }

    private Map<String, Object> badge(String name) {
        String path = string("path");
        switch (name) {
            case "badge_set": return done(() -> account().set(path, number("count")));
            case "badge_dot": return done(() -> account().dot(path));
            case "badge_set_until": return done(() -> account().set(path, number("count"), number("until")));
            case "badge_dot_until": return done(() -> account().dot(path, number("until")));
            case "badge_add": return done(() -> account().add(path, number("delta")));
            case "badge_clear": return unless(account().clear(path), "TALLY_HELD");
            case "badge_force": return done(() -> account().force(path));
            case "badge_mute": return done(() -> account().mute(path, small("mode"), number("until")));
            case "badge_get": return members(account().get(path));
            case "badge_list": {
                Account.Listing listing = account().list(path, small("flags"));
                Map<String, Object> out = entries(listing.entries());
                out.put("revision", listing.revision());
                return out;
            }
            case "badge_changes": {
                Account.Changes changes = account().changes(number("since"), number("epoch"), limit()).orElse(null);
                if (changes == null) return one("#status", "TALLY_RESYNC");
                Map<String, Object> out = entries(changes.entries());
                out.put("revision", changes.revision());
                if (changes.hasMore()) out.put("#status", "TALLY_MORE");
                return out;
            }
            case "badge_explain": return entries(account().explain(path));
            case "badge_snapshot": return hex(account().snapshot(path));
            case "badge_restore": return done(() -> account().restore(path, bytes("snapshot")));
            case "badge_digest": return one("digest", account().digest(path));
            case "badge_diff": return hex(accounts.get(string("from")).diff(
                string("from_path"), accounts.get(string("to")), string("to_path")));
            case "badge_apply": return done(() -> account().apply(path, bytes("patch"), small("flags")));
            case "badge_batch": {
                Account.Batch batch = account().batch(operations(), options("options", new Raw.BatchOptions()));
                Map<String, Object> out = one("operations", results(batch.results()));
                out.put("revision", batch.revision());
                if (batch.isRepeated()) out.put("#status", "TALLY_ALREADY_APPLIED");
                return out;
            }
            case "batch_position": return members(account().batchPosition(string("source")));
            case "badge_present": return members(account().present(path));
            case "style_set": return done(() -> account().setStyle(path, options("style", new Raw.Style())));
            case "style_get": return members(account().style(path));
            default: throw new AssertionError("no such function: " + name);
        }
    }

    private Map<String, Object> nodeCall(String name) {
        switch (name) {
            case "node_resolve":
                return done(() -> nodes.put(string("node"), account().node(string("path")).handle()));
            case "node_release": return done(() -> node().close());
            case "node_path": return one("text", node().path());
            case "node_set": return done(() -> node().set(number("count")));
            case "node_dot": return done(() -> node().dot());
            case "node_add": return done(() -> node().add(number("delta")));
            case "node_clear": return unless(node().clear(), "TALLY_HELD");
            case "node_force": return done(() -> node().force());
            case "node_mute": return done(() -> node().mute(small("mode"), number("until")));
            case "node_get": return members(node().get());
            default: throw new AssertionError("no such function: " + name);
        }
    }

    private Map<String, Object> feedCall(String name) {
        switch (name) {
            case "feed_add": {
                Feed added = account().addFeed(string("feed"), options("options", new Raw.FeedOptions()));
                Feed former = feeds.put(string("feed"), added);
                if (former != null) former.close();
                feedNames.put(added.get().state().id(), string("feed"));
                return new LinkedHashMap<>();
            }
            case "feed_list": return entries(account().feeds(string("after"), limit()));
            case "feed_rejected": {
                long id = feedNames.entrySet().stream().filter(each -> each.getValue().equals(string("feed")))
                    .map(Map.Entry::getKey).findFirst().orElse(0L);
                return entries(account().rejected(id, number("after"), limit()));
            }
            case "feed_remove": return done(() -> feed().remove());
            case "feed_refresh": return done(() -> feed().refresh());
            case "feed_deliver": return done(() -> feed().deliver(bytes("bytes")));
            case "feed_push": return done(() -> feed().push(bytes("payload")));
            default: throw new AssertionError("no such function: " + name);
        }
    }

    private Map<String, Object> messages(String name) {
        String path = string("path");
        String thread = string("thread");
        String language = string("language");
        switch (name) {
            case "push": return done(() -> account().push(bytes("payload")));
            case "push_badge": return done(() -> account().setPushBadge(path));
            case "message_view_begin": return token(scope.viewMessages(account(), path));
            case "message_view_end": return done(() -> scope.unobserve(tokens.get(string("token"))));
            case "message_post": return one("key", account().post(path, options("options", new Raw.MessageOptions())));
            case "message_remove": return done(() -> account().removeMessage(string("id")));
            case "message_list":
                return entries(account().messages(path, small("flags"), key(string("after")), limit()));
            case "message_counts": return members(account().messageCounts(path, small("flags")));
            case "message_read": return one("changed", account().read(keys()));
            case "message_read_path": return one("changed", account().readPath(path, small("flags")));
            case "message_read_until":
                return one("changed", account().readUntil(path, small("flags"), key(string("last"))));
            case "message_unread": return one("changed", account().unread(keys()));
            case "group_configure": return done(() -> account().configureGroups(small("grouping"), language));
            case "group_list":
                return entries(account().groups(language, small("flags"), key(string("after")), limit()));
            case "group_get": return members(account().group(thread, language, small("flags")));
            case "group_messages": return entries(account().groupMessages(thread, key(string("after")), limit()));
            case "group_seen": return done(() -> account().groupSeen(thread));
            case "group_dismiss": return one("changed", account().dismissGroup(thread, keys()));
            case "category_set": return done(() ->
                account().setCategory(string("id"), string("summary"), string("hidden")));
            case "strings_set": return done(() ->
                account().setStrings(string("key"), language, options("forms", new Raw.Forms())));
            case "strings_import": {
                Account.Import result = account().importStrings(small("kind"), bytes("bytes"), language);
                Map<String, Object> out = one("taken", result.taken());
                out.put("skipped", result.passedOver());
                return out;
            }
            default: throw new AssertionError("no such function: " + name);
        }
    }

    private Map<String, Object> outbox(String name) {
        switch (name) {
            case "outbox_configure": return done(() ->
                account().configureOutbox(options("options", new Raw.OutboxOptions())));
            case "outbox_lease": return entries(account().leaseOutbox(number("duration"), limit()));
            case "outbox_ack": return unless(
                account().acknowledgeOutbox(number("sequence"), bytes("answer")), "TALLY_ALREADY_APPLIED");
            case "outbox_fail": return unless(account().failOutbox(
                number("sequence"), number("attempt"), number("retry_after")), "TALLY_ALREADY_APPLIED");
            case "outbox_list": return entries(account().outbox(number("after"), limit()));
            case "outbox_counts": return members(account().outboxCounts());
            case "outbox_retry": return one("count", account().retryOutbox(number("sequence")));
            case "outbox_purge": return one("count", account().purgeOutbox(number("sequence")));
            default: throw new AssertionError("no such function: " + name);
        }
    }

    private Map<String, Object> reminder(String name) {
        String id = string("id");
        switch (name) {
            case "reminder_put": return done(() ->
                account().putReminder(id, options("options", new Raw.ReminderOptions())));
            case "reminder_edit": return done(() ->
                account().editReminder(id, options("options", new Raw.ReminderOptions())));
            case "reminder_done": return done(() -> account().reminderDone(id));
            case "reminder_undone": return done(() -> account().reminderUndone(id));
            case "reminder_delete": return done(() -> account().deleteReminder(id));
            case "reminder_snooze": return done(() -> account().snoozeReminder(id, number("until")));
            case "reminder_acknowledge": return done(() -> account().acknowledgeReminder(id));
            case "reminder_list": return entries(account().reminders(string("after"), limit()));
            case "reminder_plan": {
                Account.PlanChanges changes = account().planReminders(options("options", new Raw.PlanOptions()));
                Map<String, Object> out = entries(changes.entries());
                out.putAll(members(changes.plan()));
                return out;
            }
            case "reminder_log": return entries(account().reminderLog(number("after"), limit()));
            case "reminder_export": return one("text", account().exportReminders());
            case "reminder_import": return members(account().importReminders(bytes("bytes")));
            default: throw new AssertionError("no such function: " + name);
        }
    }
}
