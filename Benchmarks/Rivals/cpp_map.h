/* Rival (c): std::unordered_map from paths to nodes with pointers to their parents. */
#ifndef CPP_MAP_H
#define CPP_MAP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cpp_tree cpp_tree;

cpp_tree *cpp_create(void);
void cpp_destroy(cpp_tree *tree);
void cpp_set(cpp_tree *tree, const char *path, uint32_t count);
void cpp_dot(cpp_tree *tree, const char *path);
void cpp_clear(cpp_tree *tree, const char *path);
void cpp_force(cpp_tree *tree, const char *path);
int cpp_get(const cpp_tree *tree, const char *path, uint64_t *out_count);

#ifdef __cplusplus
}
#endif

#endif
