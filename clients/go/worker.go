// Drives the official x402 client of Go as its own documentation does: one case a line on standard input, one report a
// line on standard output. Every build is compiled with this file and with a sdk.go of its own.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

type ask struct {
	Method   string
	Init     string
	Body     string
	Calls    string
	Abort    string
	Cap      string
	Redirect string
	Resend   bool
}

type order struct {
	Case string
	URL  string
	Key  string
	Now  float64
	Body string
	Ask  ask
}

// Counts at the key, so that a signature counts that never leaves the process.
type counter struct {
	lock   sync.Mutex
	nonces []string
	// What happens as soon as the key has signed.
	then func()
}

func (c *counter) note(nonce string) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.nonces = append(c.nonces, nonce)
	if c.then != nil {
		c.then()
	}
}

// Stands in for the machine's chance, so that a record can be made again.
type chance struct {
	lock  sync.Mutex
	seed  string
	drawn int
	rest  []byte
}

func (c *chance) Read(out []byte) (int, error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for len(c.rest) < len(out) {
		next := sha256.Sum256([]byte(fmt.Sprintf("%s|%d", c.seed, c.drawn)))
		c.rest = append(c.rest, next[:]...)
		c.drawn++
	}
	copy(out, c.rest)
	c.rest = c.rest[len(out):]
	return len(out), nil
}

// What a caller keeps who may have to call again: the header of the payment, read below the payment client.
type keeping struct {
	name, value string
	// Sends what was kept, and pays nothing.
	sends bool
}

func (k *keeping) RoundTrip(request *http.Request) (*http.Response, error) {
	if k.sends {
		request = request.Clone(request.Context())
		request.Header.Set(k.name, k.value)
	} else {
		for _, name := range []string{"PAYMENT-SIGNATURE", "X-PAYMENT"} {
			if value := request.Header.Get(name); value != "" {
				k.name, k.value = name, value
			}
		}
	}
	return http.DefaultTransport.RoundTrip(request)
}

type seen struct {
	status *int
	err    error
}

func request(ctx context.Context, given order) (*http.Request, error) {
	method := given.Ask.Method
	if method == "" {
		method = http.MethodGet
	}
	var body io.Reader
	switch given.Ask.Body {
	case "json":
		body = strings.NewReader(given.Body)
	case "stream":
		// Not one of the kinds that net/http knows how to read a second time.
		body = io.MultiReader(strings.NewReader(given.Body))
	}
	made, err := http.NewRequestWithContext(ctx, method, given.URL, body)
	if err == nil && body != nil {
		made.Header.Set("Content-Type", "application/json")
	}
	return made, err
}

func attempt(ctx context.Context, client *http.Client, given order) seen {
	made, err := request(ctx, given)
	if err != nil {
		return seen{err: err}
	}
	answer, err := client.Do(made)
	if err != nil {
		return seen{err: err}
	}
	defer answer.Body.Close()
	// An answer counts when its body has been read.
	_, err = io.ReadAll(answer.Body)
	return seen{status: &answer.StatusCode, err: err}
}

func run(given order, signed *counter) seen {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	switch given.Ask.Abort {
	case "before":
		cancel()
	case "when_signed":
		signed.then = cancel
	}
	kept := &keeping{}
	plain := &http.Client{}
	if given.Ask.Resend {
		plain.Transport = kept
	}
	if given.Ask.Redirect == "error" {
		plain.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	client := open(given, signed, plain)
	call := func() seen { return attempt(ctx, client, given) }
	switch given.Ask.Calls {
	case "together":
		second := make(chan seen)
		go func() { second <- call() }()
		first, other := call(), <-second
		if first.err != nil {
			return first
		}
		return other
	case "again":
		first := call()
		if first.err == nil && *first.status < 500 {
			return first
		}
		if given.Ask.Resend {
			kept.sends = true
			return attempt(ctx, &http.Client{Transport: kept}, given)
		}
		return call()
	}
	return call()
}

func told(err error) any {
	if err == nil {
		return nil
	}
	return map[string]string{"name": fmt.Sprintf("%T", err), "message": err.Error()}
}

func main() {
	say := json.NewEncoder(os.Stdout)
	say.Encode(map[string]any{
		"ready":   true,
		"runtime": map[string]string{"name": "go", "version": strings.TrimPrefix(runtime.Version(), "go")},
	})
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var given order
		if err := json.Unmarshal(line, &given); err != nil {
			panic(err)
		}
		time.Standing = int64(given.Now)
		rand.Reader = &chance{seed: given.Case}
		signed := &counter{}
		result := run(given, signed)
		distinct := map[string]bool{}
		for _, each := range signed.nonces {
			distinct[each] = true
		}
		say.Encode(map[string]any{
			"case":   given.Case,
			"signed": len(signed.nonces),
			"nonces": len(distinct),
			"status": result.status,
			"error":  told(result.err),
		})
	}
}
