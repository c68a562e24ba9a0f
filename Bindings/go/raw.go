package tally

/*
#include "calls.h"
*/
import "C"

// nodeCall is a node's function on any account, also a foreign one, of any node, also one that was released: what the
// types rule out. For tests, which cannot use cgo themselves.
func nodeCall(name string, account *Account, node uint64, count int64, mode int32) error {
	_, err := account.with(func(account *C.tally_account) C.tally_go_answer {
		var badge C.tally_badge
		var length C.size_t
		node := C.tally_node(node)
		switch name {
		case "node_release":
			C.tally_node_release(account, node)
			return C.tally_go_answer{}
		case "node_get_path":
			return C.go_node_get_path(account, node, nil, 0, &length)
		case "node_set":
			return C.go_node_set(account, node, C.int64_t(count))
		case "node_dot":
			return C.go_node_dot(account, node)
		case "node_set_until":
			return C.go_node_set_until(account, node, C.int64_t(count), 0)
		case "node_dot_until":
			return C.go_node_dot_until(account, node, 0)
		case "node_add":
			return C.go_node_add(account, node, C.int64_t(count))
		case "node_clear":
			return C.go_node_clear(account, node)
		case "node_clear_tree":
			return C.go_node_clear_tree(account, node)
		case "node_mute":
			return C.go_node_mute(account, node, C.int32_t(mode), 0)
		default:
			return C.go_node_get(account, node, &badge)
		}
	})
	return err
}
