// Drives the client by commands, one a line, from standard input:
//
//	example nats://127.0.0.1:4222 [INBOX_PREFIX [PREFIX]]
//
//	publish ACCOUNT ID OPS                   prints: position N
//	query VERB ACCOUNT AT_LEAST MEMBERS      prints: result JSON
//	watch ACCOUNT                            prints: ready; then for each change: changed JSON
//
// OPS is a JSON array and MEMBERS a JSON object. A command that fails prints: failed REASON.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

func run(tally *Tally, words []string) (string, error) {
	switch {
	case words[0] == "publish" && len(words) == 4:
		position, err := tally.Publish(words[1], words[2], json.RawMessage(words[3]), 0)
		return fmt.Sprint("position ", position), err
	case words[0] == "query" && len(words) == 5:
		var members map[string]any
		if err := json.Unmarshal([]byte(words[4]), &members); err != nil {
			return "", err
		}
		atLeast, err := strconv.ParseUint(words[3], 10, 64)
		if err != nil {
			return "", err
		}
		result, err := tally.Query(words[1], words[2], atLeast, members, 10*time.Second)
		return "result " + string(result), err
	case words[0] == "watch" && len(words) == 2:
		_, err := tally.Subscribe(words[1], func(changed json.RawMessage) { fmt.Println("changed", string(changed)) })
		if err == nil {
			err = tally.Connection.Flush()
		}
		return "ready", err
	}
	return "", errors.New("unknown command")
}

func main() {
	inboxes, prefix := "_INBOX", "tally"
	if len(os.Args) > 2 {
		inboxes = os.Args[2]
	}
	if len(os.Args) > 3 {
		prefix = os.Args[3]
	}
	tally, err := Connect(os.Args[1], prefix, nats.CustomInboxPrefix(inboxes))
	if err != nil {
		log.Fatal(err)
	}
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 4)
		if words[0] == "query" {
			words = strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 5)
		}
		if said, err := run(tally, words); err != nil {
			fmt.Println("failed", err)
		} else {
			fmt.Println(said)
		}
	}
}
