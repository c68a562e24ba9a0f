// Lists, and the room that they need.
#ifndef TALLY_LISTS_HPP
#define TALLY_LISTS_HPP

#include "base.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tally {

/// A part of a list, and whether more entries follow. `next` is the `after` of the next page, also in a later run.
template <typename T>
struct page {
    std::vector<T> entries;
    bool more = false;
    std::optional<std::string> next; ///< std::nullopt: there are no more entries

    auto begin() const { return entries.begin(); }
    auto end() const { return entries.end(); }
    [[nodiscard]] std::size_t size() const { return entries.size(); }
    const T &operator[](std::size_t index) const { return entries[index]; }
};

namespace detail {

/// Room for a list: rows of C, and their texts.
template <typename C>
class room {
public:
    explicit room(std::size_t limit) : limit_(limit), entries_(std::min<std::size_t>(limit, 64)), text_(4096) {
        if (limit == 0) throw error(status::range, "a list of no rows");
    }

    template <typename Call>
    tally_status fill(Call call) {
        rows_ = tally_rows();
        rows_.struct_size = sizeof rows_;
        rows_.entry_size = sizeof(C);
        rows_.entries = entries_.data();
        rows_.capacity = entries_.size();
        rows_.text = text_.data();
        rows_.text_capacity = text_.size();
        return call(&rows_);
    }
    /// Whether the list has as many rows as the caller requested.
    [[nodiscard]] bool is_full() const { return rows_.count == limit_; }
    /// The place behind the rows, as the last call wrote it among the texts.
    [[nodiscard]] std::optional<std::string> next() const {
        return rows_.next ? std::optional<std::string>(rows_.next) : std::nullopt;
    }
    /// Makes room for four times as many rows or bytes of texts, and at least for what the call says that it needs.
    void grow(tally_status answer) {
        const bool is_more = answer == TALLY_MORE;
        const bool for_rows = is_more ? rows_.count == entries_.size() : rows_.count > entries_.size();
        if (for_rows) entries_.resize(std::min(limit_, std::max(entries_.size() * 4, is_more ? 0 : rows_.count)));
        if (!for_rows || (!is_more && rows_.text_size > text_.size()))
            text_.resize(std::max(text_.size() * 4, is_more ? 0 : rows_.text_size));
    }
    template <typename T>
    [[nodiscard]] std::vector<T> made() const {
        std::vector<T> result;
        result.reserve(rows_.count);
        for (std::size_t index = 0; index < rows_.count; ++index) result.emplace_back(entries_[index], text_.data());
        return result;
    }

private:
    std::size_t limit_;
    std::vector<C> entries_;
    std::vector<char> text_;
    tally_rows rows_{};
};

inline constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

/// Returns the list that call(rows) fills. If not all requested rows fit, it is called again with more room and the
/// same `after`, so all rows are of one moment.
template <typename T, typename C, typename Call>
page<T> list(Call call, std::size_t limit = no_limit) {
    room<C> place(limit);
    for (;;) {
        const tally_status answer = place.fill(call);
        if (answer == TALLY_ERROR_BUFFER_TOO_SMALL || (answer == TALLY_MORE && !place.is_full())) {
            place.grow(answer);
            continue;
        }
        const bool more = check(answer) == status::more;
        return {place.template made<T>(), more, place.next()};
    }
}

/// The same for a call that has an effect. It is called once, and the list has the rows that fit.
template <typename T, typename C, typename Call>
std::pair<std::vector<T>, status> part(Call call, std::size_t limit = no_limit) {
    room<C> place(limit);
    for (;;) {
        const tally_status answer = place.fill(call);
        if (answer == TALLY_ERROR_BUFFER_TOO_SMALL) {
            place.grow(answer);
            continue;
        }
        const status told = check(answer);
        return {place.template made<T>(), told};
    }
}

/// A page of a list whose call has an effect.
template <typename T, typename C, typename Call>
page<T> once(Call call, std::size_t limit) {
    auto found = part<T, C>(call, limit);
    return {std::move(found.first), found.second == status::more, std::nullopt};
}

}  // namespace detail

}  // namespace tally

#endif  // TALLY_LISTS_HPP
