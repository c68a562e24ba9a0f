package tally

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// The replay of the conformance data (Tests/Conformance/README.md). Structures come out, and options go in, by their
// members' names.

type object = map[string]any

// snake is a name of Go's as it is in C: AccountID, account_id.
func snake(name string) string {
	var result strings.Builder
	runes := []rune(name)
	for index, character := range runes {
		if unicode.IsUpper(character) && index > 0 &&
			(unicode.IsLower(runes[index-1]) || index+1 < len(runes) && unicode.IsLower(runes[index+1])) {
			result.WriteByte('_')
		}
		result.WriteRune(unicode.ToLower(character))
	}
	return result.String()
}

// out makes an object of a structure.
func out(value any) object {
	result, from := object{}, reflect.ValueOf(value)
	for index := 0; index < from.NumField(); index++ {
		name, field := snake(from.Type().Field(index).Name), from.Field(index)
		switch field.Kind() {
		case reflect.Bool:
			result[name] = json.Number(strconv.Itoa(map[bool]int{true: 1}[field.Bool()]))
		case reflect.String:
			result[name] = field.String()
		case reflect.Struct:
			inner := out(field.Interface())
			result[name] = inner
			for each, value := range inner {
				result[each] = value
			}
		default:
			if status, is := field.Interface().(Status); is {
				result[name] = status.String()
			} else {
				result[name] = json.Number(fmt.Sprint(field.Interface()))
			}
		}
	}
	return result
}

func listed[T any](list []T) object {
	result := []any{}
	for _, entry := range list {
		result = append(result, out(entry))
	}
	return object{"entries": result}
}

// step has the arguments of a step.
type step object

func (s step) text(name string) string {
	text, _ := s[name].(string)
	return text
}

// pointer is nil for what is missing.
func (s step) pointer(name string) *string {
	text, is := s[name].(string)
	if !is {
		return nil
	}
	return &text
}

func integer64(value any) int64 {
	if value == nil {
		return 0
	}
	number := fmt.Sprint(value)
	if signed, err := strconv.ParseInt(number, 10, 64); err == nil {
		return signed
	}
	unsigned, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		panic(err)
	}
	return int64(unsigned)
}

func (s step) int(name string) int64 {
	return integer64(s[name])
}

func (s step) limit() int {
	if s["limit"] == nil {
		return 10000
	}
	return int(s.int("limit"))
}

func (s step) bytes(name string) []byte {
	digits, is := s[name].(string)
	if !is {
		return []byte(s.text("text"))
	}
	result, err := hex.DecodeString(digits)
	if err != nil {
		panic(err)
	}
	return result
}

// options fills a structure with the members of an object.
func options[T any](from any) T {
	var result T
	given, _ := from.(object)
	to := reflect.ValueOf(&result).Elem()
	for index := 0; index < to.NumField(); index++ {
		value, is := given[snake(to.Type().Field(index).Name)]
		if !is || value == nil {
			continue
		}
		switch field := to.Field(index); field.Kind() {
		case reflect.String:
			field.SetString(value.(string))
		case reflect.Pointer:
			text := value.(string)
			field.Set(reflect.ValueOf(&text))
		case reflect.Float32:
			number, err := strconv.ParseFloat(fmt.Sprint(value), 32)
			if err != nil {
				panic(err)
			}
			field.SetFloat(number)
		case reflect.Uint32, reflect.Uint64:
			field.SetUint(uint64(integer64(value)))
		default:
			field.SetInt(integer64(value))
		}
	}
	return result
}

// difference tells what differs of what is expected; empty: nothing.
func difference(expected, actual any, place string) string {
	differs := fmt.Sprintf("%s: expected %v, but it is %v", place, expected, actual)
	switch expected := expected.(type) {
	case object:
		members, is := actual.(object)
		if !is {
			return differs
		}
		for name, value := range expected {
			found, is := members[name]
			if !is {
				return fmt.Sprintf("%s.%s: there is no such output", place, name)
			}
			if _, isNumber := found.(json.Number); isNumber &&
				(name == "key" || name == "newest" || name == "oldest" || name == "message") {
				continue
			}
			if inner := difference(value, found, place+"."+name); inner != "" {
				return inner
			}
		}
		return ""
	case []any:
		items, is := actual.([]any)
		if !is || len(items) != len(expected) {
			return differs
		}
		for index := range expected {
			if inner := difference(expected[index], items[index], fmt.Sprintf("%s[%d]", place, index)); inner != "" {
				return inner
			}
		}
		return ""
	case bool:
		return difference(json.Number(strconv.Itoa(map[bool]int{true: 1}[expected])), actual, place)
	}
	if members, is := actual.(object); is {
		return difference(expected, members["name"], place)
	}
	if fmt.Sprint(expected) == fmt.Sprint(actual) {
		return ""
	}
	if number, is := expected.(json.Number); is {
		left, leftErr := strconv.ParseFloat(number.String(), 32)
		right, rightErr := strconv.ParseFloat(fmt.Sprint(actual), 32)
		if strings.ContainsAny(number.String()+fmt.Sprint(actual), ".e") && leftErr == nil && rightErr == nil &&
			float32(left) == float32(right) {
			return ""
		}
	}
	return differs
}

type namedNode struct {
	account string
	node    *Node
	isOpen  bool
}

type replay struct {
	engine        *Engine
	scope         *Scope
	wall, elapsed int64
	accounts      map[string]*Account
	feeds         map[string]*Feed
	nodes         map[string]*namedNode
	tokens        map[string]Token
	kept          map[string]any
	status        Status
	failedOut     object
}

func newReplay(entire object) (*replay, error) {
	r := &replay{wall: 1767225600000, elapsed: 1000000, accounts: map[string]*Account{}, feeds: map[string]*Feed{},
		nodes: map[string]*namedNode{}, tokens: map[string]Token{}, kept: map[string]any{}}
	if entire["wall"] != nil {
		r.wall = integer64(entire["wall"])
	}
	// The functions cannot come from data.
	given := EngineOptions{Zone: "UTC"}
	from := step{}
	if members, is := entire["options"].(object); is {
		from = members
	}
	for name, target := range map[string]*uint32{
		"flags": &given.Flags, "max_depth": &given.MaxDepth, "max_path_bytes": &given.MaxPathBytes,
		"max_nodes": &given.MaxNodes, "max_accounts": &given.MaxAccounts, "max_feeds": &given.MaxFeeds,
		"max_observers": &given.MaxObservers, "max_response_bytes": &given.MaxResponseBytes,
		"max_batch_ids": &given.MaxBatchIDs, "max_loaded_accounts": &given.MaxLoadedAccounts,
	} {
		*target = uint32(from.int(name))
	}
	given.Durability, given.BatchIDTime = int32(from.int("durability")), from.int("batch_id_time")
	given.Flags |= EngineHostDriven
	given.Seed = 1
	if zone, is := entire["zone"].(string); is {
		given.Zone = zone
	}
	given.Clock = func() (int64, int64) { return r.wall, r.elapsed }
	var err error
	if r.engine, err = Open(given); err != nil {
		return nil, err
	}
	r.scope, err = r.engine.OpenScope()
	return r, err
}

// resolved puts what former steps gave in the place of "$name".
func (r *replay) resolved(value any) any {
	switch value := value.(type) {
	case string:
		if kept, is := r.kept[strings.TrimPrefix(value, "$")]; is && strings.HasPrefix(value, "$") {
			return kept
		}
	case []any:
		result := []any{}
		for _, item := range value {
			result = append(result, r.resolved(item))
		}
		return result
	case object:
		result := object{}
		for name, member := range value {
			result[name] = r.resolved(member)
		}
		return result
	}
	return value
}

func (r *replay) step(s step) error {
	r.status, r.failedOut = StatusOK, nil
	result, err := r.call(s)
	message := ""
	var failed *Error
	if errors.As(err, &failed) {
		r.status, message, result = failed.Status, failed.Message, r.failedOut
	} else if err != nil {
		return err
	}
	expected := "TALLY_OK"
	if s["status"] != nil {
		expected = s.text("status")
	}
	if r.status.String() != expected {
		return fmt.Errorf("the answer is %s, %s", r.status, message)
	}
	if !strings.HasSuffix(message, "cannot be NULL in Go") && !strings.Contains(message, s.text("message")) {
		return fmt.Errorf("the message is '%s'", message)
	}
	if s["out"] != nil {
		if differs := difference(s["out"], any(result), "out"); differs != "" {
			return errors.New(differs)
		}
	}
	if s["as"] != nil {
		for _, name := range []string{"text", "bytes", "digest", "revision"} {
			if value, is := result[name]; is {
				r.kept[s.text("as")] = value
				return nil
			}
		}
		return errors.New("it gives nothing")
	}
	return nil
}

func (r *replay) account(s step, name string) (*Account, error) {
	if account, is := r.accounts[s.text(name)]; is {
		return account, nil
	}
	return nil, fmt.Errorf("there is no account %s", s.text(name))
}

func (r *replay) keep(s step, token Token, err error) (object, error) {
	if err == nil {
		r.tokens[s.text("token")] = token
	}
	return object{"token": s.text("token")}, err
}

func (r *replay) key(account *Account, id any) (uint64, error) {
	text, is := id.(string)
	if !is {
		return uint64(integer64(id)), nil
	}
	after := uint64(0)
	for {
		messages, more, err := account.Messages("root", MessagesSubtree, after, 1000)
		if err != nil {
			return 0, err
		}
		for _, message := range messages {
			if message.ID == text {
				return message.Key, nil
			}
			after = message.Key
		}
		if !more {
			return 1 << 40, nil
		}
	}
}

func (r *replay) keys(account *Account, s step) ([]uint64, error) {
	var result []uint64
	ids, _ := s["keys"].([]any)
	for _, id := range ids {
		key, err := r.key(account, id)
		if err != nil {
			return nil, err
		}
		result = append(result, key)
	}
	return result, nil
}

// paged notes whether there is more.
func paged[T any](r *replay) func(list []T, more bool, err error) (object, error) {
	return func(list []T, more bool, err error) (object, error) {
		if more {
			r.status = StatusMore
		}
		return listed(list), err
	}
}

func text(value string, err error) (object, error) { return object{"text": value}, err }
func inHex(value []byte, err error) (object, error) {
	return object{"bytes": hex.EncodeToString(value)}, err
}
func changed(count int, err error) (object, error) {
	return object{"changed": json.Number(strconv.Itoa(count)), "count": json.Number(strconv.Itoa(count))}, err
}
func structure[T any](value T, err error) (object, error) { return out(value), err }

func (r *replay) events() (object, error) {
	result := []any{}
	for {
		event, err := r.engine.NextEvent(0)
		if event == nil || err != nil {
			return object{"entries": result}, err
		}
		entry := out(*event)
		for name, token := range r.tokens {
			if token == Token(event.Token) {
				entry["token"] = name
			}
		}
		for name, account := range r.accounts {
			if info, err := account.Info(); err == nil && info.ID == event.Account {
				entry["account"] = name
			}
			feeds, _, _ := account.Feeds("", 1000)
			for _, feed := range feeds {
				if feed.ID == event.Feed {
					entry["feed"] = feed.Name
				}
			}
		}
		result = append(result, entry)
	}
}

func (r *replay) batch(account *Account, s step) (object, error) {
	given, _ := s["operations"].([]any)
	operations := make([]Operation, len(given))
	for index := range given {
		from := step(given[index].(object))
		operations[index] = Operation{Kind: int32(from.int("kind")), Path: from.text("path"), Value: from.int("value"),
			Until: from.int("until")}
		if node, is := r.nodes[from.text("node")]; is {
			operations[index].Node = node.node
		}
	}
	batch := options[BatchOptions](s["options"])
	revision, status, err := account.Batch(operations, &batch)
	told := []any{}
	for _, operation := range operations {
		operation.Node = nil
		told = append(told, object{"status": operation.Status.String(), "count": json.Number(fmt.Sprint(operation.Count)),
			"shows": json.Number(strconv.Itoa(map[bool]int{true: 1}[operation.Shows]))})
	}
	r.failedOut = object{"operations": told}
	if err != nil {
		return nil, err
	}
	r.status = status
	return object{"operations": told, "revision": json.Number(fmt.Sprint(revision))}, nil
}

func (r *replay) onNode(call string, s step) (result object, err error) {
	account, err := r.account(s, "account")
	if err != nil {
		return nil, err
	}
	named, is := r.nodes[s.text("node")]
	if !is {
		return nil, fmt.Errorf("there is no node %s", s.text("node"))
	}
	node := named.node
	if named.account != s.text("account") || !named.isOpen {
		// One of another account, or one that was released, can only be tried as C does.
		return nil, nodeCall(call, account, uint64(node.raw), s.int("count")+s.int("delta"), int32(s.int("mode")))
	}
	switch call {
	case "node_release":
		node.Close()
		named.isOpen = false
	case "node_path":
		return text(node.Path())
	case "node_set":
		err = node.Set(s.int("count"))
	case "node_dot":
		err = node.Dot()
	case "node_add":
		err = node.Add(s.int("delta"))
	case "node_clear":
		r.status, err = node.Clear()
	case "node_force":
		r.status, err = node.Force()
	case "node_mute":
		err = node.Mute(int32(s.int("mode")), s.int("until"))
	case "node_get":
		return structure(node.Get())
	default:
		err = fmt.Errorf("unknown call %s", call)
	}
	return nil, err
}

// required are the texts that C refuses where they are NULL, which they cannot be in Go.
var required = map[string][]string{
	"path_escape": {"name"}, "path_join": {"path", "name"}, "path_parent": {"path"}, "path_component": {"path"},
	"account_hash": {"name"}, "batch_position": {"source"}, "category_set": {"id"}, "strings_set": {"key"},
	"message_remove": {"id"},
}

func (r *replay) call(s step) (result object, err error) {
	call := s.text("call")
	needed := required[call]
	if strings.HasPrefix(call, "badge_") && call != "badge_changes" && call != "badge_batch" && call != "badge_diff" ||
		strings.HasPrefix(call, "message_read_") || call == "message_list" || call == "message_post" {
		needed = []string{"path"}
	}
	if strings.HasPrefix(call, "reminder_") && (s["options"] != nil || s["id"] != nil) && call != "reminder_plan" {
		needed = []string{"id"}
	}
	for _, name := range needed {
		if s[name] == nil {
			return nil, &Error{StatusArgument, name + " cannot be NULL in Go"}
		}
	}
	name := s.text("name")
	if s["name"] == nil {
		name = s.text("account")
	}
	switch call {
	case "go":
		r.elapsed += s.int("to") - r.wall
		fallthrough
	case "wall":
		r.wall = s.int("to")
		return nil, r.engine.Step()
	case "step":
		return nil, r.engine.Step()
	case "events":
		return r.events()
	case "engine_total":
		return structure(r.engine.Total())
	case "engine_verify":
		return nil, r.engine.Verify()
	case "account_open":
		given := options[AccountOptions](s["options"])
		account, err := r.engine.OpenAccount(s.text("account"), &given)
		if err == nil {
			r.accounts[s.text("account")] = account
		}
		return nil, err
	case "account_list":
		names, more, err := r.engine.Accounts(s.text("after"), s.limit())
		if more {
			r.status = StatusMore
		}
		result := []any{}
		for _, name := range names {
			result = append(result, object{"name": name})
		}
		return object{"entries": result}, err
	case "account_drop":
		return nil, r.engine.DropAccount(name)
	case "account_restore":
		return nil, r.engine.RestoreAccount(name, s.bytes("snapshot"))
	case "account_hash":
		partition, err := AccountHash(name, uint32(s.int("partitions")))
		return object{"partition": json.Number(fmt.Sprint(partition))}, err
	case "zone_set":
		return nil, r.engine.SetZone(s.pointer("name"))
	case "snapshot_diff":
		patch, err := SnapshotDiff(s.bytes("from"), s.bytes("to"))
		if err != nil {
			return nil, err
		}
		from, fromErr := DecodeSnapshot(s.bytes("from"))
		to, toErr := DecodeSnapshot(s.bytes("to"))
		if fromErr != nil || toErr != nil {
			return nil, errors.New("a snapshot cannot be decoded")
		}
		if same, err := from.Compare(to); err != nil || !bytes.Equal(same, patch) {
			return nil, errors.New("the patch between decoded snapshots is another one")
		}
		return inHex(patch, nil)
	case "patch_inverse":
		return inHex(PatchInverse(s.bytes("patch")))
	case "path_escape":
		return text(PathEscape(s.text("name")))
	case "path_join":
		return text(PathJoin(s.text("path"), s.text("name")))
	case "path_parent":
		return text(PathParent(s.text("path")))
	case "path_component":
		return text(PathComponent(s.text("path"), int(s.int("index"))))
	case "present":
		var style *Style
		if s["style"] != nil {
			given := options[Style](s["style"])
			style = &given
		}
		return structure(Present(s.int("shows") != 0, uint64(s.int("count")), style))
	case "mapping_try":
		return text(MappingTry(s.text("preset"), s.text("mapping"), s.bytes("body")))
	case "observe_total":
		token, err := r.scope.ObserveTotal(uint32(s.int("flags")), nil)
		return r.keep(s, token, err)
	case "unobserve":
		return nil, r.scope.Unobserve(r.tokens[s.text("token")])
	case "message_view_end":
		return nil, r.scope.EndView(r.tokens[s.text("token")])
	case "badge_diff":
		from, err := r.account(s, "from")
		if err != nil {
			return nil, err
		}
		to, err := r.account(s, "to")
		if err != nil {
			return nil, err
		}
		return inHex(from.Diff(s.text("from_path"), to, s.text("to_path")))
	}
	if strings.HasPrefix(call, "node_") && call != "node_resolve" {
		return r.onNode(call, s)
	}
	if feed, is := r.feeds[s.text("feed")]; is {
		switch call {
		case "feed_remove":
			return nil, feed.Remove()
		case "feed_refresh":
			return nil, feed.Refresh()
		case "feed_deliver":
			return nil, feed.Deliver(s.bytes("bytes"))
		case "feed_push":
			return nil, feed.Push(s.bytes("payload"))
		case "feed_force":
			token, err := feed.Force(nil)
			return r.keep(s, token, err)
		case "feed_get":
			state, err := feed.State()
			result := out(state)
			result["text"] = state.Title
			return result, err
		}
	}
	account, err := r.account(s, "account")
	if err != nil {
		return nil, err
	}
	return r.onAccount(call, account, s)
}

func (r *replay) onAccount(call string, account *Account, s step) (result object, err error) {
	path, flags, after := s.text("path"), uint32(s.int("flags")), uint64(0)
	var keys []uint64
	if strings.HasPrefix(call, "message_") || strings.HasPrefix(call, "group_") {
		if after, err = r.key(account, s["after"]); err == nil {
			keys, err = r.keys(account, s)
		}
		if err != nil {
			return nil, err
		}
	}
	switch call {
	case "account_log_in":
		err = account.LogIn(s.text("token"))
	case "account_log_out":
		err = account.LogOut()
	case "account_info":
		return structure(account.Info())
	case "account_snapshot":
		return inHex(account.AccountSnapshot())
	case "account_verify":
		err = account.Verify()
	case "account_foreground":
		err = account.Foreground(s.int("foreground") != 0)
	case "account_network_changed":
		err = account.NetworkChanged(s.int("available") != 0)
	case "account_woke":
		err = account.Woke()
	case "badge_set":
		err = account.Set(path, s.int("count"))
	case "badge_dot":
		err = account.Dot(path)
	case "badge_set_until":
		err = account.SetUntil(path, s.int("count"), s.int("until"))
	case "badge_dot_until":
		err = account.DotUntil(path, s.int("until"))
	case "badge_add":
		err = account.Add(path, s.int("delta"))
	case "badge_clear":
		r.status, err = account.Clear(path)
	case "badge_force":
		r.status, err = account.Force(path)
	case "badge_mute":
		err = account.Mute(path, int32(s.int("mode")), s.int("until"))
	case "badge_get":
		return structure(account.Get(path))
	case "badge_list":
		list, revision, err := account.List(path, flags)
		result := listed(list)
		result["revision"] = json.Number(fmt.Sprint(revision))
		return result, err
	case "badge_changes":
		changes, err := account.Changes(uint64(s.int("since")), uint64(s.int("epoch")))
		sort.Slice(changes.Entries, func(i, j int) bool { return changes.Entries[i].Path < changes.Entries[j].Path })
		r.status = changes.Status
		result := listed(changes.Entries)
		result["revision"] = json.Number(fmt.Sprint(changes.Revision))
		return result, err
	case "badge_explain":
		reasons, err := account.Explain(path)
		return listed(reasons), err
	case "badge_snapshot":
		encoded, err := account.Snapshot(path)
		if err != nil {
			return nil, err
		}
		taken, err := account.Take(path)
		if err != nil {
			return nil, err
		}
		if same, err := taken.Encode(); err != nil || !bytes.Equal(same, encoded) {
			return nil, errors.New("a decoded snapshot is another one")
		}
		return inHex(encoded, nil)
	case "badge_restore":
		err = account.Restore(path, s.bytes("snapshot"))
	case "badge_digest":
		digest, err := account.Digest(path)
		return object{"digest": json.Number(fmt.Sprint(digest))}, err
	case "badge_apply":
		err = account.Apply(path, s.bytes("patch"), flags)
	case "badge_batch":
		return r.batch(account, s)
	case "batch_position":
		epoch, position, err := account.BatchPosition(s.text("source"))
		return object{"epoch": json.Number(fmt.Sprint(epoch)), "position": json.Number(fmt.Sprint(position))}, err
	case "node_resolve":
		node, err := account.Resolve(path)
		if err == nil {
			r.nodes[s.text("node")] = &namedNode{s.text("account"), node, true}
		}
		return nil, err
	case "badge_present":
		return structure(account.Present(path))
	case "style_set":
		if s["style"] == nil {
			return nil, account.SetStyle(path, nil)
		}
		style := options[Style](s["style"])
		err = account.SetStyle(path, &style)
	case "style_get":
		return structure(account.Style(path))
	case "observe":
		token, err := r.scope.Observe(account, path, flags, nil)
		return r.keep(s, token, err)
	case "observe_messages":
		token, err := r.scope.ObserveMessages(account, path, flags, nil)
		return r.keep(s, token, err)
	case "observe_groups":
		token, err := r.scope.ObserveGroups(account, flags, nil)
		return r.keep(s, token, err)
	case "message_view_begin":
		token, status, err := r.scope.BeginView(account, path)
		r.status = status
		return r.keep(s, token, err)
	case "feed_add":
		name := s.text("name")
		if s["name"] == nil {
			name = s.text("feed")
		}
		feed, err := account.AddFeed(name, options[FeedOptions](s["options"]))
		if err == nil {
			r.feeds[s.text("feed")] = feed
		}
		return nil, err
	case "feed_list":
		return paged[FeedEntry](r)(account.Feeds(s.text("after"), s.limit()))
	case "feed_rejected":
		id := int64(0)
		if feed, is := r.feeds[s.text("feed")]; is {
			state, err := feed.State()
			if err != nil {
				return nil, err
			}
			id = state.ID
		} else {
			id = s.int("feed")
		}
		return paged[Rejected](r)(account.Rejected(id, uint64(s.int("after")), s.limit()))
	case "push":
		err = account.Push(s.bytes("payload"))
	case "push_badge":
		err = account.PushBadge(s.pointer("path"))
	case "message_post":
		_, err = account.Post(path, options[MessageOptions](s["options"]))
		return object{"key": json.Number("0")}, err
	case "message_remove":
		err = account.RemoveMessage(s.text("id"))
	case "message_list":
		return paged[Message](r)(account.Messages(path, flags, after, s.limit()))
	case "message_counts":
		return structure(account.MessageCounts(path, flags))
	case "message_read":
		return changed(account.Read(keys))
	case "message_read_path":
		return changed(account.ReadPath(path, flags))
	case "message_read_until":
		last, err := r.key(account, s["last"])
		if err != nil {
			return nil, err
		}
		return changed(account.ReadUntil(path, flags, last))
	case "message_unread":
		return changed(account.Unread(keys))
	case "group_configure":
		err = account.ConfigureGroups(int32(s.int("grouping")), s.pointer("language"))
	case "group_list":
		return paged[Group](r)(account.Groups(s.text("language"), flags, after, s.limit()))
	case "group_get":
		return structure(account.Group(s.text("thread"), s.text("language"), flags))
	case "group_messages":
		return paged[Message](r)(account.GroupMessages(s.text("thread"), after, s.limit()))
	case "group_seen":
		err = account.GroupSeen(s.text("thread"))
	case "group_dismiss":
		return changed(account.Dismiss(s.text("thread"), keys...))
	case "category_set":
		err = account.SetCategory(s.text("id"), s.text("summary"), s.text("hidden"))
	case "strings_set":
		err = account.SetStrings(s.text("key"), s.text("language"), options[Forms](s["forms"]))
	case "strings_import":
		taken, skipped, err := account.ImportStrings(int32(s.int("kind")), s.bytes("bytes"), s.text("language"))
		return object{"taken": json.Number(strconv.Itoa(taken)), "skipped": json.Number(strconv.Itoa(skipped))}, err
	default:
		return r.onOutbox(call, account, s)
	}
	return nil, err
}

func (r *replay) onOutbox(call string, account *Account, s step) (result object, err error) {
	id := s.text("id")
	switch call {
	case "outbox_configure":
		err = account.ConfigureOutbox(options[OutboxOptions](s["options"]))
	case "outbox_lease":
		return paged[OutboxEntry](r)(account.LeaseOutbox(s.int("duration"), s.limit()))
	case "outbox_ack":
		r.status, err = account.AckOutbox(s.int("sequence"), s.bytes("answer"))
	case "outbox_fail":
		r.status, err = account.FailOutbox(s.int("sequence"), s.int("attempt"), s.int("retry_after"))
	case "outbox_list":
		return paged[OutboxEntry](r)(account.Outbox(s.int("after"), s.limit()))
	case "outbox_counts":
		return structure(account.OutboxCounts())
	case "outbox_retry":
		return changed(account.RetryOutbox(s.int("sequence")))
	case "outbox_purge":
		return changed(account.PurgeOutbox(s.int("sequence")))
	case "reminder_put":
		err = account.PutReminder(id, options[ReminderOptions](s["options"]))
	case "reminder_edit":
		err = account.EditReminder(id, options[ReminderOptions](s["options"]))
	case "reminder_done":
		err = account.ReminderDone(id)
	case "reminder_undone":
		err = account.ReminderUndone(id)
	case "reminder_delete":
		err = account.DeleteReminder(id)
	case "reminder_snooze":
		err = account.SnoozeReminder(id, s.int("until"))
	case "reminder_acknowledge":
		err = account.AcknowledgeReminder(id)
	case "reminder_list":
		return paged[Reminder](r)(account.Reminders(s.text("after"), s.limit()))
	case "reminder_plan":
		entries, summary, err := account.Plan(options[PlanOptions](s["options"]))
		result := out(summary)
		result["plan"] = out(summary)
		result["entries"] = listed(entries)["entries"]
		return result, err
	case "reminder_log":
		return paged[ReminderNote](r)(account.ReminderLog(s.int("after"), s.limit()))
	case "reminder_export":
		return text(account.ExportReminders())
	case "reminder_import":
		taken, passedOver, err := account.ImportReminders(s.bytes("bytes"))
		return object{"taken": json.Number(strconv.Itoa(taken)), "passed_over": json.Number(strconv.Itoa(passedOver))}, err
	default:
		err = fmt.Errorf("unknown call %s", call)
	}
	return nil, err
}

func runCase(entire object) error {
	r, err := newReplay(entire)
	if err != nil {
		return err
	}
	defer r.engine.Close(-1)
	for index, given := range entire["steps"].([]any) {
		given := r.resolved(given).(object)
		if err := r.step(given); err != nil {
			return fmt.Errorf("step %d %v: %w", index, given, err)
		}
	}
	return nil
}

func TestConformance(t *testing.T) {
	folder := os.Getenv("TALLY_CONFORMANCE")
	if folder == "" {
		folder = "../../Tests/Conformance/data"
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	passed := 0
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewReader(file)
		for {
			line, err := lines.ReadBytes('\n')
			if len(bytes.TrimSpace(line)) > 0 {
				decoder := json.NewDecoder(bytes.NewReader(line))
				decoder.UseNumber()
				var entire object
				if err := decoder.Decode(&entire); err != nil {
					t.Fatal(name, err)
				}
				if err := runCase(entire); err != nil {
					t.Errorf("%v: %v", entire["case"], err)
				} else {
					passed++
				}
			}
			if err != nil {
				break
			}
		}
	}
	fmt.Printf("%d cases passed\n", passed)
	if passed == 0 {
		t.Error("there are no cases in", folder)
	}
}
