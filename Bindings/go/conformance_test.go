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
	"runtime"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
)

// The replay of the conformance data (Tests/Conformance/README.md). Structures come out, and options go in, by their
// members' names.

type object = map[string]any

// snake is a name of Go's as it is in C: AccountID, account_id.
func snake(name string) string {
	var result strings.Builder
	runes := []rune(strings.ReplaceAll(name, "IDs", "Ids"))
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
			if at, is := field.Interface().(time.Time); is {
				result[name] = json.Number(fmt.Sprint(timestamp(at)))
				continue
			}
			inner := out(field.Interface())
			result[name] = inner
			for each, value := range inner {
				result[each] = value
			}
		default:
			if status, is := field.Interface().(Status); is {
				result[name] = status.String()
			} else if duration, is := field.Interface().(time.Duration); is {
				result[name] = json.Number(fmt.Sprint(duration.Milliseconds()))
			} else if field.CanInt() { // Enumerations have names in Go.
				result[name] = json.Number(fmt.Sprint(field.Int()))
			} else if field.CanUint() {
				result[name] = json.Number(fmt.Sprint(field.Uint()))
			} else {
				result[name] = json.Number(fmt.Sprint(field.Interface()))
			}
		}
	}
	return result
}

func entries[T any](list []T) object {
	result := []any{}
	for _, entry := range list {
		result = append(result, out(entry))
	}
	return object{"entries": result}
}

// step is one step of a case, with its arguments; its methods are the steps by their names in Go.
type step struct {
	object
	*replay
}

func (s step) get(name string) any { return s.object[name] }
func (s step) path() string        { return s.text("path") }

func (s step) text(name string) string {
	text, _ := s.object[name].(string)
	return text
}

// pointer is nil for what is missing.
func (s step) pointer(name string) *string {
	text, is := s.object[name].(string)
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
	return integer64(s.object[name])
}

func (s step) limit() int {
	if s.object["limit"] == nil {
		return 10000
	}
	return int(s.int("limit"))
}

func (s step) bytes(name string) []byte {
	digits, is := s.object[name].(string)
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
		case reflect.Func: // Functions cannot come from data.
		case reflect.String:
			field.SetString(value.(string))
		case reflect.Pointer: // Given where it stands there.
			field.Set(reflect.New(field.Type().Elem()))
			if field.Elem().Kind() == reflect.String {
				field.Elem().SetString(value.(string))
			} else {
				field.Elem().SetInt(integer64(value))
			}
		case reflect.Float32:
			number, err := strconv.ParseFloat(fmt.Sprint(value), 32)
			if err != nil {
				panic(err)
			}
			field.SetFloat(number)
		case reflect.Uint32, reflect.Uint64:
			field.SetUint(uint64(integer64(value)))
		case reflect.Struct:
			field.Set(reflect.ValueOf(timeOf64(integer64(value))))
		default:
			if _, is := field.Interface().(time.Duration); is {
				field.Set(reflect.ValueOf(milliseconds64(integer64(value))))
			} else {
				field.SetInt(integer64(value))
			}
		}
	}
	return result
}

func timeOf64(number int64) time.Time {
	if number == 0 {
		return time.Time{}
	}
	return time.UnixMilli(number)
}

func milliseconds64(number int64) time.Duration {
	return time.Duration(number) * time.Millisecond
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
	drawn         []any
	requests      []any
	sent          []*Request
	notices       int
	folder        string
}

func newReplay(entire object) (*replay, error) {
	r := &replay{wall: 1767225600000, elapsed: 1000000, accounts: map[string]*Account{}, feeds: map[string]*Feed{},
		nodes: map[string]*namedNode{}, tokens: map[string]Token{}, kept: map[string]any{}}
	if entire["wall"] != nil {
		r.wall = integer64(entire["wall"])
	}
	given := options[EngineOptions](entire["options"])
	given.Zone = "UTC"
	given.Flags |= EngineHostDriven
	given.Seed = 1
	if zone, is := entire["zone"].(string); is {
		given.Zone = zone
	}
	if file, is := entire["file"].(string); is {
		var err error
		if r.folder, err = os.MkdirTemp("", "tally"); err != nil {
			return nil, err
		}
		given.File = filepath.Join(r.folder, file)
	}
	given.Clock = func() (time.Time, time.Duration) {
		return time.UnixMilli(r.wall), time.Duration(r.elapsed) * time.Millisecond
	}
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

// result is what a step gives.
type result struct {
	out    object
	values []any
	status Status
	err    error
}

// as names the values.
func (r result) as(names ...string) result {
	r.out = object{}
	for index, name := range names {
		r.out[name] = json.Number(fmt.Sprint(r.values[index]))
	}
	return r
}

func done(err error) result                                  { return result{err: err} }
func told(status Status, err error) result                   { return result{status: status, err: err} }
func number(value any, err error) result                     { return result{values: []any{value}, err: err} }
func text(value string, err error) result                    { return result{out: object{"text": value}, err: err} }
func structure[T any](value T, err error) result             { return result{out: out(value), err: err} }
func listed[T any](list []T, err error) result               { return result{out: entries(list), err: err} }
func paged[T any](list []T, next string, err error) result   { return listed(list, err).next(next) }
func leased(list []OutboxEntry, more bool, err error) result { return listed(list, err).more(more) }
func inHex(value []byte, err error) result {
	return result{out: object{"bytes": hex.EncodeToString(value)}, err: err}
}

func revised(list []BadgeEntry, revision uint64, err error) result {
	return listed(list, err).with("revision", json.Number(fmt.Sprint(revision)))
}

// imported leaves out the skipped entries, which no case has.
func imported(report ImportReport, _ []SkippedEntry, err error) result { return structure(report, err) }

func (s step) planned(list []PlanEntry, plan PlanSummary, err error) result {
	s.tokens[s.text("token")] = Token(plan.Token)
	return structure(plan, err).with("entries", entries(list)["entries"])
}

func named(names []string, next string, err error) result {
	list := []any{}
	for _, name := range names {
		list = append(list, object{"name": name})
	}
	return result{out: object{"entries": list}, err: err}.next(next)
}

func (r result) next(next string) result {
	if next != "" {
		r.out["next"] = next
	}
	return r.more(next != "")
}

func (r result) more(more bool) result {
	if more {
		r.status = StatusMore
	}
	return r
}

func (r result) with(name string, value any) result {
	r.out[name] = value
	return r
}

// call does a step by its name.
func (s step) call() (answer result) {
	defer func() {
		if problem, is := recover().(error); is {
			answer = result{err: problem}
		}
	}()
	name := s.text("call")
	if strings.HasPrefix(name, "node_") && name != "node_resolve" {
		return s.onNode(name)
	}
	method := reflect.ValueOf(s).MethodByName(camel(name))
	if !method.IsValid() {
		return done(fmt.Errorf("unknown call %s", name))
	}
	return method.Call(nil)[0].Interface().(result)
}

// camel is a name of C's as it is in Go, but for initialisms, which no step has.
func camel(name string) string {
	result := ""
	for _, word := range strings.Split(name, "_") {
		result += strings.ToUpper(word[:1]) + word[1:]
	}
	return result
}

func (s step) check() error {
	answer, message := s.call(), ""
	var failed *Error
	if errors.As(answer.err, &failed) {
		answer.status, message = failed.Status, failed.Message
	} else if answer.err != nil {
		return answer.err
	}
	expected := "TALLY_OK"
	if s.object["status"] != nil {
		expected = s.text("status")
	}
	if answer.status.String() != expected {
		return fmt.Errorf("the answer is %s, %s", answer.status, message)
	}
	if !strings.Contains(message, s.text("message")) {
		return fmt.Errorf("the message is '%s'", message)
	}
	if s.object["out"] != nil {
		if differs := difference(s.object["out"], any(answer.out), "out"); differs != "" {
			return errors.New(differs)
		}
	}
	if s.object["as"] != nil {
		for _, name := range []string{"text", "bytes", "digest", "revision", "next"} {
			if value, is := answer.out[name]; is {
				s.kept[s.text("as")] = value
				return nil
			}
		}
		return errors.New("it gives nothing")
	}
	return nil
}

// sure ends a step that cannot go on.
func sure[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func (s step) account() *Account { return s.accountOf("account") }

func (s step) accountOf(name string) *Account {
	account, is := s.accounts[s.text(name)]
	if !is {
		panic(fmt.Errorf("there is no account %s", s.text(name)))
	}
	return account
}

func (s step) feed() *Feed {
	feed, is := s.feeds[s.text("feed")]
	if !is {
		panic(fmt.Errorf("there is no feed %s", s.text("feed")))
	}
	return feed
}

// feedID is 0 for a step without a feed.
func (s step) feedID() int64 {
	if s.object["feed"] == nil {
		return 0
	}
	return sure(s.feed().State()).ID
}

func (s step) token() Token { return s.tokens[s.text("token")] }

// ended ends an observer or a view, which cannot fail.
func (s step) ended(end func(Token)) result {
	end(s.token())
	return result{}
}

func (s step) keep(token Token, err error) result {
	if err == nil {
		s.tokens[s.text("token")] = token
	}
	return done(err)
}

func (s step) keepView(token Token, status Status, err error) result {
	s.keep(token, err)
	return told(status, err)
}

func (s step) style() *Style {
	if s.object["style"] == nil {
		return nil
	}
	style := options[Style](s.object["style"])
	return &style
}

func (s step) keyOf(id any) int64 {
	for after := ""; id != nil; {
		messages, next, err := s.account().Messages("root", Subtree, after, 1000)
		for _, message := range sure(messages, err) {
			if message.ID == id {
				return message.Key
			}
		}
		if next == "" {
			return 1 << 40
		}
		after = next
	}
	return 0
}

func (s step) key(name string) int64 { return s.keyOf(s.object[name]) }

func (s step) keys() []int64 {
	var result []int64
	ids, _ := s.object["keys"].([]any)
	for _, id := range ids {
		result = append(result, s.keyOf(id))
	}
	return result
}

func (s step) Go() result {
	s.elapsed += s.int("to") - s.wall
	return s.Wall()
}

func (s step) Wall() result {
	s.wall = s.int("to")
	return s.Step()
}

func (s step) Step() result { return done(s.engine.Step()) }

func (s step) Events() result {
	list := []any{}
	for {
		event := sure(s.engine.PollEvent())
		if event == nil {
			return result{out: object{"entries": list}}
		}
		entry := out(*event)
		for name, token := range s.tokens {
			if token == Token(event.Token) {
				entry["token"] = name
			}
		}
		for name, account := range s.accounts {
			if state, err := account.State(); err == nil && state.ID == event.Account {
				entry["account"] = name
			}
			feeds, _, _ := account.Feeds("", 1000)
			for _, feed := range feeds {
				if feed.ID == event.Feed {
					entry["feed"] = feed.Name
				}
			}
		}
		list = append(list, entry)
	}
}

func (s step) AccountOpen() result {
	given := options[AccountOptions](s.object["options"])
	s.accounts[s.text("account")] = sure(s.engine.OpenAccount(s.text("account"), &given))
	return result{}
}

func (s step) AccountFind() result {
	s.accounts[s.text("account")] = sure(s.engine.FindAccount(sure(s.account().State()).ID))
	return result{}
}

func (s step) BadgeChanges() result {
	changes, err := s.account().Changes(uint64(s.int("since")), uint64(s.int("epoch")))
	sort.Slice(changes.Entries, func(i, j int) bool { return changes.Entries[i].Path < changes.Entries[j].Path })
	answer := revised(changes.Entries, changes.Revision, err)
	answer.status = changes.Status
	return answer
}

// operations are those of a step or of an item.
func (s step) operations() []Operation {
	given, _ := s.object["operations"].([]any)
	operations := make([]Operation, len(given))
	for index := range given {
		from := step{given[index].(object), s.replay}
		operations[index] = Operation{Kind: OperationKind(from.int("kind")), Path: from.path(), Value: from.int("value"),
			Until: timeOf64(from.int("until"))}
		if node, is := s.nodes[from.text("node")]; is {
			operations[index].Node = node.node
		}
	}
	return operations
}

func (s step) BadgeBatch() result {
	operations, batch := s.operations(), options[BatchOptions](s.object["options"])
	revision, status, err := s.account().Batch(operations, &batch)
	results := []any{}
	for _, operation := range operations {
		results = append(results, object{"status": operation.Status.String(),
			"count":      json.Number(fmt.Sprint(operation.Count)),
			"badge_kind": json.Number(fmt.Sprint(int32(operation.BadgeKind)))})
	}
	answer := told(status, err)
	answer.out = object{"operations": results, "revision": json.Number(fmt.Sprint(revision))}
	return answer
}

func (s step) EngineBatch() result {
	given, _ := s.object["items"].([]any)
	items := make([]Item, len(given))
	for index := range given {
		from := step{given[index].(object), s.replay}
		items[index] = Item{Account: from.text("account"), ID: from.text("id"), Time: timeOf64(from.int("time")),
			Operations: from.operations()}
	}
	origin := options[ItemsOptions](s.object["options"])
	status, err := s.engine.Batch(items, &origin)
	results := []any{}
	for _, item := range items {
		results = append(results, object{"status": item.Status.String()})
	}
	return result{out: object{"items": results}, status: status, err: err}
}

func (s step) EngineGetPosition() result { return structure(s.engine.Position(s.text("source"))) }

func (s step) EngineImport() result {
	given, _ := s.object["imports"].([]any)
	imports := make([]Import, len(given))
	for index := range given {
		from := step{given[index].(object), s.replay}
		imports[index] = Import{Account: from.text("account"), Bytes: from.bytes("bytes")}
	}
	status, err := s.engine.Import(imports, ImportFlags(s.int("flags")))
	results := []any{}
	for _, each := range imports {
		results = append(results, object{"status": each.Status.String()})
	}
	return result{out: object{"imports": results}, status: status, err: err}
}

func (s step) WidgetBind() result {
	return s.keep(s.scope.Bind(s.account(), s.path(), func(path string, drawing Presentation) {
		function := map[BadgeKind]string{KindNone: "hide", KindDot: "show_dot", KindIcon: "show_icon",
			KindNumber: "show_number"}[drawing.Kind]
		s.drawn = append(s.drawn, object{"function": function, "path": path, "text": drawing.Text})
	}))
}

// taken gives what was gathered, once.
func taken(gathered *[]any) result {
	entries := append([]any{}, *gathered...)
	*gathered = nil
	return result{out: object{"entries": entries}}
}

func (s step) Drawn() result    { return taken(&s.replay.drawn) }
func (s step) Requests() result { return taken(&s.replay.requests) }

func (s step) EngineSetNotify() result {
	if s.int("on") == 0 {
		return done(s.engine.SetNotify(nil))
	}
	return done(s.engine.SetNotify(func() { s.notices++ }))
}

func (s step) Notified() result {
	count := s.notices
	s.notices = 0
	return number(count, nil).as("count")
}

func (s step) EngineSetTransport() result {
	if s.int("on") == 0 {
		return done(s.engine.SetTransport(nil))
	}
	return done(s.engine.SetTransport(func(request *Request) {
		if request.Kind == RequestKindSend {
			s.sent = append(s.sent, request)
		}
		for index, each := range s.sent {
			if each.ID == request.ID {
				s.requests = append(s.requests, object{"kind": json.Number(fmt.Sprint(int32(request.Kind))),
					"method": request.Method, "url": request.URL, "request": fmt.Sprintf("r%d", index+1)})
			}
		}
	}))
}

func (s step) request() *Request {
	return s.sent[sure(strconv.Atoi(s.text("request")[1:]))-1]
}

func (s step) TransportRespond() result {
	return done(s.request().Respond(int(s.int("code")), s.text("headers"), s.bytes("body")))
}

func (s step) TransportProgress() result { return done(s.request().Progress()) }

func (s step) Version() result {
	version, words := LibraryVersion()
	return text(words, nil).with("number", json.Number(fmt.Sprint(version)))
}

func (s step) StatusName() result    { return text(Status(s.int("number")).String(), nil) }
func (s step) StatusMessage() result { return text(Status(s.int("number")).Message(), nil) }

func (s step) file(name string) string { return filepath.Join(s.folder, s.text(name)) }

func (s step) dispatched(count int, _ bool, err error) result { return number(count, err).as("count") }

func (s step) waiting(timeout time.Duration, err error) result {
	if timeout >= 0 {
		return number(timeout.Milliseconds(), err).as("timeout")
	}
	return number(-1, err).as("timeout")
}

func (s step) feedState(state FeedState, err error) result {
	return structure(state, err).with("text", state.Title)
}

func (s step) snapshot(name string) *Snapshot { return sure(DecodeSnapshot(s.bytes(name))) }

func (s step) SnapshotTake() result { return inHex(sure(s.account().Snapshot(s.path())).Encode()) }

func (s step) BadgeRestore() result {
	return done(s.account().Restore(s.path(), s.snapshot("snapshot")))
}

func (s step) SnapshotDiff() result { return inHex(s.snapshot("from").Diff(s.snapshot("to"))) }

func (s step) SnapshotList() result {
	return paged(s.snapshot("snapshot").List(s.path(), ListFlags(s.int("flags")), s.text("after"), s.limit()))
}

func (s step) NodeResolve() result {
	s.nodes[s.text("node")] = &namedNode{s.text("account"), sure(s.account().Resolve(s.path())), true}
	return result{}
}

func (s step) onNode(call string) result {
	named, is := s.nodes[s.text("node")]
	if !is {
		return done(fmt.Errorf("there is no node %s", s.text("node")))
	}
	node := named.node
	if named.account != s.text("account") || !named.isOpen {
		// One of another account, or one that was released: C gets its number, which nobody else has.
		node = s.account().newNode(named.node.raw)
		runtime.SetFinalizer(node, nil)
	}
	switch call {
	case "node_release":
		node.Close()
		named.isOpen = false
		return result{}
	case "node_get_path":
		return text(node.Path())
	case "node_set":
		return done(node.Set(s.int("count")))
	case "node_dot":
		return done(node.Dot())
	case "node_set_until":
		return done(node.SetUntil(s.int("count"), timeOf64(s.int("until"))))
	case "node_dot_until":
		return done(node.DotUntil(timeOf64(s.int("until"))))
	case "node_add":
		return done(node.Add(s.int("delta")))
	case "node_clear":
		return told(node.Clear())
	case "node_clear_tree":
		return told(node.ClearTree())
	case "node_mute":
		return done(node.Mute(MuteMode(s.int("mode")), timeOf64(s.int("until"))))
	case "node_get":
		return structure(node.Get())
	}
	return done(fmt.Errorf("unknown call %s", call))
}

func (s step) FeedAdd() result {
	s.feeds[s.text("feed")] = sure(s.account().AddFeed(s.text("feed"), options[FeedOptions](s.object["options"])))
	return result{}
}

func (s step) FeedFind() result {
	s.feeds[s.text("feed")] = sure(s.account().FindFeed(s.text("feed")))
	return result{}
}

func (s step) FeedFindById() result {
	s.feeds[s.text("feed")] = sure(s.account().FindFeedByID(s.feedID()))
	return result{}
}

func runCase(entire object) error {
	for _, given := range entire["steps"].([]any) {
		if call, _ := given.(object)["call"].(string); lacks[call] {
			return nil
		}
	}
	r, err := newReplay(entire)
	if err != nil {
		return err
	}
	defer os.RemoveAll(r.folder)
	defer r.engine.Close()
	defer r.scope.Close()
	for index, given := range entire["steps"].([]any) {
		given := r.resolved(given).(object)
		if err := (step{given, r}).check(); err != nil {
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
