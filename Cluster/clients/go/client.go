// A client of tally-node on nats.go (Cluster/PROTOCOL.md is the contract). It may be copied into a program.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

const requestTime = 2 * time.Second

var unsafe = regexp.MustCompile(`(?s)[^A-Za-z0-9_-]`) // In an account's name as a token of a subject.

// ErrNoAnswer says that nobody answered in time. A batch may count nevertheless.
var ErrNoAnswer = errors.New("no answer in time")

// QueryError is what the owner answered in place of a result.
type QueryError struct{ Status, Message string }

func (e *QueryError) Error() string { return e.Status + ": " + e.Message }

// Tally is one connection. All methods may be called from any goroutine.
type Tally struct {
	Connection *nats.Conn
	Partitions uint32
	prefix     string
	log        nats.JetStreamContext
	lock       sync.Mutex
	epochs     map[uint32]uint64 // The greatest epoch that was seen of each partition.
}

// Connect reads the number of partitions from the cluster's bucket. Further options are those of nats.Connect: with
// nats.CustomInboxPrefix("_INBOX.reader"), responses go to subjects below that one. It must begin with the nodes'
// inbox_prefix, because nodes do not respond to other subjects.
func Connect(url, prefix string, options ...nats.Option) (*Tally, error) {
	connection, err := nats.Connect(url, append(options, nats.MaxReconnects(-1))...)
	if err != nil {
		return nil, err
	}
	log, _ := connection.JetStream(nats.MaxWait(requestTime)) // Fails for invalid options alone.
	t := &Tally{Connection: connection, prefix: prefix, log: log, epochs: map[uint32]uint64{}}
	bucket := strings.ToUpper(prefix) + "_CLUSTER"
	cluster, err := log.GetLastMsg("KV_"+bucket, "$KV."+bucket+".cluster") // {"partitions": 16}
	if err != nil {
		return nil, err
	}
	return t, json.Unmarshal(cluster.Data, t)
}

// Partition is that of an account (docs/account-hash.md).
func (t *Tally) Partition(account string) uint32 {
	hash := fnv.New32a()
	hash.Write([]byte(account))
	return hash.Sum32() % t.Partitions
}

// Publish publishes a batch until the log has acknowledged it, and returns its position. Each attempt has the same id,
// so the batch counts once. It gives up after `limit`, or never if that is 0.
func (t *Tally) Publish(account, id string, ops any, limit time.Duration) (position uint64, err error) {
	body, err := json.Marshal(map[string]any{"v": 1, "account": account, "id": id, "ops": ops})
	if err != nil {
		return 0, err
	}
	subject := fmt.Sprintf("%s.log.%d", t.prefix, t.Partition(account))
	err = again(limit, func() (bool, error) {
		acknowledged, err := t.log.Publish(subject, body, nats.MsgId(id), nats.RetryAttempts(0))
		if err == nil {
			position = acknowledged.Sequence
			return true, nil
		}
		var refused *nats.APIError // 503: no leader. 409: a former attempt is in progress. Else below 500: never taken.
		return errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, nats.ErrConnectionClosed) ||
			errors.As(err, &refused) && refused.Code < 500 && refused.Code != 409, err
	})
	return
}

// Query sends a request to the owner of an account, which answers when it has applied the log up to `atLeast`. It asks
// again while nobody owns the partition. The result is JSON.
func (t *Tally) Query(verb, account string, atLeast uint64, members map[string]any, limit time.Duration) (
	result json.RawMessage, err error) {
	request := map[string]any{"account": account, "at_least": atLeast, "wait": requestTime.Milliseconds() / 2}
	for key, value := range members {
		request[key] = value
	}
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	subject := fmt.Sprintf("%s.q.%d.%s", t.prefix, t.Partition(account), verb)
	err = again(limit, func() (bool, error) {
		var answer struct {
			Epoch  uint64
			Result json.RawMessage
			Error  *QueryError
		}
		reply, err := t.Connection.Request(subject, body, requestTime)
		if err != nil || json.Unmarshal(reply.Data, &answer) != nil || !t.isCurrent(account, answer.Epoch) {
			return errors.Is(err, nats.ErrConnectionClosed), err
		}
		if answer.Error != nil {
			return answer.Error.Status != "TALLY_ERROR_TIMEOUT", answer.Error
		}
		result = answer.Result
		return true, nil
	})
	return
}

// Subscribe calls `callback` with the JSON of each change of an account. Nothing repeats a change: after a reconnect,
// query `changes` with the last revision that was seen.
func (t *Tally) Subscribe(account string, callback func(json.RawMessage)) (*nats.Subscription, error) {
	token := unsafe.ReplaceAllStringFunc(account, func(text string) string {
		return "=" + strings.ReplaceAll(fmt.Sprintf("% X", text), " ", "=")
	})
	return t.Connection.Subscribe(t.prefix+".changed."+token, func(message *nats.Msg) {
		var changed struct{ Epoch uint64 }
		if json.Unmarshal(message.Data, &changed) == nil && t.isCurrent(account, changed.Epoch) {
			callback(message.Data)
		}
	})
}

// isCurrent tells whether an answer is not from an owner that was replaced, as far as this client knows.
func (t *Tally) isCurrent(account string, epoch uint64) bool {
	t.lock.Lock()
	defer t.lock.Unlock()
	partition := t.Partition(account)
	if epoch > t.epochs[partition] {
		t.epochs[partition] = epoch
	}
	return epoch == t.epochs[partition]
}

// again makes attempts with a pause between them, until one says that it was the last or the time is over.
func again(limit time.Duration, attempt func() (isLast bool, err error)) error {
	for until := time.Now().Add(limit); ; time.Sleep(200 * time.Millisecond) {
		if isLast, err := attempt(); isLast {
			return err
		} else if limit != 0 && time.Now().After(until) {
			return ErrNoAnswer
		}
	}
}
