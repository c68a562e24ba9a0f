// Values of tally.hpp that have a shape of their own. Members are called as in tally.h, and mean the same.
#ifndef TALLY_TYPES_HPP
#define TALLY_TYPES_HPP

#include "lists.hpp"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tally {

using stats = tally_stats;
using recovery = tally_recovery;
using feed_state = tally_feed_state;
using plan_summary = tally_plan;

/// Facts about a page that feed::page_shown returns.
struct page_info {
    bool first = false;                    ///< The user sees it for the first time since log-in.
    std::optional<milliseconds> away_time; ///< Since the user last saw it. None: never, or it is seen already.
    bool requested = false;                ///< The call has begun a request.

    page_info() = default;
    page_info(const tally_page_info &from) : first(from.first != 0), requested(from.requested != 0) {
        if (from.away_time >= 0) away_time = milliseconds(from.away_time);
    }
};

/// The identifier of an observer, view, widget or completion.
using token = std::uint64_t;

/// The badge that a path shows. account::get_own reads what the path owns.
struct badge {
    std::uint64_t count = 0, revision = 0;
    std::uint64_t highlights = 0; ///< For a later version, in which messages have levels: 0.
    badge_kind kind{};
    badge_flags flags{};
    std::int32_t level = 0; ///< For that version: 0.

    badge() = default;
    /// One that a program makes, for present().
    explicit badge(badge_kind of, std::uint64_t number = 0) : count(number), kind(of) {}
    badge(const tally_badge &from)
        : count(from.count), revision(from.revision), highlights(from.highlights),
          kind(detail::made<badge_kind>(from.kind)), flags(detail::made<badge_flags>(from.flags)), level(from.level) {}
};

struct badge_entry {
    std::string path;
    tally::badge badge;

    badge_entry(const tally_badge_entry &from, const char *text)
        : path(detail::at(text, from.path)), badge(from.badge) {}
};

struct dispatched {
    std::size_t count = 0;
    bool more = false;
};

struct batch_result {
    tally::status status = tally::status::ok; ///< ok or already_applied.
    std::uint64_t revision = 0;
};

struct badge_listing {
    std::vector<badge_entry> entries;
    /// For changes(): what changed after it, also while a long list was read, may be listed again.
    std::uint64_t revision = 0;
    /// After list_page(): more entries follow.
    bool more = false;
    /// After list_page(): the `after` of the next page; std::nullopt: there are no more entries.
    std::optional<std::string> next;
    /// After changes(): ok; more: call again immediately, with the revision; resync: list everything.
    tally::status status = status::ok;

    auto begin() const { return entries.begin(); }
    auto end() const { return entries.end(); }
    [[nodiscard]] std::size_t size() const { return entries.size(); }
};

struct account_state {
    std::string name;
    std::int64_t id = 0;
    std::uint64_t revision = 0, epoch = 0;
    bool logged_in = false;
    tally::aggregation aggregation{};
    tally::feeding feeding{};

    account_state() = default;
    account_state(const tally_account_state &from, std::string text)
        : name(std::move(text)), id(from.id), revision(from.revision), epoch(from.epoch),
          logged_in(from.logged_in != 0), aggregation(detail::made<tally::aggregation>(from.aggregation)),
          feeding(detail::made<tally::feeding>(from.feeding)) {}
};

struct event;
using event_callback = std::function<void(const event &)>;

/// A badge in words: "dot", its number, or "nothing".
[[nodiscard]] inline std::string shown(badge_kind kind, std::uint64_t count) {
    return kind == badge_kind::none ? "nothing" : kind == badge_kind::number ? std::to_string(count) : "dot";
}
[[nodiscard]] inline std::string shown(const badge &of) { return shown(of.kind, of.count); }
/// The same: a dot is no 0.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &out, const badge &of) {
    return out << shown(of);
}

/// How to draw a path, with the number or the icon's name.
struct presentation : tally_presentation {
    std::string text;

    presentation() : tally_presentation() { struct_size = sizeof(tally_presentation); }
    presentation(const tally_presentation &from, std::string words)
        : tally_presentation(from), text(std::move(words)) {}
};
using widget_function = std::function<void(std::string_view path, const presentation &)>;

/// The functions of a host that draw a badge. All four are required.
struct widget {
    widget_function show_dot, show_number, show_icon, hide;
};

/// Borrowed until the transport's callback returns.
using request = tally_request;
using transport_callback = std::function<void(const request &)>;

struct style {
    std::optional<float> dot_radius;
    std::optional<std::pair<float, float>> offset;
    std::optional<float> font_size;
    std::optional<std::int32_t> font_weight;
    std::optional<std::uint32_t> text_color, background_color, highlight_color;
    std::optional<overflow_style> overflow;
    std::optional<std::uint64_t> max_count;
    std::optional<std::string> icon;
};

namespace detail {

/// A member that is given or not: in the structure of C its bit says so. Texts are set by the caller.
template <typename T, typename C>
void give(const std::optional<T> &from, C &to, std::uint32_t &fields, std::uint32_t field) {
    if (!from) return;
    fields |= field;
    if constexpr (!std::is_pointer_v<C>) to = raw(*from);
}

/// A badge that goes in.
class c_badge {
public:
    explicit c_badge(const badge &from) {
        value.count = from.count;
        value.revision = from.revision;
        value.highlights = from.highlights;
        value.kind = raw(from.kind);
        value.flags = raw(from.flags);
        value.level = from.level;
    }
    operator const tally_badge *() const { return &value; }

private:
    tally_badge value{};
};

/// A style with what it borrows.
class c_style {
public:
    explicit c_style(const std::optional<style> &given) : icon(given ? given->icon : std::nullopt), is_given(given) {
        if (!given) return;
        const style &from = *given;
        set(from.dot_radius, value.dot_radius, TALLY_STYLE_FIELD_DOT_RADIUS);
        if (from.offset) {
            value.fields |= TALLY_STYLE_FIELD_OFFSET;
            value.offset_x = from.offset->first;
            value.offset_y = from.offset->second;
        }
        set(from.font_size, value.font_size, TALLY_STYLE_FIELD_FONT_SIZE);
        set(from.font_weight, value.font_weight, TALLY_STYLE_FIELD_FONT_WEIGHT);
        set(from.text_color, value.text_color, TALLY_STYLE_FIELD_TEXT_COLOR);
        set(from.background_color, value.background_color, TALLY_STYLE_FIELD_BACKGROUND_COLOR);
        set(from.highlight_color, value.highlight_color, TALLY_STYLE_FIELD_HIGHLIGHT_COLOR);
        set(from.max_count, value.max_count, TALLY_STYLE_FIELD_MAX_COUNT);
        set(from.overflow, value.overflow, TALLY_STYLE_FIELD_OVERFLOW);
        if (from.icon) {
            value.fields |= TALLY_STYLE_FIELD_ICON;
            value.icon = icon;
        }
    }
    operator const tally_style *() const { return is_given ? &value : nullptr; }

private:
    tally_style value = sized<tally_style>();
    c_text icon;
    bool is_given;

    template <typename T, typename C>
    void set(const std::optional<T> &from, C &to, std::uint32_t field) {
        if (!from) return;
        value.fields |= field;
        to = raw(*from);
    }
};

/// The style that C has, with its text.
inline style made_style(const tally_style &from, std::string icon) {
    style result;
    const auto has = [&](std::uint32_t field) { return (from.fields & field) != 0; };
    if (has(TALLY_STYLE_FIELD_DOT_RADIUS)) result.dot_radius = from.dot_radius;
    if (has(TALLY_STYLE_FIELD_OFFSET)) result.offset = std::make_pair(from.offset_x, from.offset_y);
    if (has(TALLY_STYLE_FIELD_FONT_SIZE)) result.font_size = from.font_size;
    if (has(TALLY_STYLE_FIELD_FONT_WEIGHT)) result.font_weight = from.font_weight;
    if (has(TALLY_STYLE_FIELD_TEXT_COLOR)) result.text_color = from.text_color;
    if (has(TALLY_STYLE_FIELD_BACKGROUND_COLOR)) result.background_color = from.background_color;
    if (has(TALLY_STYLE_FIELD_HIGHLIGHT_COLOR)) result.highlight_color = from.highlight_color;
    if (has(TALLY_STYLE_FIELD_MAX_COUNT)) result.max_count = from.max_count;
    if (has(TALLY_STYLE_FIELD_OVERFLOW)) result.overflow = detail::made<overflow_style>(from.overflow);
    if (has(TALLY_STYLE_FIELD_ICON)) result.icon = std::move(icon);
    return result;
}

}  // namespace detail

}  // namespace tally

#endif  // TALLY_TYPES_HPP
