// Replays the conformance data (Tests/Conformance/README.md) through tally.hpp.
//     replay FILE.jsonl…
#include "../tally.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

using json = nlohmann::json;

namespace {

// --- Values ----------------------------------------------------------------------------------------------------------

std::string hex(const tally::bytes &value) {
    static const char digits[] = "0123456789abcdef";
    std::string result;
    for (const auto byte : value) {
        result += digits[byte >> 4];
        result += digits[byte & 15];
    }
    return result;
}

tally::bytes unhex(const std::string &text) {
    tally::bytes result;
    for (std::size_t index = 0; index + 1 < text.size(); index += 2)
        result.push_back(static_cast<std::uint8_t>(std::stoi(text.substr(index, 2), nullptr, 16)));
    return result;
}

template <typename T>
T integer(const json &value) {
    if (value.is_null()) return 0;
    if (!value.is_string()) return value.get<T>();
    const std::string &digits = value.get_ref<const std::string &>();
    return static_cast<T>(digits[0] == '-' ? static_cast<std::uint64_t>(std::stoll(digits)) : std::stoull(digits));
}

/// The members of an object; one that is missing is null.
struct members {
    const json &from;

    const json &operator[](const char *name) const {
        static const json null;
        const auto found = from.is_object() ? from.find(name) : from.end();
        return from.is_object() && found != from.end() ? *found : null;
    }
    operator bool() const { return from.is_object(); }
    template <typename T>
    T number(const char *name) const {
        return integer<T>((*this)[name]);
    }
    /// A number, an enumeration, a duration or a point in time.
    template <typename T>
    T made(const char *name) const {
        return tally::detail::made<T>(number<decltype(tally::detail::raw(T{}))>(name));
    }
    std::int32_t i32(const char *name) const { return number<std::int32_t>(name); }
    std::uint32_t u32(const char *name) const { return number<std::uint32_t>(name); }
    std::int64_t i64(const char *name) const { return number<std::int64_t>(name); }
    std::uint64_t u64(const char *name) const { return number<std::uint64_t>(name); }
    std::string_view text(const char *name) const {
        const json &value = (*this)[name];
        return value.is_null() ? std::string_view() : std::string_view(value.get_ref<const std::string &>());
    }
    std::string string(const char *name) const { return std::string(text(name)); }
    std::optional<std::string_view> optional(const char *name) const {
        return (*this)[name].is_null() ? std::nullopt : std::optional(text(name));
    }
    std::optional<std::string> option(const char *name) const {
        return (*this)[name].is_null() ? std::nullopt : std::optional(string(name));
    }
    tally::bytes bytes(const char *name) const {
        if (!(*this)[name].is_null()) return unhex(string(name));
        const std::string text = string("text");
        return tally::bytes(text.begin(), text.end());
    }
    std::size_t limit() const { return (*this)["limit"].is_null() ? 10000 : number<std::size_t>("limit"); }
};

#define OPTION(name) result.name = from.option(#name)
#define NUMBER(name) result.name = from.made<decltype(result.name)>(#name)
#define GIVEN(name) give(result.name, from, #name)

/// A member is given where it stands there.
template <typename T>
void give(std::optional<T> &to, const members &from, const char *name) {
    if (!from[name].is_null()) to = from.made<T>(name);
}

tally::badge badge(const members &from) {
    return tally::badge(from.made<tally::badge_kind>("kind"), from.u64("count"));
}

/// A style has the members that `fields` says. An unknown field cannot be said in C++: it is an error of its own.
std::optional<tally::style> style(const members &from) {
    if (!from) return std::nullopt;
    tally::style result;
    const auto fields = from.u32("fields");
    if (fields >= 2 * TALLY_STYLE_FIELD_HIGHLIGHT_COLOR) throw tally::error(tally::status::argument, "unknown fields");
    if (fields & TALLY_STYLE_FIELD_DOT_RADIUS) result.dot_radius = from.number<float>("dot_radius");
    if (fields & TALLY_STYLE_FIELD_OFFSET)
        result.offset = {from.number<float>("offset_x"), from.number<float>("offset_y")};
    if (fields & TALLY_STYLE_FIELD_FONT_SIZE) result.font_size = from.number<float>("font_size");
    if (fields & TALLY_STYLE_FIELD_FONT_WEIGHT) result.font_weight = from.i32("font_weight");
    if (fields & TALLY_STYLE_FIELD_TEXT_COLOR) result.text_color = from.u32("text_color");
    if (fields & TALLY_STYLE_FIELD_BACKGROUND_COLOR) result.background_color = from.u32("background_color");
    if (fields & TALLY_STYLE_FIELD_HIGHLIGHT_COLOR) result.highlight_color = from.u32("highlight_color");
    if (fields & TALLY_STYLE_FIELD_MAX_COUNT) result.max_count = from.u64("max_count");
    if (fields & TALLY_STYLE_FIELD_OVERFLOW) result.overflow = from.made<tally::overflow_style>("overflow");
    if (fields & TALLY_STYLE_FIELD_ICON) result.icon = from.string("icon");
    return result;
}

// --- What comes out --------------------------------------------------------------------------------------------------

/// A text, or what C has in the place of a value.
template <typename T>
json shown_as(const T &value) {
    if constexpr (std::is_same_v<T, std::string>) return value;
    else return tally::detail::raw(value);
}

#define OUT(name) {#name, shown_as(from.name)}

#include "steps.hpp"

json to_json(const tally::badge_entry &from) {
    json result = to_json(from.badge);
    result["badge"] = result;
    result["path"] = from.path;
    return result;
}
json to_json(const std::string &from) { return {{"name", from}}; }
json to_json(const tally::plan_summary &from) { return {OUT(planned), OUT(left_out), OUT(reach)}; }
json to_json(const tally::style &from) {
    json result = {{"fields", 0}, {"icon", from.icon.value_or("")}};
    std::uint32_t fields = 0;
    const auto put = [&](const char *name, const auto &value, std::uint32_t field) {
        if (value) fields |= field;
        result[name] = value ? shown_as(*value) : json(0);
    };
    put("dot_radius", from.dot_radius, TALLY_STYLE_FIELD_DOT_RADIUS);
    put("font_size", from.font_size, TALLY_STYLE_FIELD_FONT_SIZE);
    put("font_weight", from.font_weight, TALLY_STYLE_FIELD_FONT_WEIGHT);
    put("text_color", from.text_color, TALLY_STYLE_FIELD_TEXT_COLOR);
    put("background_color", from.background_color, TALLY_STYLE_FIELD_BACKGROUND_COLOR);
    put("highlight_color", from.highlight_color, TALLY_STYLE_FIELD_HIGHLIGHT_COLOR);
    put("max_count", from.max_count, TALLY_STYLE_FIELD_MAX_COUNT);
    put("overflow", from.overflow, TALLY_STYLE_FIELD_OVERFLOW);
    if (from.offset) fields |= TALLY_STYLE_FIELD_OFFSET;
    result["offset_x"] = from.offset ? from.offset->first : 0;
    result["offset_y"] = from.offset ? from.offset->second : 0;
    if (from.icon) fields |= TALLY_STYLE_FIELD_ICON;
    result["fields"] = fields;
    return result;
}

template <typename List>
json entries(const List &from) {
    json result = json::array();
    for (const auto &entry : from) result.push_back(to_json(entry));
    return {{"entries", result}};
}

json text(std::string value) { return {{"text", std::move(value)}}; }
json data(const tally::bytes &value) { return {{"bytes", hex(value)}}; }
json to_json(const tally::account_state &from) {
    return {OUT(name), OUT(id), OUT(revision), OUT(epoch), {"logged_in", from.logged_in ? 1 : 0}, OUT(aggregation),
            OUT(feeding)};
}
json revised(const tally::badge_listing &list) {
    json result = entries(list.entries);
    result["revision"] = list.revision;
    return result;
}

/// The difference from the expected value; empty: there is none.
std::string difference(const json &expected, const json &actual, const std::string &place) {
    const auto differs = [&] { return place + ": expected " + expected.dump() + ", but it is " + actual.dump(); };
    if (expected.is_object() && actual.is_object()) {
        for (const auto &[name, value] : expected.items()) {
            const auto found = actual.find(name);
            if (found == actual.end()) return place + "." + name + ": there is no such output";
            const bool is_key = name == "key" || name == "newest" || name == "oldest" || name == "message";
            if (is_key && found->is_number()) continue;
            const std::string inner = difference(value, *found, place + "." + name);
            if (!inner.empty()) return inner;
        }
        return "";
    }
    if (expected.is_array() && actual.is_array()) {
        if (expected.size() != actual.size()) return differs();
        for (std::size_t index = 0; index < expected.size(); ++index) {
            const std::string inner =
                difference(expected[index], actual[index], place + "[" + std::to_string(index) + "]");
            if (!inner.empty()) return inner;
        }
        return "";
    }
    if (expected.is_string() && actual.is_object()) return difference(expected, actual.value("name", json()), place);
    if (expected.is_string() && actual.is_number_integer()) return expected == actual.dump() ? "" : differs();
    if (expected.is_boolean() && actual.is_number()) return difference(expected.get<bool>() ? 1 : 0, actual, place);
    if (expected.is_number_float() && actual.is_number_float())
        return expected.get<float>() == actual.get<float>() ? "" : differs();
    return expected == actual ? "" : differs();
}

// --- Replay ----------------------------------------------------------------------------------------------------------

struct failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A node by its name: its account's name, and its number, also after it was released.
struct named_node {
    std::string account;
    tally::node node;
    tally_node number;
};

class replay {
public:
    explicit replay(const json &entire) : wall_(1767225600000) {
        const members given{entire};
        if (!given["wall"].is_null()) wall_ = given.i64("wall");
        auto options = engine_options({given["options"]});
        options.flags |= tally::engine_flags::host_driven;
        options.seed = 1;
        options.zone = given["zone"].is_null() ? "UTC" : given.string("zone");
        options.clock = [this] {
            return std::make_pair(tally::detail::made<tally::time_point>(wall_), tally::milliseconds(elapsed_));
        };
        if (!given["file"].is_null()) {
            folder_ = (std::filesystem::temp_directory_path() / "tally-XXXXXX").string();
            if (!mkdtemp(folder_.data())) throw failure("there is no folder");
            options.file = folder_ + "/" + given.string("file");
        }
        engine_.emplace(options);
        scope_.emplace(engine_->open_scope());
    }

    ~replay() {
        engine_.reset();
        if (!folder_.empty()) std::filesystem::remove_all(folder_);
    }
    replay(const replay &) = delete;
    replay &operator=(const replay &) = delete;

    void run(const json &steps) {
        for (std::size_t index = 0; index < steps.size(); ++index) {
            try {
                step(resolved(steps[index]));
            } catch (const std::exception &error) {
                throw failure("step " + std::to_string(index) + " " + steps[index].dump() + ": " + error.what());
            }
        }
    }

private:
    using handler = json (replay::*)(const members &);

    /// A value in which what former steps gave takes the place of "$name".
    json resolved(json value) const {
        if (value.is_string()) {
            const auto &text = value.get_ref<const std::string &>();
            if (text.size() > 1 && text[0] == '$') {
                const auto found = kept_.find(text.substr(1));
                if (found != kept_.end()) return found->second;
            }
        }
        if (value.is_structured())
            for (auto &inner : value) inner = resolved(inner);
        return value;
    }

    void step(const json &given) {
        const members s{given};
        json out;
        status_ = tally::status::ok;
        std::string message;
        try {
            out = call(s.string("call"), s);
        } catch (const tally::error &error) {
            status_ = error.status();
            message = error.message();
        }
        const std::string expected = s["status"].is_null() ? "TALLY_OK" : s.string("status");
        if (expected != tally::status_name(status_))
            throw failure(std::string("the answer is ") + tally::status_name(status_) + ", " + message);
        if (message.find(s.text("message")) == message.npos) throw failure("the message is '" + message + "'");
        if (!s["out"].is_null()) {
            const std::string differs = difference(s["out"], failed_out_.is_null() ? out : failed_out_, "out");
            if (!differs.empty()) throw failure(differs);
        }
        failed_out_ = json();
        if (!s["as"].is_null())
            for (const char *name : {"text", "bytes", "digest", "revision", "next"})
                if (out.contains(name)) {
                    kept_[s.string("as")] = out[name];
                    break;
                }
    }

    tally::account &account(const members &s, const char *name = "account") {
        const auto found = accounts_.find(s.string(name));
        if (found == accounts_.end()) throw failure("there is no account " + s.string(name));
        return found->second;
    }
    tally::feed &feed(const members &s) {
        const auto found = feeds_.find(s.string("feed"));
        if (found == feeds_.end()) throw failure("there is no feed " + s.string("feed"));
        return found->second;
    }
    tally::token token(const members &s) {
        const auto found = tokens_.find(s.string("token"));
        return found == tokens_.end() ? 0 : found->second;
    }
    json keep(const members &s, tally::token value) {
        names_[value] = s.string("token");
        tokens_[s.string("token")] = value;
        return {{"token", s.string("token")}};
    }

    json planned(const members &s) {
        const tally::plan plan = account(s).plan(plan_options({s["options"]}));
        json result = to_json(plan.summary);
        result["entries"] = entries(plan.entries)["entries"];
        tokens_[s.string("token")] = plan.summary.token;
        return result;
    }
    /// The identifier of a feed; 0: the step has none.
    std::int64_t feed_id(const members &s) { return s["feed"].is_null() ? 0 : feed(s).get().id; }

    std::int64_t key(const members &s, const json &id) {
        if (id.is_null()) return 0;
        std::optional<std::string> after;
        for (;;) {
            const auto page = account(s).messages("root", tally::messages_flags::subtree, after);
            for (const auto &message : page)
                if (message.id == id) return message.key;
            if (!page.more) return INT64_C(1) << 40;
            after = page.next;
        }
    }
    std::vector<std::int64_t> keys(const members &s) {
        std::vector<std::int64_t> result;
        for (const auto &id : s["keys"]) result.push_back(key(s, id));
        return result;
    }

    template <typename T>
    json listed(const tally::page<T> &page) {
        json result = entries(page);
        if (page.more) status_ = tally::status::more;
        if (page.next) result["next"] = *page.next;
        return result;
    }

    json events() {
        json result = json::array();
        while (const auto event = engine_->next_event(tally::milliseconds(0))) {
            const tally::event &from = *event;
            json entry = to_json(from);
            entry["result"] = tally::status_name(from.result);
            entry["missed"] = from.missed ? 1 : 0;
            for (auto &[name, account] : accounts_)
                if (account.state().id == from.account) entry["account"] = name;
            for (auto &[name, account] : accounts_)
                for (const auto &feed : all_feeds(account))
                    if (feed.id == from.feed) entry["feed"] = feed.name;
            if (names_.count(from.token)) entry["token"] = names_[from.token];
            result.push_back(entry);
        }
        return {{"entries", result}};
    }
    static std::vector<tally::feed_entry> all_feeds(const tally::account &account) {
        try {
            return account.feeds().entries;
        } catch (const tally::error &) {
            return {};
        }
    }

    tally::operation operation(const members &from) {
        tally::operation result;
        NUMBER(kind), NUMBER(value), NUMBER(until);
        result.path = from.string("path");
        if (!from["node"].is_null()) result.node = node(from).number;
        return result;
    }

    json batch(const members &s) {
        std::vector<tally::operation> operations;
        for (const auto &given : s["operations"]) operations.push_back(operation({given}));
        const auto told = [&] {
            json result = json::array();
            for (const auto &from : operations)
                result.push_back(
                    {{"status", tally::status_name(from.status)}, OUT(count), OUT(badge_kind)});
            return json{{"operations", result}};
        };
        try {
            const auto answer = account(s).batch(operations, batch_options({s["options"]}));
            status_ = answer.status;
            json result = told();
            result["revision"] = answer.revision;
            return result;
        } catch (const tally::error &) {
            failed_out_ = told();
            throw;
        }
    }

    template <typename List>
    static json statuses(const char *name, const List &from) {
        json result = json::array();
        for (const auto &each : from) result.push_back({{"status", tally::status_name(each.status)}});
        return {{name, result}};
    }

    json batch_items(const members &s) {
        std::vector<tally::item> items;
        for (const auto &given : s["items"]) {
            const members from{given};
            tally::item result;
            OPTION(id), NUMBER(time);
            result.account = from.string("account");
            for (const auto &each : from["operations"]) result.operations.push_back(operation({each}));
            items.push_back(result);
        }
        status_ = engine_->batch(items, items_options({s["options"]}));
        return statuses("items", items);
    }
    json import_all(const members &s) {
        std::vector<tally::import_entry> imports;
        for (const auto &given : s["imports"]) {
            const members from{given};
            tally::import_entry result;
            OPTION(account);
            result.bytes = from.bytes("bytes");
            imports.push_back(result);
        }
        status_ = engine_->import_all(imports, s.made<tally::import_flags>("flags"));
        return statuses("imports", imports);
    }

    tally::widget_function drawing(const char *function) {
        return [this, function](std::string_view path, const tally::presentation &look) {
            drawn_.push_back({{"function", function}, {"path", path}, {"text", look.text}});
        };
    }
    static json taken(json &gathered) {
        json result = {{"entries", gathered}};
        gathered = json::array();
        return result;
    }

    void set_transport(bool is_on) {
        if (!is_on) return engine_->set_transport(nullptr);
        engine_->set_transport([this](const tally::request &request) {
            if (request.kind == TALLY_REQUEST_KIND_SEND) sent_.push_back(request.id);
            const auto at = std::find(sent_.begin(), sent_.end(), request.id) - sent_.begin();
            requests_.push_back({{"kind", request.kind},
                                 {"method", request.method},
                                 {"url", request.url},
                                 {"request", "r" + std::to_string(at + 1)}});
        });
    }
    std::int64_t request(const members &s) const { return sent_.at(std::stoul(s.string("request").substr(1)) - 1); }

    std::string file(const members &s, const char *name) const {
        return folder_.empty() ? s.string(name) : folder_ + "/" + s.string(name);
    }
    json waiting() const {
        const auto timeout = engine_->timeout();
        return {{"timeout", timeout ? timeout->count() : -1}};
    }
    json feed_state(const members &s) {
        std::string title;
        const auto from = feed(s).get(&title);
        return {OUT(id), OUT(last_success), OUT(next_time), OUT(requests), OUT(not_modified), OUT(failures),
                OUT(in_flight), OUT(failures_in_a_row), OUT(http_status), {"text", title},
                {"result", tally::status_name(static_cast<tally::status>(from.result))}};
    }

    json page_shown(const members &s) {
        const auto from = feed(s).page_shown(s.u32("page"));
        return {{"first", from.first ? 1 : 0}, {"away_time", from.away_time ? from.away_time->count() : -1},
                {"requested", from.requested ? 1 : 0}};
    }

    named_node &node(const members &s) {
        const auto found = nodes_.find(s.string("node"));
        if (found == nodes_.end()) throw failure("there is no node " + s.string("node"));
        return found->second;
    }

    /// A node's function; one of another account, or one that was released, can only be tried through tally.h.
    json on_node(const std::string &name, const members &s) {
        named_node &named = node(s);
        tally::node &node = named.node;
        if (named.account != s.string("account") || node.native_handle() == 0) {
            tally_badge badge;
            std::size_t length = 0;
            tally_account *raw = account(s).native_handle();
            if (name == "release") return tally_node_release(raw, named.number), json();
            tally::detail::check(name == "get_path" ? tally_node_get_path(raw, named.number, nullptr, 0, &length)
                                 : name == "set"   ? tally_node_set(raw, named.number, s.i64("count"))
                                 : name == "dot"   ? tally_node_dot(raw, named.number)
                                 : name == "set_until"
                                     ? tally_node_set_until(raw, named.number, s.i64("count"), s.i64("until"))
                                 : name == "dot_until" ? tally_node_dot_until(raw, named.number, s.i64("until"))
                                 : name == "add"   ? tally_node_add(raw, named.number, s.i64("delta"))
                                 : name == "clear" ? tally_node_clear(raw, named.number)
                                 : name == "clear_tree" ? tally_node_clear_tree(raw, named.number)
                                 : name == "mute"
                                     ? tally_node_mute(raw, named.number, s.i32("mode"), s.i64("until"))
                                     : tally_node_get(raw, named.number, &badge));
            return {};
        }
        if (name == "release") return node.release(), json();
        if (name == "get_path") return text(node.path());
        if (name == "set") return node.set(s.i64("count")), json();
        if (name == "dot") return node.dot(), json();
        if (name == "set_until")
            return node.set_until(s.i64("count"), s.made<tally::time_point>("until")), json();
        if (name == "dot_until") return node.dot_until(s.made<tally::time_point>("until")), json();
        if (name == "add") return node.add(s.i64("delta")), json();
        if (name == "clear") return status_ = node.clear(), json();
        if (name == "clear_tree") return status_ = node.clear_tree(), json();
        if (name == "mute")
            return node.mute(s.made<tally::mute_mode>("mode"), s.made<tally::time_point>("until")), json();
        if (name == "get") return to_json(node.get());
        throw failure("unknown call node_" + name);
    }

    json call(const std::string &name, const members &s) {
        const auto found = calls().find(name);
        if (found != calls().end()) return found->second(*this, s);
        if (name.rfind("node_", 0) == 0) return on_node(name.substr(5), s);
        throw failure("unknown call " + name);
    }

    using calls_map = std::map<std::string, std::function<json(replay &, const members &)>>;
    static const calls_map &calls();

    std::int64_t wall_, elapsed_ = 1000000;
    // The engine is closed last: handles may be released in any order, but the clock is read until then.
    std::optional<tally::engine> engine_;
    std::optional<tally::scope> scope_;
    std::map<std::string, tally::account> accounts_;
    std::map<std::string, tally::feed> feeds_;
    std::map<std::string, named_node> nodes_;
    std::map<std::string, tally::token> tokens_;
    std::map<tally::token, std::string> names_;
    std::map<std::string, json> kept_;
    tally::status status_ = tally::status::ok;
    json failed_out_;
    std::string folder_;
    json drawn_ = json::array(), requests_ = json::array();
    std::vector<std::int64_t> sent_;
    int notices_ = 0;
};

#define CALL(name, ...) {name, [](replay &r, const members &s) -> json { (void)r, (void)s; __VA_ARGS__; return {}; }}

const replay::calls_map &replay::calls() {
    static const calls_map map = {
        // Steps that are no functions, and those that make what others name.
        CALL("go", {
            r.elapsed_ += s.i64("to") - r.wall_;
            r.wall_ = s.i64("to");
            r.engine_->step();
        }),
        CALL("wall", r.wall_ = s.i64("to"); r.engine_->step()),
        CALL("step", r.engine_->step()),
        CALL("events", return r.events()),
        CALL("account_open",
             auto opened = r.engine_->open_account(s.text("account"), account_options({s["options"]}));
             r.accounts_.insert_or_assign(s.string("account"), std::move(opened))),
        CALL("badge_changes", {
            auto list = r.account(s).changes(s.u64("since"), s.u64("epoch"));
            std::sort(list.entries.begin(), list.entries.end(),
                      [](const auto &a, const auto &b) { return a.path < b.path; });
            r.status_ = list.status;
            return revised(list);
        }),
        CALL("badge_batch", return r.batch(s)),
        CALL("engine_batch", return r.batch_items(s)),
        CALL("account_find",
             auto found = r.engine_->find_account(r.account(s).state().id);
             r.accounts_.insert_or_assign(s.string("account"), std::move(found))),
        CALL("engine_get_position", return to_json(r.engine_->position(s.text("source")))),
        CALL("engine_import", return r.import_all(s)),
        CALL("widget_bind",
             return r.keep(s, r.scope_->bind(r.account(s), s.text("path"),
                                             {r.drawing("show_dot"), r.drawing("show_number"), r.drawing("show_icon"),
                                              r.drawing("hide")}))),
        CALL("drawn", return r.taken(r.drawn_)),
        CALL("engine_set_notify",
             r.engine_->set_notify(s.i32("on") ? std::function<void()>([&r] { ++r.notices_; }) : nullptr)),
        CALL("notified", return json{{"count", std::exchange(r.notices_, 0)}}),
        CALL("engine_set_transport", r.set_transport(s.i32("on") != 0)),
        CALL("requests", return r.taken(r.requests_)),
        CALL("transport_respond", r.engine_->respond(r.request(s), s.i32("code"), s.optional("headers"), s.bytes("body"))),
        CALL("transport_progress", r.engine_->progress(r.request(s))),
        CALL("version", return json{{"number", tally::version()}, {"text", tally::version_text()}}),
        CALL("status_name", return text(tally::status_name(static_cast<tally::status>(s.i32("number"))))),
        CALL("status_message", return text(tally::status_message(static_cast<tally::status>(s.i32("number"))))),
        CALL("node_resolve", {
            auto node = r.account(s).resolve(s.text("path"));
            const tally_node number = node.native_handle();
            r.nodes_.erase(s.string("node"));
            r.nodes_.emplace(s.string("node"), named_node{s.string("account"), std::move(node), number});
        }),
        CALL("snapshot_take", return data(r.account(s).snapshot(s.text("path")).encode())),
        CALL("badge_restore", r.account(s).restore(s.text("path"), tally::snapshot::decode(s.bytes("snapshot")))),
        CALL("snapshot_diff",
             return data(tally::snapshot::decode(s.bytes("from")).diff(tally::snapshot::decode(s.bytes("to"))))),
        CALL("snapshot_list",
             return r.listed(tally::snapshot::decode(s.bytes("snapshot"))
                                 .list(s.text("path"), s.made<tally::list_flags>("flags"), s.optional("after"),
                                       s.limit()))),
        CALL("feed_add", {
            auto feed = r.account(s).add_feed(s.text("feed"), feed_options({s["options"]}));
            r.feeds_.insert_or_assign(s.string("feed"), std::move(feed));
        }),
        CALL("feed_find_by_id",
             r.feeds_.insert_or_assign(s.string("feed"), r.account(s).find_feed_by_id(r.feed(s).get().id))),
        CALL("feed_find", r.feeds_.insert_or_assign(s.string("feed"), r.account(s).find_feed(s.text("feed")))),
#include "steps.hpp"
    };
    return map;
}

}  // namespace

int main(int count, char **arguments) {
    int passed = 0, failed = 0;
    for (int index = 1; index < count; ++index) {
        std::ifstream file(arguments[index]);
        if (!file) std::cerr << "cannot read " << arguments[index] << "\n", ++failed;
        for (std::string line; std::getline(file, line);) {
            if (line.empty()) continue;
            const json entire = json::parse(line);
            try {
                replay(entire).run(entire["steps"]);
                ++passed;
            } catch (const std::exception &error) {
                ++failed;
                if (failed <= 20) std::cerr << entire["case"] << ": " << error.what() << "\n";
            }
        }
    }
    std::cout << passed << " cases passed, " << failed << " failed\n";
    return failed || !passed;
}
