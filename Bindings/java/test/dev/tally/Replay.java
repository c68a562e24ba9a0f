package dev.tally;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Replays a case of Tests/Conformance; throws an AssertionError at the first step that is not as it should be. */
final class Replay implements AutoCloseable {
    private static final long WALL = 1767225600000L;
    private static final HexFormat HEX = HexFormat.of();

    private volatile long wall;
    private volatile long elapsed = 1000000;
    final Engine engine;
    final Scope scope;
    private final Map<String, Account> accounts = new HashMap<>();
    private final Map<Long, String> accountNames = new HashMap<>();
    private final Map<String, Feed> feeds = new HashMap<>();
    private final Map<Long, String> feedNames = new HashMap<>();
    private final Map<String, Long> nodes = new HashMap<>();
    private final Map<String, Long> tokens = new HashMap<>();
    /** Those that a step has delivered: no later call returns them. */
    private final List<Event> completions = new ArrayList<>();
    private final Map<String, JsonElement> kept = new HashMap<>();
    private final List<Object> drawn = new ArrayList<>();
    private final List<Object> requests = new ArrayList<>();
    private final List<Long> sent = new ArrayList<>();
    private long notices;
    private Path folder;
    private JsonObject step;

    private Replay(JsonObject test) {
        wall = test.has("wall") ? test.get("wall").getAsLong() : WALL;
        EngineOptions options = new EngineOptions().hostDriven(true).seed(1)
            .zone(test.has("zone") ? test.get("zone").getAsString() : "UTC");
        if (test.has("options")) fill(options, test.getAsJsonObject("options"));
        if (test.has("file")) {
            try {
                folder = Files.createTempDirectory("tally");
            } catch (java.io.IOException broken) {
                throw new AssertionError(broken);
            }
            options.file(folder.resolve(test.get("file").getAsString()).toString());
        }
        engine = Engine.open(options.clock(new Clock() {
            @Override
            public Instant wall() {
                return Instant.ofEpochMilli(wall);
            }

            @Override
            public Duration elapsed() {
                return Duration.ofMillis(elapsed);
            }
        }));
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
        if (folder == null) return;
        for (java.io.File each : folder.toFile().listFiles()) each.delete();
        folder.toFile().delete();
    }

    // ---- A step ----

    private void perform(JsonObject raw, String where) {
        step = resolve(raw).getAsJsonObject();
        Map<String, Object> out;
        try {
            out = Steps.call(this, step.get("call").getAsString());
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
        for (String member : List.of("text", "bytes", "digest", "revision", "next")) {
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

    String string(String name) {
        JsonElement value = step.get(name);
        return value == null || value.isJsonNull() ? null : value.getAsString();
    }

    long number(String name) {
        return number(step.get(name));
    }

    private static long number(JsonElement value) {
        if (value == null || value.isJsonNull()) return 0;
        return new BigDecimal(value.getAsString()).toBigInteger().longValue();
    }

    int small(String name) {
        return (int) number(name);
    }

    Instant time(String name) {
        return Times.instant(number(name));
    }

    Duration duration(String name) {
        return number(name) == -1 ? null : Duration.ofMillis(number(name));
    }

    @SuppressWarnings("unchecked")
    <T extends Enum<T> & Coded> T[] flags(Class<T> type) {
        return Codes.set(type, small("flags")).toArray((T[]) Array.newInstance(type, 0));
    }

    int limit() {
        return step.has("limit") ? small("limit") : 10000;
    }

    BadgeKind badgeKind() {
        return BadgeKind.of((int) number(step.getAsJsonObject("badge").get("kind")));
    }

    long badgeCount() {
        return number(step.getAsJsonObject("badge").get("count"));
    }

    byte[] bytes(String name) {
        return string(name) != null ? HEX.parseHex(string(name)) : text("text");
    }

    private byte[] text(String name) {
        String value = string(name) != null ? string(name) : string("text");
        return value == null ? new byte[0] : value.getBytes(StandardCharsets.UTF_8);
    }

    Account account() {
        return account("account");
    }

    Account account(String name) {
        return accounts.get(string(name));
    }

    long token() {
        return tokens.get(string("token"));
    }

    long feedId() {
        return numberOf(feedNames, string("feed"));
    }

    /** 0 for a name that no step has made. */
    private static long numberOf(Map<Long, String> names, String name) {
        return names.entrySet().stream().filter(each -> each.getValue().equals(name))
            .map(Map.Entry::getKey).findFirst().orElse(0L);
    }

    Feed feed() {
        return feeds.get(string("feed"));
    }

    Node node() {
        return new Node(account(), nodes.get(string("node")));
    }

    <T> T options(String name, T options) {
        JsonElement value = step.get(name);
        return value == null || value.isJsonNull() ? null : fill(options, value.getAsJsonObject());
    }

    /** Calls the methods of options by the names of their members in the header; flags are a number. */
    private static <T> T fill(T options, JsonObject values) {
        for (Map.Entry<String, JsonElement> each : values.entrySet()) {
            JsonElement value = each.getValue();
            if (value.isJsonNull()) continue;
            String name = camel(each.getKey());
            try {
                Field field = options.getClass().getDeclaredField(name);
                if (Set.of("flags", "fields", "outboxKinds").contains(name)) field.setInt(options, (int) number(value));
                else set(options, field, value);
            } catch (ReflectiveOperationException unknown) {
                throw new AssertionError("no option " + each.getKey(), unknown);
            }
        }
        return options;
    }

    private static void set(Object options, Field field, JsonElement value) throws ReflectiveOperationException {
        Method setter = Arrays.stream(options.getClass().getMethods())
            .filter(each -> each.getName().equals(field.getName()) && each.getParameterCount() == 1)
            .findFirst().orElseThrow();
        try {
            setter.invoke(options, argument(setter.getParameterTypes()[0], value));
        } catch (DateTimeException impossible) {
            // A day that Java does not have. The library must reject it in other languages.
            setter.invoke(options, (Object) null);
            field.setInt(options, (int) number(value));
        }
    }

    private static Object flags(Class<?> type, long bits) {
        return Arrays.stream(type.getEnumConstants()).filter(each -> (((Coded) each).value() & bits) != 0)
            .toArray(count -> (Object[]) Array.newInstance(type, count));
    }

    private static Object argument(Class<?> type, JsonElement value) throws ReflectiveOperationException {
        if (type == String.class) return value.getAsString();
        if (type == float.class) return value.getAsFloat();
        long number = number(value);
        if (type == int.class) return (int) number;
        if (type == Duration.class) return Duration.ofMillis(number);
        if (type == Instant.class) return Times.instant(number);
        if (type == LocalDate.class) return Times.day((int) number);
        if (type == LocalTime.class) return LocalTime.ofSecondOfDay(number);
        // A set of flags, of which the setter takes any number.
        if (type.isArray()) return flags(type.getComponentType(), number);
        return type.isEnum() ? type.getDeclaredMethod("of", int.class).invoke(null, (int) number) : number;
    }

    long key(String id) {
        if (id == null) return 0;
        return account().messages("root", null, 10000, MessagesFlag.SUBTREE).stream()
            .filter(message -> message.id().equals(id)).findFirst().map(Message::key).orElse(Long.MAX_VALUE);
    }

    long[] keys() {
        List<Long> keys = new ArrayList<>();
        if (step.has("keys")) step.getAsJsonArray("keys").forEach(id -> keys.add(key(id.getAsString())));
        return keys.stream().mapToLong(Long::longValue).toArray();
    }

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        if (step.has("operations")) step.getAsJsonArray("operations").forEach(each -> operations.add(operation(each)));
        return operations;
    }

    private Operation operation(JsonElement element) {
        JsonObject one = element.getAsJsonObject();
        Operation made = one.has("node") ? onNode(one) : atPath(one);
        return one.has("until") ? made.until(Times.instant(number(one.get("until")))) : made;
    }

    private Operation onNode(JsonObject one) {
        Node node = new Node(account(), nodes.get(one.get("node").getAsString()));
        long value = number(one.get("value"));
        return switch (OperationKind.of((int) number(one.get("kind")))) {
            case SET -> Operation.set(node, value);
            case DOT -> Operation.dot(node);
            case ADD -> Operation.add(node, value);
            case CLEAR -> Operation.clear(node);
            case CLEAR_TREE -> Operation.clearTree(node);
            case MUTE -> Operation.mute(node, MuteMode.of((int) value));
            case GET -> Operation.get(node);
            default -> throw new AssertionError("no operation on nodes: " + one);
        };
    }

    private static Operation atPath(JsonObject one) {
        String path = text(one, "path");
        long value = number(one.get("value"));
        return switch (OperationKind.of((int) number(one.get("kind")))) {
            case SET -> Operation.set(path, value);
            case DOT -> Operation.dot(path);
            case ADD -> Operation.add(path, value);
            case CLEAR -> Operation.clear(path);
            case CLEAR_TREE -> Operation.clearTree(path);
            case MUTE -> Operation.mute(path, MuteMode.of((int) value));
            case GET -> Operation.get(path);
            case POST -> Operation.post(path, null);
            case READ -> Operation.read(path);
            default -> throw new AssertionError("no such operation: " + one);
        };
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
    static Map<String, Object> members(Object value) {
        Map<String, Object> out = new LinkedHashMap<>();
        try {
            if (value.getClass().isRecord()) {
                for (RecordComponent component : value.getClass().getRecordComponents()) {
                    Object part = component.getAccessor().invoke(value);
                    if (part instanceof Record inner) out.putAll(members(inner));
                    else put(out, snake(component.getName()), number(component.getGenericType(), part));
                }
            } else {
                for (Field field : value.getClass().getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) put(out, snake(field.getName()), field.get(value));
                }
            }
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
        return out;
    }

    private static void put(Map<String, Object> out, String name, Object value) {
        out.put(name, value == null ? "" : value);
    }

    /** A value of a type as the header has it. */
    static Object number(java.lang.reflect.Type type, Object value) {
        if (value instanceof Status status) return Tally.statusName(status);
        if (value instanceof Coded constant) return constant.value();
        if (value == null && type instanceof Class<?> kind && kind.isEnum()) return 0;
        if (type == Duration.class) return value == null ? -1 : ((Duration) value).toMillis();
        if (type == Instant.class) return Times.timestamp((Instant) value);
        if (type == LocalDate.class) return Times.number((LocalDate) value);
        if (type == LocalTime.class) return Times.number((LocalTime) value);
        if (type instanceof ParameterizedType && value instanceof Set<?> flags) {
            return Codes.bits(flags.toArray(Coded[]::new));
        }
        return value;
    }

    static Map<String, Object> one(String name, Object value) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put(name, value);
        return out;
    }

    static Map<String, Object> unless(boolean isPlain, String status) {
        return isPlain ? new LinkedHashMap<>() : one("#status", status);
    }

    static Map<String, Object> hex(byte[] bytes) {
        return one("bytes", HEX.formatHex(bytes));
    }

    static Map<String, Object> entries(List<?> list) {
        Map<String, Object> out = one("entries", list.stream().map(Replay::members).toList());
        if (list instanceof Page<?> page) page(out, page);
        return out;
    }

    private static void page(Map<String, Object> out, Page<?> page) {
        if (page.hasMore()) out.put("#status", "TALLY_MORE");
        if (page.next() != null) out.put("next", page.next());
    }

    private static List<Map<String, Object>> results(List<Operation.Result> results) {
        return results.stream().map(result -> {
            Map<String, Object> out = members(result);
            return out;
        }).toList();
    }

    private Map<String, Object> event(Event event) {
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

    static Map<String, Object> done(Runnable body) {
        body.run();
        return new LinkedHashMap<>();
    }

    /** The steps that are no functions, and those that make what others name. */
    Map<String, Object> byHand(String name) {
        switch (name) {
            case "go", "wall":
                if (name.equals("go")) elapsed += number("to") - wall;
                wall = number("to");
                return done(engine::step);
            case "step": return done(engine::step);
            case "events": {
                List<Object> events = new ArrayList<>();
                for (Event event = engine.nextEvent(Duration.ZERO); event != null; event = engine.nextEvent(Duration.ZERO)) {
                    long token = event.token();
                    completions.removeIf(each -> each.token() == token);
                    events.add(event(event));
                }
                for (Event each : completions) events.add(event(each));
                completions.clear();
                return one("entries", events);
            }
            case "account_open":
                return keep(engine.account(string("account"), options("options", new AccountOptions())));
            case "account_find":
                return keep(engine.findAccount(numberOf(accountNames, string("account"))));
            case "badge_changes": {
                Account.Changes changes = account().changes(number("since"), number("epoch"), limit()).orElse(null);
                if (changes == null) return one("#status", "TALLY_RESYNC");
                Map<String, Object> out = entries(changes.entries());
                out.put("revision", changes.revision());
                if (changes.hasMore()) out.put("#status", "TALLY_MORE");
                return out;
            }
            case "snapshot_take":
                try (Snapshot snapshot = account().snapshot(string("path"))) {
                    byte[] bytes = snapshot.encode();
                    try (Snapshot decoded = Snapshot.decode(bytes)) {
                        if (!Arrays.equals(bytes, decoded.encode())) throw new AssertionError("it is another one");
                    }
                    return hex(bytes);
                }
            case "badge_restore":
                try (Snapshot snapshot = Snapshot.decode(bytes("snapshot"))) {
                    return done(() -> account().restore(string("path"), snapshot));
                }
            case "snapshot_diff":
                try (Snapshot from = Snapshot.decode(bytes("from")); Snapshot to = Snapshot.decode(bytes("to"))) {
                    return hex(from.diff(to));
                }
            case "snapshot_list":
                try (Snapshot snapshot = Snapshot.decode(bytes("snapshot"))) {
                    return entries(snapshot.list(string("path"), string("after"), limit(), flags(ListFlag.class)));
                }
            case "badge_batch": {
                Account.Batch batch = account().batch(operations(), options("options", new BatchOptions()));
                Map<String, Object> out = one("operations", results(batch.results()));
                out.put("revision", batch.revision());
                if (batch.isRepeated()) out.put("#status", "TALLY_ALREADY_APPLIED");
                batch.results().stream().filter(Operation.Result::isRejected).findFirst()
                    .ifPresent(first -> out.put("#status", Tally.statusName(first.status())));
                return out;
            }
            case "engine_batch": {
                List<Item> items = new ArrayList<>();
                step.getAsJsonArray("items").forEach(each -> items.add(item(each.getAsJsonObject())));
                Status status = engine.batch(items, options("options", new EngineBatchOptions()));
                Map<String, Object> out = one("items", statuses(items.stream().map(Item::status).toList()));
                out.put("#status", Tally.statusName(status));
                return out;
            }
            case "engine_get_position": return members(engine.position(string("source")));
            case "engine_import": {
                List<Status> found = engine.importAll(imports(), flags(ImportFlag.class));
                Map<String, Object> out = one("imports", statuses(found));
                if (found.stream().anyMatch(each -> each != Status.OK)) out.put("#status", "TALLY_PARTIAL");
                return out;
            }
            case "widget_bind":
                return keep(scope.bind(account(), string("path"), (path, drawing) -> {
                    Map<String, Object> entry = one("function", SHOWN.get(drawing.style().kind()));
                    entry.put("path", path);
                    entry.put("text", drawing.text());
                    drawn.add(entry);
                }));
            case "drawn": return taken(drawn);
            case "engine_set_notify": return done(() -> engine.setNotify(number("on") != 0 ? () -> notices++ : null));
            case "notified": {
                long count = notices;
                notices = 0;
                return one("count", count);
            }
            case "engine_set_transport": return done(() -> engine.setTransport(number("on") != 0 ? transport() : null));
            case "requests": return taken(requests);
            case "transport_respond": {
                byte[] body = text("body");
                return done(() -> engine.respond(request(), small("code"), string("headers"), body));
            }
            case "transport_progress": return done(() -> engine.progress(request()));
            case "version": {
                Map<String, Object> out = one("number", Tally.versionNumber());
                out.put("text", Tally.version());
                return out;
            }
            case "status_name": return one("text", Tally.statusName(Status.of(small("number"))));
            case "status_message": return one("text", Tally.statusMessage(Status.of(small("number"))));
            case "node_resolve":
                return done(() -> nodes.put(string("node"), account().node(string("path")).handle()));
            case "feed_add": return keep(account().addFeed(string("feed"), options("options", new FeedOptions())));
            case "feed_find": return keep(account().findFeed(string("feed")));
            case "feed_find_by_id": return keep(account().findFeedById(feedId()));
            default: throw new AssertionError("no such function: " + name);
        }
    }

    private Map<String, Object> keep(Account opened) {
        Account former = accounts.put(string("account"), opened);
        if (former != null) former.close();
        accountNames.put(opened.state().id(), string("account"));
        return new LinkedHashMap<>();
    }

    private Map<String, Object> keep(Feed feed) {
        Feed former = feeds.put(string("feed"), feed);
        if (former != null) former.close();
        feedNames.put(feed.get().state().id(), string("feed"));
        return new LinkedHashMap<>();
    }

    private static final Map<BadgeKind, String> SHOWN = Map.of(BadgeKind.NONE, "hide", BadgeKind.DOT, "show_dot",
        BadgeKind.ICON, "show_icon", BadgeKind.NUMBER, "show_number");

    private static Map<String, Object> taken(List<Object> gathered) {
        Map<String, Object> out = one("entries", List.copyOf(gathered));
        gathered.clear();
        return out;
    }

    private Transport transport() {
        return new Transport() {
            @Override
            public void send(Request request) {
                sent.add(request.id());
                note(request.id(), RequestKind.SEND, request.method(), request.url());
            }

            @Override
            public void cancel(long request) {
                note(request, RequestKind.CANCEL, "GET", "");
            }
        };
    }

    private void note(long request, RequestKind kind, String method, String url) {
        Map<String, Object> entry = one("request", "r" + (sent.indexOf(request) + 1));
        entry.put("kind", kind.value());
        entry.put("method", method);
        entry.put("url", url);
        requests.add(entry);
    }

    private long request() {
        return sent.get(Integer.parseInt(string("request").substring(1)) - 1);
    }

    String file(String name) {
        return folder == null ? string(name) : folder.resolve(string(name)).toString();
    }

    Map<String, Object> feedState() {
        Feed.State state = feed().get();
        Map<String, Object> out = members(state.state());
        out.put("text", state.title());
        return out;
    }

    /** The token is that of the event. */
    void refreshNow() {
        String name = string("token");
        feed().refreshNow().thenAccept(event -> {
            tokens.put(name, event.token());
            completions.add(event);
        });
    }

    private Item item(JsonObject given) {
        Item item = new Item(text(given, "account"), text(given, "id"),
            Times.instant(number(given.get("time"))));
        for (JsonElement each : given.getAsJsonArray("operations")) item.append(operation(each));
        return item;
    }

    private List<Import> imports() {
        List<Import> imports = new ArrayList<>();
        for (JsonElement each : step.getAsJsonArray("imports")) {
            JsonObject one = each.getAsJsonObject();
            imports.add(new Import(text(one, "account"), HEX.parseHex(text(one, "bytes"))));
        }
        return imports;
    }

    private static String text(JsonObject given, String name) {
        return given.has(name) ? given.get(name).getAsString() : null;
    }

    private static List<Map<String, Object>> statuses(List<Status> statuses) {
        return statuses.stream().map(status -> one("status", Tally.statusName(status))).toList();
    }

    Map<String, Object> keep(Scope.Subscription subscription) {
        if (string("token") != null) tokens.put(string("token"), subscription.token());
        return unless(!subscription.isHeld(), "TALLY_HELD");
    }

    Map<String, Object> names() {
        Page<String> names = engine.accounts(string("after"), limit());
        Map<String, Object> out = one("entries", names.stream().map(each -> one("name", each)).toList());
        page(out, names);
        return out;
    }

    Map<String, Object> revised(Account.Listing listing) {
        Map<String, Object> out = entries(listing.entries());
        out.put("revision", listing.revision());
        return out;
    }

    Map<String, Object> planned(Account.PlanChanges changes) {
        Map<String, Object> out = entries(changes.entries());
        out.putAll(members(changes.plan()));
        if (string("token") != null) tokens.put(string("token"), changes.plan().token());
        return out;
    }

    Map<String, Object> imported(Account.ReminderImport result) {
        Map<String, Object> out = entries(result.skipped());
        out.put("taken", result.taken());
        out.put("skipped", (long) result.skipped().size());
        return out;
    }
}
