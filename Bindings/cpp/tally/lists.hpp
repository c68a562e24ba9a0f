// Lists, and the room that they need.
#ifndef TALLY_LISTS_HPP
#define TALLY_LISTS_HPP

#include "base.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

inline constexpr std::size_t no_limit = static_cast<std::size_t>(-1);
/// The rows that one call asks for at most. A longer list is made of several calls.
inline constexpr std::size_t most_rows = 10000;

/// Room for rows of C and their texts. It begins without a value: a short list costs no more than its own rows.
template <typename C>
class room {
public:
    explicit room(std::size_t limit)
        : capacity_(std::min(limit, most_rows)), text_capacity_(std::max<std::size_t>(capacity_ * 64, 4096)) {
        if (limit == 0) throw error(status::range, "a list of no rows");
        allocate();
    }

    /// Calls call(rows) for at most `limit` rows. If not even one fits, it makes room and calls again.
    template <typename Call>
    status fill(Call call, std::size_t limit) {
        for (;;) {
            rows_ = tally_rows();
            rows_.struct_size = sizeof rows_;
            rows_.entry_size = sizeof(C);
            rows_.entries = entries_.get();
            rows_.capacity = std::min(capacity_, limit);
            rows_.text = text_.get();
            rows_.text_capacity = text_capacity_;
            const tally_status answer = call(&rows_);
            if (answer != TALLY_ERROR_BUFFER_TOO_SMALL) return check(answer);
            grow();
        }
    }
    /// The place behind the rows, as the last call wrote it among the texts.
    [[nodiscard]] std::optional<std::string> next() const {
        return rows_.next ? std::optional<std::string>(rows_.next) : std::nullopt;
    }
    template <typename T>
    void append_to(std::vector<T> &into) const {
        into.reserve(into.size() + rows_.count);
        for (std::size_t index = 0; index < rows_.count; ++index) into.emplace_back(entries_[index], text_.get());
    }

private:
    /// Some calls do not say what they need: they get twice as much.
    void grow() {
        const bool is_told = rows_.count > capacity_ || rows_.text_size > text_capacity_;
        capacity_ = is_told ? std::max(capacity_, rows_.count) : capacity_ * 2;
        text_capacity_ = is_told ? std::max(text_capacity_, rows_.text_size) : text_capacity_ * 2;
        allocate();
    }
    void allocate() {
        entries_.reset(new C[capacity_]);
        text_.reset(new char[text_capacity_]);
    }

    std::size_t capacity_;
    std::size_t text_capacity_;
    std::unique_ptr<C[]> entries_;
    std::unique_ptr<char[]> text_;
    tally_rows rows_{};
};

/// The rows of one call(rows): those that fit.
template <typename T, typename C, typename Call>
page<T> part(Call call, std::size_t limit = no_limit, status *told = nullptr) {
    room<C> place(limit);
    const status answer = place.fill(call, limit);
    if (told) *told = answer;
    page<T> result;
    place.append_to(result.entries);
    result.more = answer == status::more;
    result.next = place.next();
    return result;
}

/// At most `limit` rows behind `after`, by as many calls of call(rows, after) as they take.
template <typename T, typename C, typename Call>
page<T> list(Call call, const std::optional<std::string_view> &after, std::size_t limit) {
    room<C> place(limit);
    const c_text first(after);
    page<T> result;
    do {
        const char *const behind = result.next ? result.next->c_str() : first;
        const status told =
            place.fill([&](tally_rows *rows) { return call(rows, behind); }, limit - result.entries.size());
        place.append_to(result.entries);
        result.more = told == status::more;
        result.next = place.next();
    } while (result.more && result.entries.size() < limit);
    return result;
}

}  // namespace detail

}  // namespace tally

#endif  // TALLY_LISTS_HPP
