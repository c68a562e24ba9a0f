#include "cpp_map.h"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

enum class Kind : uint8_t { nothing, dot, count };

struct Node {
    Node *parent = nullptr;
    std::vector<Node *> children;
    uint64_t sum = 0; // the sum of the counts below
    uint32_t lit = 0; // badges below
    uint32_t own = 0;
    Kind kind = Kind::nothing;
};

// With these two, find() takes a string_view and makes no string of it.
struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
};

} // namespace

struct cpp_tree {
    std::unordered_map<std::string, Node, Hash, std::equal_to<>> nodes;

    Node *find(std::string_view path)
    {
        auto found = nodes.find(path);
        return found == nodes.end() ? nullptr : &found->second;
    }

    Node *find_or_add(std::string_view path)
    {
        if (Node *node = find(path)) return node;
        Node *parent = nullptr;
        if (auto cut = path.rfind('.'); cut != path.npos) parent = find_or_add(path.substr(0, cut));
        Node *node = &nodes.try_emplace(std::string(path)).first->second; // nodes of a map never move
        node->parent = parent;
        if (parent) parent->children.push_back(node);
        return node;
    }

    static void change(Node *node, Kind kind, uint32_t own)
    {
        uint64_t count_delta = uint64_t(own) - node->own;
        uint32_t lit_delta = uint32_t(kind != Kind::nothing) - uint32_t(node->kind != Kind::nothing);
        node->kind = kind;
        node->own = own;
        if (!count_delta && !lit_delta) return;
        for (Node *p = node->parent; p; p = p->parent) {
            p->sum += count_delta;
            p->lit += lit_delta;
        }
    }

    static void wipe(Node *node)
    {
        node->kind = Kind::nothing;
        node->own = 0;
        if (!node->lit) return;
        node->sum = 0;
        node->lit = 0;
        for (Node *child : node->children)
            if (child->lit || child->kind != Kind::nothing) wipe(child);
    }

    static void force(Node *node)
    {
        uint64_t count = node->sum + node->own;
        uint32_t lit = node->lit + (node->kind != Kind::nothing);
        if (!lit) return;
        wipe(node);
        for (Node *p = node->parent; p; p = p->parent) {
            p->sum -= count;
            p->lit -= lit;
        }
    }
};

cpp_tree *cpp_create(void) { return new cpp_tree; }
void cpp_destroy(cpp_tree *tree) { delete tree; }

void cpp_set(cpp_tree *tree, const char *path, uint32_t count)
{
    if (count)
        cpp_tree::change(tree->find_or_add(path), Kind::count, count);
    else if (Node *node = tree->find(path))
        cpp_tree::change(node, Kind::nothing, 0);
}

void cpp_dot(cpp_tree *tree, const char *path) { cpp_tree::change(tree->find_or_add(path), Kind::dot, 0); }

void cpp_clear(cpp_tree *tree, const char *path)
{
    if (Node *node = tree->find(path)) cpp_tree::change(node, Kind::nothing, 0);
}

void cpp_force(cpp_tree *tree, const char *path)
{
    if (Node *node = tree->find(path)) cpp_tree::force(node);
}

int cpp_get(const cpp_tree *tree, const char *path, uint64_t *out_count)
{
    Node *node = const_cast<cpp_tree *>(tree)->find(path);
    *out_count = node ? node->sum ? node->sum : node->own : 0;
    return node && (node->kind != Kind::nothing || node->lit);
}
