// Package heliograph is the client of the Heliograph notification service.
package heliograph

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client calls one environment of the service. Goroutines may share it. Its methods return an *Error if the service refuses
// a request or does not answer.
type Client struct {
	// HTTP makes the requests. Its own Timeout should be zero: Timeout below applies.
	HTTP *http.Client
	// Timeout is the maximum time of one attempt, without the time that a send waits.
	Timeout time.Duration
	// Retries is the maximum number of retries of a request that is safe to repeat.
	Retries int

	Notifications *Notifications
	Contacts      *Contacts
	Topics        *Topics
	Imports       *Imports
	Segments      *Segments
	Webhooks      *Webhooks

	baseURL string
	apiKey  string
}

// New returns a client of the environment at an address, for example http://127.0.0.1:3000, with a timeout of 10 seconds and
// 2 retries.
func New(baseURL, apiKey string) (*Client, error) {
	if address, err := url.Parse(baseURL); err != nil || address.Host == "" {
		return nil, errors.New("heliograph: the base URL must be a URL, for example http://127.0.0.1:3000")
	}
	if apiKey == "" {
		return nil, errors.New("heliograph: the key must be one of the service, live_… or test_…")
	}
	// A redirect would turn a POST into a GET.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	client := &Client{
		HTTP:    &http.Client{CheckRedirect: stay},
		Timeout: 10 * time.Second,
		Retries: 2,
		baseURL: strings.TrimRight(baseURL, "/"),
		apiKey:  apiKey,
	}
	client.Notifications = &Notifications{client}
	client.Contacts = &Contacts{client}
	client.Topics = &Topics{client}
	client.Imports = &Imports{client}
	client.Segments = &Segments{client}
	client.Webhooks = &Webhooks{client}
	return client, nil
}

// To is whom a send is for: an Address or a Recipient.
type To interface{ isTo() }

// Address is a recipient as text: an e-mail address, a phone number, a Slack member id or channel, your own id or the
// contact's uuid.
type Address string

func (Address) isTo()   {}
func (Recipient) isTo() {}

type sendOptions struct {
	channel Channel
	key     string
	wait    time.Duration
}

// SendOption changes one send.
type SendOption func(*sendOptions)

// Over sends over a channel, instead of the one that the service chooses.
func Over(channel Channel) SendOption {
	return func(options *sendOptions) { options.channel = channel }
}

// WithIdempotencyKey sets the key. Requests with the same key send once in 24 hours. By default, each send has a new one, so
// that its retries are safe.
func WithIdempotencyKey(key string) SendOption {
	return func(options *sendOptions) { options.key = key }
}

// Send sends an event to one recipient.
func (c *Client) Send(ctx context.Context, event string, to To, fields SendFields, options ...SendOption) (*Accepted, error) {
	return send[Accepted](ctx, c, event, to, fields, options)
}

// SendAndWait sends as Send does, and waits for the outcome of the first message: whole seconds, 1 to 30.
func (c *Client) SendAndWait(ctx context.Context, event string, to To, fields SendFields, wait time.Duration, options ...SendOption) (*Notification, error) {
	waits := func(options *sendOptions) { options.wait = wait }
	return send[Notification](ctx, c, event, to, fields, append(options[:len(options):len(options)], waits))
}

// SendMany sends an event to at most 1,000 recipients. Each is accepted or rejected.
func (c *Client) SendMany(ctx context.Context, event string, to []To, fields SendFields, options ...SendOption) (*Batch, error) {
	return send[Batch](ctx, c, event, to, fields, options)
}

func send[T any](ctx context.Context, c *Client, event string, to any, fields SendFields, options []SendOption) (*T, error) {
	set := sendOptions{key: rand.Text()}
	for _, option := range options {
		option(&set)
	}
	parts := []string{"send", event}
	if set.channel != "" {
		parts = append(parts, string(set.channel))
	}
	body := struct {
		To any `json:"to"`
		SendFields
	}{to, fields}
	request := call{method: http.MethodPost, path: parts, body: body, key: set.key, work: set.wait}
	if set.wait > 0 {
		request.prefer = fmt.Sprintf("wait=%d", int(set.wait.Seconds()))
	}
	return do[T](ctx, c, request)
}

// Notification returns a notification with its messages.
func (c *Client) Notification(ctx context.Context, id string) (*Notification, error) {
	return do[Notification](ctx, c, call{method: http.MethodGet, path: []string{"notifications", id}})
}

// Batch returns the answer to a SendMany again, by its id.
func (c *Client) Batch(ctx context.Context, id string) (*Batch, error) {
	return do[Batch](ctx, c, call{method: http.MethodGet, path: []string{"batches", id}})
}

// Cancel cancels the pending notifications of an event for a recipient. It returns how many it stopped.
func (c *Client) Cancel(ctx context.Context, event string, to To, fields CancelFields) (int, error) {
	body := struct {
		To To `json:"to"`
		CancelFields
	}{to, fields}
	request := call{method: http.MethodPost, path: []string{"cancel", event}, body: body, work: cancelWork}
	answer, err := do[struct{ Cancelled int }](ctx, c, request)
	if err != nil {
		return 0, err
	}
	return answer.Cancelled, nil
}

// Signal signals the open notifications of an event for a recipient whose sequences in code handle the signal. It returns how
// many got it. If Temporal is not available, a retry may signal one of them twice.
func (c *Client) Signal(ctx context.Context, event string, to To, signal string, fields SignalFields) (int, error) {
	body := struct {
		To     To     `json:"to"`
		Signal string `json:"signal"`
		SignalFields
	}{to, signal, fields}
	answer, err := do[struct{ Signalled int }](ctx, c, call{method: http.MethodPost, path: []string{"signal", event}, body: body})
	if err != nil {
		return 0, err
	}
	return answer.Signalled, nil
}
