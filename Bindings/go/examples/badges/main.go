// Badges watches badges in a goroutine of its own, and sets some.
//
//	go run ./examples/badges
package main

import (
	"context"
	"fmt"
	"log"

	"tally"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	engine, err := tally.Open(tally.EngineOptions{}) // In memory; with File it is stored.
	if err != nil {
		return err
	}
	defer engine.Close()
	account, err := engine.OpenAccount("ann", nil)
	if err != nil {
		return err
	}
	scope, err := engine.OpenScope()
	if err != nil {
		return err
	}
	if _, err := scope.Observe(account, "root", tally.Subtree, nil); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	events := engine.Events(ctx)

	if err := account.Set("chat.bo", 3); err != nil {
		return err
	}
	if err := account.Dot("promo"); err != nil {
		return err
	}
	for told := map[string]bool{}; len(told) < 4; {
		event, is := <-events.C
		if !is {
			return events.Err()
		}
		told[event.Text] = true
		fmt.Println(event.Text, "shows", event.Shown())
	}

	status, err := account.Clear("root")
	if err != nil {
		return err
	}
	if status == tally.StatusHeld {
		reasons, _, err := account.Explain("root", "", 10)
		if err != nil {
			return err
		}
		fmt.Println("root is held by:")
		for _, reason := range reasons {
			fmt.Println(" ", reason.Path)
		}
	}
	_, err = account.ClearTree("root")
	return err
}
