// The additions of tally.hpp to tally.h: errors, lifetimes, callbacks that throw, threads, fork.
#include "../tally.hpp"

#include <poll.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <set>
#include <sstream>
#include <thread>

namespace {

int passed = 0, failed = 0;

// Every wait ends after this time, so that a hang fails the test. Nothing else depends on it.
constexpr int hang_milliseconds = 120000;

void check(bool value, const char *text, int line) {
    if (value) {
        ++passed;
    } else {
        ++failed;
        std::fprintf(stderr, "line %d: %s\n", line, text);
    }
}
#define CHECK(value) check(value, #value, __LINE__)

/// The status of what a call throws; ok where it throws nothing.
template <typename Call>
tally::status thrown(Call call) {
    try {
        call();
    } catch (const tally::error &error) {
        return error.status();
    }
    return tally::status::ok;
}

tally::engine_options driven() {
    tally::engine_options result;
    result.flags = tally::engine_flags::host_driven;
    return result;
}

struct directory {
    std::string path;

    directory() {
        char name[] = "/tmp/tally-cpp-XXXXXX";
        path = mkdtemp(name);
    }
    ~directory() {
        for (const char *name : {"/a.db", "/a.db-wal", "/a.db-shm", "/a.db-lock", "/b.db", "/b.db-lock", "/c.db"})
            unlink((path + name).c_str());
        rmdir(path.c_str());
    }
};

void errors() {
    tally::engine engine;
    auto account = engine.open_account("ann");
    try {
        account.set("a..b", 1);
        CHECK(false);
    } catch (const tally::error &error) {
        CHECK(error.status() == tally::status::path);
        CHECK(std::string(error.name()) == "TALLY_ERROR_PATH");
        CHECK(error.message() == "path 'a..b': a component is empty, at byte 2");
        CHECK(std::string(error.what()) == error.message() + " (TALLY_ERROR_PATH)");
    }
    using namespace std::string_view_literals;
    CHECK(thrown([&] { account.set("a\0b"sv, 1); }) == tally::status::argument);
    CHECK(thrown([&] { account.set(std::string_view(), 1); }) == tally::status::argument);
    CHECK(thrown([&] { (void)engine.open_account(""); }) == tally::status::argument);
    CHECK(thrown([&] { account.set("a", -1); }) == tally::status::range);
    CHECK(thrown([&] { (void)tally::path_parent("root"); }) == tally::status::not_found);
    account.set("a.b", 2);
    CHECK(account.clear("a") == tally::status::held);
    CHECK(account.clear("a.b") == tally::status::ok);
    CHECK(account.get("a").kind == tally::badge_kind::none);
}

template <typename T>
std::string printed(const T &value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

void kinds() {
    tally::engine engine;
    auto account = engine.open_account("ann");
    auto scope = engine.open_scope();
    scope.observe(account, "root", tally::observe_flags::subtree);
    account.dot("dot");
    account.set("number", 3);
    CHECK(account.get("dot").kind == tally::badge_kind::dot && printed(account.get("dot")) == "dot");
    CHECK(account.get("number").kind == tally::badge_kind::number && printed(account.get("number")) == "3");
    CHECK(account.get("none").kind == tally::badge_kind::none && printed(account.get("none")) == "nothing");
    std::string told;
    while (const auto event = engine.next_event(tally::milliseconds(0)))
        told += event->text + " " + tally::shown(*event) + ";";
    CHECK(told == "root.dot dot;root.number 3;root 3;");
    CHECK(tally::present(tally::badge(tally::badge_kind::dot, 7)).kind == TALLY_KIND_DOT);
    CHECK(tally::present(tally::badge(tally::badge_kind::number, 7)).text == "7");
    CHECK(tally::present(tally::badge(tally::badge_kind::none, 7)).kind == TALLY_KIND_NONE);
}

void accounts() {
    tally::engine engine;
    tally::account_options options;
    options.flags = tally::account_flags::existing;
    CHECK(thrown([&] { (void)engine.open_account("ann", options); }) == tally::status::not_found);
    options = {};
    options.aggregation = tally::aggregation::sum;
    auto account = engine.open_account("ann", options);
    account.set("a", 1);
    account.log_in();
    const auto state = account.state();
    CHECK(state.name == "ann" && state.id != 0 && state.epoch != 0 && state.revision == 1 && state.logged_in);
    CHECK(state.aggregation == tally::aggregation::sum && state.feeding == tally::feeding::unseen);
    options.flags = tally::account_flags::existing;
    CHECK(engine.open_account("ann", options).state().id == state.id);
    engine.set_foreground(false);
    engine.set_network(false);
    engine.woke();
    for (int index = 0; index < 300; ++index) (void)engine.open_account(std::string(200, 'x') + std::to_string(index));
    const auto all = engine.accounts();
    CHECK(all.size() == 301 && !all.more && all[0] == "ann");
    const auto some = engine.accounts(std::nullopt, 71);
    CHECK(!all.next && some.size() == 71 && some.more && some.next);
    const auto rest = engine.accounts(some.next, 230);
    CHECK(rest.size() == 230 && !rest.more && !rest.next && rest[229] == all[300]);
    CHECK(thrown([&] { (void)engine.accounts(some.next, 0); }) == tally::status::range);
}

void reminders() {
    tally::engine engine(driven());
    auto account = engine.open_account("ann");
    tally::reminder_options options;
    options.title = "Milk";
    options.shelf_life = 7;
    options.shelf_unit = tally::unit::day;
    account.put_reminder("milk", options);
    CHECK(account.reminders().entries.at(0).time_of_day == 32400);
    tally::reminder_options edit;
    edit.time_of_day = 0;
    account.edit_reminder("milk", edit);
    CHECK(account.reminders().entries.at(0).time_of_day == 0 && account.reminders().entries.at(0).title == "Milk");
    edit = {};
    edit.title = "";
    account.edit_reminder("milk", edit);
    CHECK(account.reminders().entries.at(0).title.empty() && account.reminders().entries.at(0).shelf_life == 7);
    for (int index = 0; index < 200; ++index) account.put_reminder("r" + std::to_string(index), options);
    account.log_in();
    tally::plan_options all;
    all.limit = 4096;
    const auto plan = account.plan(all);
    CHECK(plan.entries.size() == plan.summary.planned && plan.entries.size() > 200);  // Whole, and in one call.
    const auto again = account.plan(all);  // It was not confirmed, so it is offered again.
    CHECK(again.entries.size() == plan.entries.size() && again.summary.token != plan.summary.token);
    CHECK(thrown([&] { account.confirm_plan(plan.summary.token); }) == tally::status::conflict);
    CHECK(account.confirm_plan(again.summary.token) == tally::status::ok);
    CHECK(account.confirm_plan(again.summary.token) == tally::status::already_applied);
    CHECK(account.plan(all).entries.empty());
    CHECK(account.reminder("r7").shelf_life == 7);
    CHECK(thrown([&] { (void)account.reminder("none"); }) == tally::status::not_found);
}

void imported_reminders() {
    tally::engine engine(driven());
    auto account = engine.open_account("ann");
    account.log_in();
    std::string file = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n"
                       "BEGIN:VTODO\r\nUID:good\r\nDUE;VALUE=DATE:20260504\r\nEND:VTODO\r\n";
    for (int index = 0; index < 100; ++index)
        file += "BEGIN:VTODO\r\nUID:lost" + std::to_string(index) +
                "\r\nDUE;TZID=Europe/Atlantis:20260504T100000\r\nEND:VTODO\r\n";
    const auto report = account.import_reminders(file + "END:VCALENDAR\r\n");
    CHECK(report.taken == 1 && report.skipped == 100 && report.entries.size() == 100);
    CHECK(report.entries[0].uid == "lost0" && report.entries[0].line == 8);
    CHECK(report.entries[99].reason == "there is no zone 'Europe/Atlantis'");
    CHECK(account.reminder("good").title.empty());
    CHECK(thrown([&] { account.import_reminders("no calendar"); }) == tally::status::malformed);
}

void owned() {
    tally::engine engine;
    auto account = engine.open_account("ann");
    const auto end = std::chrono::time_point_cast<tally::milliseconds>(std::chrono::system_clock::now()) +
                     std::chrono::hours(1);
    account.set_until("a", 3, end);
    account.set("a.b", 4);
    account.mute("a", tally::mute_mode::number, end + std::chrono::hours(1));
    const auto own = account.get_own("a");
    CHECK(own.kind == tally::badge_kind::number && own.count == 3 && own.until == end);
    CHECK(own.mute == tally::mute_mode::number && own.mute_until == end + std::chrono::hours(1));
    account.dot("dot");
    CHECK(account.get_own("dot").kind == tally::badge_kind::dot && account.get_own("dot").until == tally::forever);
    CHECK(account.get_own("none").kind == tally::badge_kind::none);
    CHECK(thrown([&] { (void)account.get_own("a..b"); }) == tally::status::path);
}

/// A rule at a path holds below it, until it is changed or removed there.
void rules() {
    tally::engine engine(driven());
    auto account = engine.open_account("ann");
    tally::message_options message;
    message.count = 3;
    account.post("mail.work", message);
    account.clear_tree("root");
    CHECK(account.get("mail").kind == tally::badge_kind::none);  // Seen, not read.
    tally::badge_rule rule;
    rule.feeding = tally::feeding::unread;
    account.set_rule("mail", rule);
    CHECK(account.get("mail.work").count == 3 && account.get("mail").count == 3);
    const auto effective = [&](const char *path) {
        return account.get_rule(path, tally::rule_flags::effective).feeding;
    };
    CHECK(account.get_rule("mail").feeding == tally::feeding::unread);
    CHECK(account.get_rule("mail.work").feeding == tally::feeding::default_);
    CHECK(effective("mail.work") == tally::feeding::unread && effective("news") == tally::feeding::unseen);
    auto changed = account.get_rule("mail");  // A rule that was read can be set.
    account.set_rule("mail.work", changed);
    changed.feeding = tally::feeding::unseen;
    account.set_rule("mail", changed);
    CHECK(effective("mail") == tally::feeding::unseen && account.get("mail.work").count == 3);
    account.set_rule("mail.work");
    CHECK(effective("mail.work") == tally::feeding::unseen);
    CHECK(account.get("mail.work").kind == tally::badge_kind::none);
    changed.flags = 1;
    CHECK(thrown([&] { account.set_rule("mail", changed); }) == tally::status::argument);
    CHECK(thrown([&] { (void)account.get_rule("a..b"); }) == tally::status::path);
}

void found() {
    tally::engine engine(driven());
    auto account = engine.open_account("ann");
    account.log_in();
    tally::message_options options;
    options.id = "post";
    options.title = std::string(20000, 'x');  // More than the first buffer holds.
    const auto key = account.post("in", options);
    CHECK(account.message(key).id == "post" && account.message(key).title == *options.title);
    CHECK(account.find_message(0, "post").key == key);
    auto feed = account.add_feed("inbox");
    feed.deliver(R"({"cursor":"1","items":[{"id":"1","path":"in"}]})");
    const auto id = feed.get().id;
    CHECK(account.find_message(id, "1").feed == id);
    CHECK(account.find_feed_by_id(id).get().id == id);
    CHECK(engine.find_account(account.state().id).state().name == "ann");
    CHECK(thrown([&] { (void)account.message(key + 1000); }) == tally::status::not_found);
    CHECK(thrown([&] { (void)account.find_message(id, "post"); }) == tally::status::not_found);
    CHECK(thrown([&] { (void)account.find_feed_by_id(id + 1000); }) == tally::status::not_found);
    CHECK(thrown([&] { (void)engine.find_account(1000); }) == tally::status::not_found);
}

/// A list that is longer than one call's is whole, and ends.
void long_lists() {
    constexpr std::size_t count = 10100;
    tally::engine engine;
    auto account = engine.open_account("ann");
    std::vector<tally::operation> operations;
    for (std::size_t index = 0; index < count; ++index)
        operations.push_back(tally::operation::set("l.n" + std::to_string(index), 1));
    const auto begin = account.changes(0).revision;
    account.batch(operations);
    const auto changes = account.changes(begin);  // They are of one transaction, so they come in one call.
    CHECK(changes.entries.size() == count + 2 && changes.status == tally::status::ok);
    const auto list = account.list("l");
    CHECK(list.entries.size() == count && !list.more);
    std::set<std::string> paths;
    for (const auto &entry : list.entries) paths.insert(entry.path);
    CHECK(paths.size() == count);
    const auto page = account.list_page("l", tally::list_flags::children, std::nullopt, count);
    CHECK(page.entries.size() == 10000 && page.more && page.revision == list.revision);
    const auto reasons = account.explain("l", std::nullopt, 2 * count);
    CHECK(reasons.size() == count && !reasons.more && !reasons.next);
    const auto most = account.explain("l", std::nullopt, count - 1);
    CHECK(most.size() == count - 1 && most.more && account.explain("l", most.next).size() == 1);
}

/// A leased row is never lost, however many rows fit.
void leases() {
    tally::engine engine(driven());
    auto account = engine.open_account("ann");
    tally::account_settings settings;
    settings.outbox = tally::outbox_mode::leased;
    account.configure(settings);
    auto feed = account.add_feed("inbox");
    account.log_in();
    std::string items;
    for (int index = 0; index < 100; ++index)
        items += (index ? "," : "") + (R"({"id":")" + std::to_string(index)) + R"(","path":"in"})";
    feed.deliver(R"({"cursor":"1","items":[)" + items + "]}");
    std::vector<std::int64_t> keys;
    for (const auto &message : account.messages("in")) keys.push_back(message.key);
    CHECK(account.read(keys) == 100);
    const auto first = account.lease_outbox(std::chrono::hours(1), 3);
    CHECK(first.size() == 3 && first.more);
    std::set<std::int64_t> leased;
    for (const auto &row : first) leased.insert(row.id);
    for (bool more = true; more;) {
        const auto rows = account.lease_outbox(std::chrono::hours(1));
        for (const auto &row : rows) CHECK(leased.insert(row.id).second);
        more = rows.more;
    }
    const auto end = account.outbox(tally::list_flags::follow, std::nullopt, 100);
    CHECK(!end.more && end.next && account.outbox(tally::list_flags::follow, end.next).next == end.next);
    CHECK(!account.outbox().next);
    CHECK(leased.size() == 100 && account.outbox_counts().leased == 100 && account.outbox().size() == 100);
}

void observed_feeds() {
    tally::engine engine(driven());
    auto account = engine.open_account("ann");
    account.log_in();
    auto scope = engine.open_scope();
    tally::feed_options options;
    options.prefix = "in";
    options.title = "Inbox";
    options.flags = tally::feed_flags::exact_delay;
    auto feed = account.add_feed("inbox", options);
    std::vector<tally::event> told;
    const auto token = scope.observe_feed(feed, [&](const tally::event &event) { told.push_back(event); });
    feed.deliver(R"({"cursor":"1","items":[{"id":"1","path":"a"},{"id":"2","path":"a"}]})");
    CHECK(engine.dispatch().count == 1 && told.size() == 1);
    CHECK(told[0].kind == tally::event_kind::synced && told[0].token == token && told[0].text == "Inbox");
    CHECK(told[0].count == 2 && told[0].badge_kind == tally::badge_kind::number);
    const auto page = feed.page_shown(0);
    CHECK(page.first && !page.away_time && !page.requested);
    scope.unobserve(token);
    feed.deliver(R"({"cursor":"2","items":[]})");
    CHECK(engine.dispatch().count == 0 && told.size() == 1);
}

/// An observer of all feeds and one of reminders are called for what next_event returns without a token of their own.
void observed_subjects() {
    auto options = driven();
    auto now = tally::time_point(std::chrono::milliseconds(1767225600000));
    auto elapsed = tally::milliseconds(0);
    options.clock = [&] { return std::make_pair(now, elapsed); };
    tally::engine engine(options);
    auto ann = engine.open_account("ann"), bo = engine.open_account("bo");
    ann.log_in();
    bo.log_in();
    auto scope = engine.open_scope();
    std::vector<std::string> told;
    const auto telling = [&](const char *who) {
        return [&told, who](const tally::event &event) {
            if (event.kind != tally::event_kind::auth) told.push_back(who + (" " + event.text));
        };
    };
    auto token = tally::token();
    const auto all = scope.observe_feeds(nullptr, [&](const tally::event &event) {
        token = event.token;
        told.push_back("all " + event.text);
    });
    scope.observe_feeds(&bo, telling("bo"));
    scope.observe_reminders(nullptr, telling("reminders"));
    scope.observe_reminders(&bo, telling("bo's"));
    CHECK(thrown([&] { scope.observe_feeds(nullptr, nullptr); }) == tally::status::argument);
    auto feed = ann.add_feed("inbox"), other = bo.add_feed("other");
    feed.deliver(R"({"cursor":"1","items":[]})");
    const auto event = engine.next_event(tally::milliseconds(0));
    CHECK(event && event->kind == tally::event_kind::synced && event->token == 0 && token == all);
    CHECK(told == (std::vector<std::string>{"all " + event->text}));
    told.clear();
    other.deliver(R"({"cursor":"1","items":[]})");
    CHECK(engine.dispatch().count == 1 && told.size() == 2 && told[1].rfind("bo ", 0) == 0);
    scope.unobserve(all);
    told.clear();
    tally::reminder_options milk;
    milk.produced = 20260101, milk.shelf_life = 20, milk.shelf_unit = tally::unit::year, milk.time_of_day = 3600;
    milk.smart = tally::smart_mode::off, milk.repeat_unit = tally::unit::day, milk.repeat_every = 1;
    milk.end = 20401231;
    ann.put_reminder("milk", milk);
    now += std::chrono::hours(24), elapsed += std::chrono::hours(24);
    engine.step();
    engine.dispatch();
    CHECK(told == std::vector<std::string>{"reminders milk"});
}

void buffers() {
    tally::engine engine;
    auto account = engine.open_account("ann");
    const auto begin = account.changes(0);
    for (int index = 0; index < 1000; ++index) account.set("list.item" + std::to_string(index), index + 1);
    const auto list = account.list("list");
    CHECK(list.entries.size() == 1000);
    CHECK(list.entries[0].path == "root.list.item0" && list.entries[0].badge.count == 1);
    CHECK(!list.more);
    std::vector<std::string> paths;
    std::optional<std::string> next;
    do {
        const auto page = account.list_page("list", tally::list_flags::children, next, 300);
        CHECK(page.entries.size() <= 300 && page.revision == list.revision && page.more == page.next.has_value());
        for (const auto &entry : page.entries) paths.push_back(entry.path);
        next = page.next;
    } while (next);
    CHECK(paths.size() == 1000 && paths.back() == list.entries.back().path);
    auto changes = account.changes(begin.revision);
    std::size_t count = changes.entries.size();
    while (changes.status == tally::status::more) {
        changes = account.changes(changes.revision);
        count += changes.entries.size();
    }
    CHECK(changes.status == tally::status::ok && count >= 1000);

    std::vector<tally::operation> operations;
    for (int index = 0; index < 500; ++index)
        operations.push_back(tally::operation::set("x" + std::to_string(index), 1));
    const auto before = account.state().revision;
    CHECK(account.batch(operations).revision == before + 1);
    CHECK(account.changes(before).entries.size() == 501);  // In one transaction, so in one answer.

    const std::string longest(255, 'x');
    const std::string path = "root." + longest + "." + longest;
    account.set(path, 5);
    CHECK(account.resolve(path).path() == path);
    CHECK(account.list("root." + longest).entries.at(0).path == path);

    tally::message_options options;
    options.id = "long";
    options.body = std::string(100000, 'y');
    account.post("m", options);
    CHECK(account.messages("m").entries.at(0).body == options.body);
    options.id = "other";
    account.post("m", options);
    const auto first = account.messages("m", tally::messages_flags::none, std::nullopt, 1);
    CHECK(first.more && first.size() == 1);
    CHECK(account.messages("m", tally::messages_flags::none, first.next).entries.at(0).body == options.body);

    const auto bytes = account.snapshot().encode();
    const auto decoded = tally::snapshot::decode(bytes);
    CHECK(decoded.encode() == bytes);
    engine.import_account("bob", account.export_account());
    auto bob = engine.open_account("bob");
    CHECK(bob.snapshot().encode() == bytes);
    bob.set("other", 1);
    const auto patch = bob.diff("root", account, "root");
    CHECK(decoded.diff(bob.snapshot()) == tally::patch_inverse(patch));
    bob.apply("root", patch);
    CHECK(bob.digest() == account.digest());
    bob.restore("copy", decoded);
    CHECK(bob.snapshot("copy").encode() == bytes);
    CHECK(thrown([] { (void)tally::snapshot::decode("nonsense"); }) == tally::status::malformed);
    const auto own = decoded.list("root", tally::list_flags::subtree, std::nullopt, 5000);
    CHECK(std::any_of(own.begin(), own.end(), [&](const auto &row) { return row.path == path.substr(5) && row.count == 5; }));
    const auto first_row = decoded.list("root", tally::list_flags::subtree, std::nullopt, 1);
    CHECK(own.size() > 1 && first_row.more && first_row[0].path == own[0].path);
    const auto changed = tally::patch_list(patch, "root", tally::list_flags::subtree);
    CHECK(changed.size() == 1 && changed[0].path == "other" && changed[0].before_count == 1);
    CHECK(changed[0].after_kind == tally::badge_kind::none);
    CHECK(engine.accounts().entries == (std::vector<std::string>{"ann", "bob"}));
}

/// A list continues behind a place, not behind a row: the last row of the page may be removed meanwhile.
void pages() {
    using tally::messages_flags;
    tally::engine engine;
    auto account = engine.open_account("ann");
    tally::message_options options;
    options.body = std::string(3000, 'y');  // The pages are longer than the first room for their texts.
    for (int index = 0; index < 9; ++index) {
        options.id = std::to_string(index);
        account.post("m", options);
    }
    auto page = account.messages("m", messages_flags::none, std::nullopt, 3);
    CHECK(page.size() == 3 && page[2].id == "6");
    account.withdraw("6");
    std::string rest;
    while (page.next) {
        page = account.messages("m", messages_flags::none, page.next, 3);
        for (const auto &message : page) rest += message.id;
    }
    CHECK(rest == "543210" && !page.more);
    const auto other = account.messages("m", messages_flags::none, std::nullopt, 1).next;
    CHECK(thrown([&] { (void)account.messages("n", messages_flags::none, other); }) == tally::status::argument);
    CHECK(thrown([&] { (void)account.groups(std::nullopt, {}, other); }) == tally::status::argument);
    const auto reasons = account.explain("m", std::nullopt, 2);
    CHECK(reasons.size() == 2 && account.explain("m", reasons.next).size() + 2 == account.explain("m").size());
}

void batches() {
    tally::engine engine;
    auto account = engine.open_account("ann");
    auto node = account.resolve("n");
    std::vector<tally::operation> operations{tally::operation::set("a", 3), tally::operation::add(node, 4),
                                             tally::operation::get("root")};
    tally::batch_options options;
    options.source = "log";
    options.epoch = 1;
    options.position = 7;
    CHECK(account.batch(operations, options).status == tally::status::ok);
    CHECK(operations[2].count == 7 && operations[2].badge_kind == tally::badge_kind::number);
    CHECK(account.batch(operations, options).status == tally::status::already_applied);
    CHECK(account.batch_position("log").position == 7);
    operations = {tally::operation::set("a", 9), tally::operation::set("b", -1)};
    CHECK(thrown([&] { account.batch(operations); }) == tally::status::range);
    CHECK(operations[0].status == tally::status::not_applied && operations[1].status == tally::status::range);
    CHECK(node.get().count == 4);
    const auto later = tally::time_point(tally::milliseconds(4102444800000));
    operations = {tally::operation::add(node, 2), tally::operation::set("a..b", 1), tally::operation::get(node),
                  tally::operation::mute("a", tally::mute_mode::all, later)};
    CHECK(thrown([&] { account.batch_each(operations); }) == tally::status::path);
    CHECK(operations[0].status == tally::status::ok && operations[1].status == tally::status::path);
    CHECK(operations[2].count == 6 && account.get_own("a").mute_until == later);
    operations = {tally::operation::set("a", 1), tally::operation::set(std::string("b\0", 2), 1)};
    CHECK(thrown([&] { account.batch_each(operations); }) == tally::status::argument && account.get_own("a").count == 3);
    const auto soon = std::chrono::system_clock::now() + std::chrono::hours(1);  // In nanoseconds.
    account.set_until("soon", 2, soon);
    CHECK(account.get_own("soon").until == std::chrono::floor<tally::milliseconds>(soon));
    std::size_t listed = 0;
    for (const auto &row : account.list("root")) listed += row.badge.count != 0;
    CHECK(listed == account.list("root").size());
    operations = {tally::operation::set("a", 1)};
    CHECK(account.batch_each(operations).revision == account.state().revision);
    node.release();
    CHECK(thrown([&] { (void)node.get(); }) == tally::status::stale_handle);
    node.release();
}

void items() {
    tally::engine engine(driven());
    std::vector<tally::item> items(4);
    tally::reminder_options milk;
    milk.shelf_life = 10;
    milk.shelf_unit = tally::unit::day;
    items[0].account = "ann";
    items[0].id = "1";
    items[0].operations = {tally::operation::add("chat.bo", 2), tally::operation::dot("mail")};
    items[1].account = "bo";
    items[1].operations = {tally::operation::post("in", {}), tally::operation::put_reminder("milk", milk)};
    items[2] = items[0];
    items[3].account = "cy";
    items[3].operations = {tally::operation::set("a", -1)};
    tally::items_options options;
    options.source = "log";
    options.epoch = 1;
    options.position = 4;
    CHECK(engine.batch(items, options) == tally::status::partial);
    CHECK(items[0].status == tally::status::ok && items[1].operations[0].key != 0);
    CHECK(items[2].status == tally::status::already_applied && items[3].status == tally::status::range);
    CHECK(engine.open_account("ann").get("root").count == 2);
    CHECK(engine.open_account("bo").reminders()[0].id == "milk");
    CHECK(engine.batch(items, options) == tally::status::already_applied);
    CHECK(engine.position("log").position == 4 && engine.position("log").epoch == 1);
    options.epoch = 0;
    CHECK(thrown([&] { engine.batch(items, options); }) == tally::status::stale_epoch);
    CHECK(items[0].status == tally::status::not_applied);
}

void another_engine() {
    tally::engine engine(driven()), other(driven());
    std::vector<tally::item> items(1);
    items[0].account = "ann";
    tally::message_options message;
    message.body = std::string(1000, 'y');  // More than the first buffer holds.
    items[0].operations = {tally::operation::post("in", message)};
    tally::items_options options;
    options.source = "log";
    options.position = 1;
    CHECK(engine.batch(items, options) == tally::status::ok);
    std::vector<tally::import_entry> imports{{"ann", engine.export_account("ann")}, {{}, engine.export_source("log")},
                                               {"bad", {1, 2, 3}}, {"empty", {}}};
    CHECK(other.import_all(imports) == tally::status::partial);
    CHECK(imports[0].status == tally::status::ok && imports[1].status == tally::status::ok);
    CHECK(imports[2].status == tally::status::malformed && imports[3].status == tally::status::malformed);
    CHECK(other.export_account("ann") == imports[0].bytes && other.export_source("log") == imports[1].bytes);
    CHECK(other.position("log").position == 1);
    CHECK(other.open_account("ann").messages("in").entries.at(0).key == items[0].operations[0].key);

    imports.resize(2);
    CHECK(other.import_all(imports) == tally::status::partial && imports[1].status == tally::status::exists);
    CHECK(other.import_all(imports, tally::import_flags::replace) == tally::status::ok);
    imports.clear();
    CHECK(other.import_all(imports) == tally::status::ok);
    CHECK(thrown([&] { other.import_all(imports, tally::import_flags(1u << 31)); }) == tally::status::argument);
    imports = {{std::string("b\0", 2), {}}};
    CHECK(thrown([&] { other.import_all(imports); }) == tally::status::argument);
    CHECK(thrown([&] { (void)other.export_account("bo"); }) == tally::status::not_found);
    CHECK(thrown([&] { (void)other.export_source("none"); }) == tally::status::not_found);
}

void lifetimes() {
    std::optional<tally::engine> engine(std::in_place);
    auto account = engine->open_account("ann");
    auto scope = engine->open_scope();
    auto feed = account.add_feed("inbox");
    auto node = account.resolve("a");
    const auto snapshot = account.snapshot();
    auto moved = std::move(account);
    CHECK(thrown([&] { account.set("a", 1); }) == tally::status::closed);
    CHECK(thrown([&] { scope.observe(account, "a", tally::observe_flags::none, [](const tally::event &) {}); }) ==
          tally::status::closed);
    tally::engine other = std::move(*engine);
    CHECK(!engine->is_open() && other.is_open());
    CHECK(thrown([&] { engine->flush(); }) == tally::status::closed);
    engine->close();
    other.close();
    other.close();
    CHECK(thrown([&] { (void)other.total(); }) == tally::status::closed);
    CHECK(thrown([&] { other.next_event(tally::milliseconds(0)); }) == tally::status::closed);
    engine.reset();
    CHECK(thrown([&] { moved.set("a", 1); }) == tally::status::closed);
    CHECK(thrown([&] { node.set(1); }) == tally::status::closed);
    CHECK(thrown([&] { feed.refresh(); }) == tally::status::closed);
    CHECK(thrown([&] { scope.observe_total(tally::observe_flags::none); }) == tally::status::closed);
    CHECK(!snapshot.encode().empty());
    scope.close();
    scope.close();
    CHECK(thrown([&] { scope.unobserve(1); }) == tally::status::closed);
    moved.release();
    moved.release();

    tally::engine fresh;
    std::optional<tally::node> kept;
    {
        auto ann = fresh.open_account("ann");
        kept.emplace(ann.resolve("a"));
    }
    kept->set(3);  // It keeps its account.
    CHECK(kept->get().count == 3);
    fresh = tally::engine();
    CHECK(thrown([&] { (void)kept->get(); }) == tally::status::closed);
}

void callbacks() {
    tally::engine engine;
    auto account = engine.open_account("ann");
    auto scope = engine.open_scope();
    std::vector<std::string> told;
    const auto alive = std::make_shared<int>(0);

    const auto token = scope.observe(account, "a", tally::observe_flags::none, [&, alive](const tally::event &event) {
        told.push_back(event.text);
        throw std::runtime_error("first");
    });
    scope.observe(account, "b", tally::observe_flags::none, [&, alive](const tally::event &event) {
        told.push_back(event.text);
        throw std::logic_error("second");
    });
    CHECK(alive.use_count() == 3);
    account.set("a", 1);
    account.set("b", 1);
    try {
        engine.dispatch();
        CHECK(false);
    } catch (const std::runtime_error &error) {
        CHECK(std::string(error.what()) == "first");
    }
    CHECK(told == (std::vector<std::string>{"root.a", "root.b"}));  // The second one was called all the same.
    CHECK(engine.dispatch().count == 0);                             // And nothing is left of it.
    account.set("b", 2);
    try {
        engine.next_event(tally::milliseconds(0));
        CHECK(false);
    } catch (const std::logic_error &) {
    }
    scope.unobserve(token);
    CHECK(alive.use_count() == 2);
    scope.unobserve(token);  // A token that the scope does not have any more is accepted.
    CHECK(thrown([&] {
              scope.observe(account, "a..b", tally::observe_flags::none, [alive](const tally::event &) {});
          }) == tally::status::path);
    CHECK(alive.use_count() == 2);

    // A dispatch in a callback throws there what its own callbacks throw.
    int inner = 0;
    scope.observe(account, "c", tally::observe_flags::none, [&, alive](const tally::event &) {
        account.set("b", 3);
        try {
            engine.dispatch();
        } catch (const std::logic_error &) {
            ++inner;
        }
        CHECK(thrown([&] { engine.close(); }) == tally::status::thread);
    });
    account.set("c", 1);
    engine.dispatch();
    CHECK(inner == 1);

    // An event without a callback is had from next_event.
    const auto plain = scope.observe(account, "d", tally::observe_flags::none);
    account.set("d", 4);
    const auto event = engine.next_event(tally::milliseconds(0));
    CHECK(event && event->token == plain && event->text == "root.d" && event->count == 4);
    CHECK(!engine.next_event(tally::milliseconds(0)));

    engine.close();
    CHECK(alive.use_count() == 1);
}

void widgets() {
    auto options = driven();
    tally::engine engine(options);
    auto account = engine.open_account("ann");
    auto scope = engine.open_scope();
    std::vector<std::string> drawn;
    const auto with = [&](const char *what) {
        return [&drawn, what](std::string_view path, const tally::presentation &how) {
            drawn.push_back(what + (" " + std::string(path)) + " " + how.text);
        };
    };
    scope.bind(account, "a", {with("dot"), with("number"), with("icon"), with("hide")});
    engine.step();
    account.set("a", 120);
    engine.step();
    tally::style style;
    style.icon = "new";
    style.max_count = 999;
    account.set_style("a", style);
    engine.step();
    account.dot("a");
    engine.step();
    CHECK(drawn == (std::vector<std::string>{"hide root.a ", "number root.a 99+", "number root.a 120",
                                             "icon root.a new"}));
    CHECK(account.get_style("a").icon == "new" && !account.get_style("a").font_size);
    CHECK(account.present("a").text == "new");
    account.set_style("a", std::nullopt);
    CHECK(!account.get_style("a").icon);
    CHECK(thrown([&] { scope.bind(account, "a", {}); }) == tally::status::argument);
    drawn.clear();
    scope.refresh_widgets();
    engine.step();
    CHECK(drawn == (std::vector<std::string>{"dot root.a "}));
    scope.bind(account, "b", {with("dot"), [](auto, const auto &) { throw 7; }, with("icon"), with("hide")});
    account.set("b", 1);
    try {
        engine.step();
        CHECK(false);
    } catch (int number) {
        CHECK(number == 7);
    }
}

void hooks() {
    auto options = driven();
    std::int64_t now = 1767225600000;
    options.clock = [&] {
        return std::make_pair(tally::time_point(tally::milliseconds(now)), tally::milliseconds(now - 1767225000000));
    };
    options.zone = "Nowhere/Land";
    options.least_level = tally::log_level::info;
    options.log = [](tally::log_level, std::string_view) {};
    int zones = 0;
    options.zone_file = [&](std::string_view) -> tally::bytes {
        ++zones;
        throw std::runtime_error("no zones");
    };
    tally::engine engine(options);
    auto account = engine.open_account("ann");
    account.set_until("a", 1, tally::time_point(tally::milliseconds(now + 1000)));
    CHECK(engine.timeout() >= tally::milliseconds(0) && engine.timeout() <= std::chrono::seconds(1));
    now += 2000;
    engine.step();
    CHECK(account.get("a").kind == tally::badge_kind::none);
    tally::reminder_options reminder;
    reminder.shelf_life = 7;
    reminder.shelf_unit = tally::unit::day;
    reminder.zone = "Nowhere/Else";
    CHECK(thrown([&] { account.put_reminder("milk", reminder); }) == tally::status::not_found);
    CHECK(zones > 0);
    try {
        engine.dispatch();
        CHECK(false);
    } catch (const std::runtime_error &error) {
        CHECK(std::string(error.what()) == "no zones");
    }
    CHECK(engine.dispatch().count == 0);

    const auto alive = std::make_shared<int>(0);
    std::atomic<int> woken{0};
    auto scope = engine.open_scope();
    scope.observe(account, "a", tally::observe_flags::none, [](const tally::event &) {});
    engine.set_notify([&, alive] {
        ++woken;
        throw std::runtime_error("notify");
    });
    account.set("a", 1);
    CHECK(woken == 1);
    bool told = false;
    try {
        engine.dispatch();
    } catch (const std::runtime_error &) {
        told = true;
    }
    CHECK(told);
    engine.set_notify(nullptr);
    CHECK(alive.use_count() == 1);
}

void transport() {
    auto options = driven();
    std::int64_t now = 1767225600000;
    options.clock = [&] {
        return std::make_pair(tally::time_point(tally::milliseconds(now)), tally::milliseconds(now - 1767225000000));
    };
    tally::engine engine(options);
    auto account = engine.open_account("ann");
    std::vector<std::string> asked;
    bool throws = false;
    const auto alive = std::make_shared<int>(0);
    engine.set_transport([&, alive](const tally::request &request) {
        if (request.kind != TALLY_REQUEST_KIND_SEND) return;
        if (throws) throw std::runtime_error("no network card");
        asked.push_back(request.url);
        engine.progress(request.id);
        engine.respond(request.id, 200, "ETag: \"1\"\r\n",
                      R"({"version":1,"items":[{"id":"1","path":"inbox","title":"Hello"}],"cursor":"1"})");
        CHECK(thrown([&] { engine.respond(request.id, 200); }) == tally::status::not_found);
    });
    tally::credential credential;
    credential.kind = tally::credential_kind::bearer;
    credential.secret = "secret";
    account.set_credential("https://example.org", credential);
    account.log_in();
    tally::feed_options feed_options;
    feed_options.url = "https://example.org/feed";
    auto feed = account.add_feed("inbox", feed_options);
    int completions = 0;
    tally::status result = tally::status::empty;
    const auto token = feed.refresh_now([&, alive](const tally::event &event) {
        ++completions;
        result = event.result;
        CHECK(event.http_status == 200);
    });
    CHECK(token != 0 && alive.use_count() == 3);
    for (int round = 0; round < 3; ++round) engine.step();
    CHECK(completions == 1 && result == tally::status::ok && asked.size() == 1);
    CHECK(asked.at(0).rfind("https://example.org/feed?", 0) == 0);
    CHECK(account.get("inbox").count == 1 && account.messages("inbox").entries.at(0).title == "Hello");
    CHECK(alive.use_count() == 2);
    std::string title;
    CHECK(feed.get(&title).requests == 1 && title.empty() && feed.get().http_status == 200);

    throws = true;
    feed.refresh_now([&](const tally::event &event) { result = event.result; });
    std::string what;
    for (int round = 0; round < 3; ++round) try {
            engine.step();
        } catch (const std::runtime_error &error) {
            what = error.what();
        }
    CHECK(what == "no network card" && result == tally::status::network);
    engine.set_transport(nullptr);
    engine.close();
    CHECK(alive.use_count() == 1);
}

void threads() {
    std::optional<tally::engine> engine(std::in_place);
    std::atomic<bool> closed{false};
    tally::status last = tally::status::ok;
    std::thread outliving([&, account = engine->open_account("ann")]() mutable {
        while (last == tally::status::ok) {
            const bool was_closed = closed;
            last = thrown([&] { account.add("a", 1); });
            if (was_closed && last == tally::status::ok) return;  // It must not work any more.
        }
    });
    int waits = 0;
    std::atomic<bool> ends{false};
    std::thread waiting([&] {
        while (!ends) {
            engine->next_event();
            ++waits;
        }
    });
    ends = true;
    engine->interrupt();
    waiting.join();
    CHECK(waits <= 1);
    engine.reset();
    closed = true;
    outliving.join();
    CHECK(last == tally::status::closed);
}

void forking() {
    tally::engine engine;
    auto account = engine.open_account("ann");
    account.set("a", 1);
    const pid_t child = fork();
    if (child == 0) {
        bool right = thrown([&] { (void)account.get("a"); }) == tally::status::forked &&
                     thrown([&] { (void)engine.open_scope(); }) == tally::status::forked &&
                     thrown([&] { engine.close(); }) == tally::status::ok;
        _exit(right ? 0 : 1);
    }
    int answer = -1;
    waitpid(child, &answer, 0);
    CHECK(WIFEXITED(answer) && WEXITSTATUS(answer) == 0);
    CHECK(account.get("a").count == 1);
}

void files() {
    const directory folder;
    tally::engine_options options;
    options.file = folder.path + "/a.db";
    {
        tally::engine engine(options);
        engine.open_account("ann").set("a", 3);
        CHECK(thrown([&] { tally::engine{options}; }) == tally::status::locked);
        engine.flush();
        engine.verify();
        engine.backup(folder.path + "/b.db");
        CHECK(thrown([&] { engine.backup(folder.path + "/b.db"); }) == tally::status::exists);
        engine.backup(folder.path + "/b.db", tally::backup_flags::replace);
        CHECK(engine.stats().accounts == 1 && engine.stats().file_size > 0);
        CHECK(engine.limit(tally::limit::depth) == 64);
        CHECK(engine.limit(tally::limit::nodes, 3) == 16777216 && engine.limit(tally::limit::nodes) == 3);
        CHECK(thrown([&] { engine.limit(tally::limit::depth, 5); }) == tally::status::unsupported);
        CHECK(thrown([&] { tally::vacuum(*options.file); }) == tally::status::locked);
        CHECK(!engine.set_aside());
    }
    tally::vacuum(*options.file);
    CHECK(thrown([&] { tally::vacuum(folder.path + "/none.db"); }) == tally::status::io);
    CHECK(tally::recover(*options.file, folder.path + "/c.db").badges_saved == 1);
    options.file = folder.path + "/b.db";
    tally::engine engine(options);
    CHECK(engine.open_account("ann").get("root").count == 3);
    engine.remove_account("ann");
    CHECK(engine.accounts().size() == 0);
}

void closing() {
    tally::engine engine(driven());
    auto account = engine.open_account("ann");
    auto scope = engine.open_scope();
    auto inside = tally::status::ok;
    scope.observe(account, "a", tally::observe_flags::none,
                  [&](const tally::event &) { inside = thrown([&] { engine.close(); }); });
    account.set("a", 1);
    engine.step();
    CHECK(inside == tally::status::thread && engine.is_open());
    account.set("a", 2);
    CHECK(account.get("a").count == 2 && engine.dispatch().count == 1);
    engine.close(tally::milliseconds(-2));  // As long as it takes.
    CHECK(!engine.is_open());
    engine.close();
    CHECK(thrown([&] { account.set("a", 3); }) == tally::status::closed);
}

void types() {
    const auto both = tally::observe_flags::subtree | tally::observe_flags::initial;
    CHECK(static_cast<std::uint32_t>(both) == (TALLY_SUBTREE | TALLY_OBSERVE_INITIAL));
    CHECK((both & tally::observe_flags::initial) == tally::observe_flags::initial);
    static_assert(!std::is_convertible_v<tally::list_flags, tally::observe_flags>);
    static_assert(!std::is_convertible_v<int, tally::observe_flags>);
    tally::engine engine;
    auto account = engine.open_account("ann");
    // Unknown flags reach the library, which rejects them.
    CHECK(thrown([&] { (void)account.list("root", static_cast<tally::list_flags>(1u << 30)); }) ==
          tally::status::argument);
    tally::feed_options options;
    options.interval = tally::milliseconds(50);
    CHECK(thrown([&] { (void)account.add_feed("inbox", options); }) == tally::status::range);
    options.interval = std::chrono::minutes(1);
    CHECK(account.add_feed("inbox", options).get().requests == 0);
    const tally::time_point never = tally::forever;
    account.set_until("a", 1, never);
    account.set_until("b", 1, std::chrono::time_point_cast<tally::milliseconds>(std::chrono::system_clock::now()) +
                                  std::chrono::hours(1));
    account.mute("b", tally::mute_mode::all);
    CHECK((account.get("b").flags & tally::badge_flags::mute_all) == tally::badge_flags::mute_all &&
          account.get("a").flags == tally::badge_flags::own_count);
}

void descriptor() {
    tally::engine engine;
    auto account = engine.open_account("ann");
    auto scope = engine.open_scope();
    int told = 0;
    scope.observe(account, "root", tally::observe_flags::none, [&](const tally::event &) { ++told; });
    pollfd waiting = {static_cast<int>(engine.descriptor()), POLLIN, 0};
    CHECK(poll(&waiting, 1, 0) == 0);
    account.set("a", 1);
    CHECK(poll(&waiting, 1, hang_milliseconds) == 1);
    engine.dispatch();
    CHECK(told == 1 && poll(&waiting, 1, 0) == 0);
}

}  // namespace

int main() {
    errors();
    kinds();
    accounts();
    reminders();
    leases();
    imported_reminders();
    owned();
    rules();
    found();
    observed_feeds();
    observed_subjects();
    buffers();
    long_lists();
    pages();
    batches();
    items();
    another_engine();
    lifetimes();
    callbacks();
    widgets();
    hooks();
    transport();
    threads();
    forking();
    files();
    closing();
    types();
    descriptor();
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
