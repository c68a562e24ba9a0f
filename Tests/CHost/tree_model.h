#ifndef TALLY_TEST_TREE_MODEL_H
#define TALLY_TEST_TREE_MODEL_H

#include "tally_tree.h"

/* The program has it: says what is wrong, and ends. */
void tree_model_failed(const char *what, int line);

enum { TREE_MODEL_NODES = 16 };
/* Parents come before their children. */
extern const char *const tree_model_places[TREE_MODEL_NODES];

/* Random numbers, the same on every machine. */
void tree_model_seed(uint64_t seed);
unsigned tree_model_random(unsigned most);

/* Changes an empty tree so many times at random, and compares it with the model; `copy` follows by patches. */
void tree_model_run(tally_tree *tree, tally_tree *copy, int32_t aggregation, int steps);

#endif
