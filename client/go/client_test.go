package heliograph

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"
)

// What the client does by itself. test/long/clients runs it, and the README against the service.

type answer struct {
	// Zero is no answer: the connection is closed.
	status     int
	body       string
	retryAfter string
}

type seen struct {
	line string
	http.Header
	body string
}

// serve answers requests one after the other.
func serve(t *testing.T, answers ...answer) (*Client, *[]seen) {
	t.Helper()
	var requests []seen
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		requests = append(requests, seen{request.Method + " " + request.URL.String(), request.Header, string(body)})
		next := answers[len(requests)-1]
		if next.status == 0 {
			panic(http.ErrAbortHandler)
		}
		if next.retryAfter != "" {
			response.Header().Set("Retry-After", next.retryAfter)
		}
		response.Header().Set("X-Request-Id", "r")
		response.WriteHeader(next.status)
		fmt.Fprint(response, next.body)
	}))
	t.Cleanup(server.Close)
	client, err := New(server.URL+"/", "test_key")
	if err != nil {
		t.Fatal(err)
	}
	return client, &requests
}

const (
	accepted = `{"id":"a","event":"welcome","status":"accepted"}`
	page     = `<html>502 Bad Gateway</html>`
	fault    = `{"error":"No.","code":"INTERNAL"}`
)

func errorOf(t *testing.T, err error) *Error {
	t.Helper()
	var found *Error
	if !errors.As(err, &found) {
		t.Fatalf("got %v, want an *Error", err)
	}
	return found
}

func TestASendIsRetriedWithOneKey(t *testing.T) {
	client, requests := serve(t, answer{}, answer{status: 502, body: page}, answer{status: 500, body: fault}, answer{status: 200, body: accepted})
	client.Retries = 3
	fields := SendFields{Overrides: Overrides{Sms: OverridesSms{SenderID: "Shop"}}}
	sent, err := client.Send(t.Context(), "welcome", Address("ada@example.com"), fields)
	if err != nil || sent.ID != "a" {
		t.Fatal(sent, err)
	}
	keys := map[string]bool{}
	for _, request := range *requests {
		keys[request.Get("Idempotency-Key")] = true
		if want := `{"to":"ada@example.com","overrides":{"sms":{"sender_id":"Shop"}}}`; request.body != want {
			t.Errorf("got %s, want %s", request.body, want)
		}
	}
	if len(*requests) != 4 || len(keys) != 1 || keys[""] {
		t.Error(len(*requests), keys)
	}
}

func TestPausesGrowWithJitterAndRespectRetryAfter(t *testing.T) {
	for attempt := range 4 {
		least, most := firstPause<<attempt/2, firstPause<<attempt
		if pause := growing(attempt); pause < least || pause > most {
			t.Errorf("attempt %d: %s", attempt, pause)
		}
	}
	client, requests := serve(t, answer{429, fault, "1"}, answer{200, `{"contact":{}}`, ""})
	begun := time.Now()
	if _, err := client.Contacts.Get(t.Context(), "ada@example.com"); err != nil {
		t.Fatal(err)
	}
	if waited := time.Since(begun); waited < time.Second {
		t.Error(waited)
	}
	if line := (*requests)[0].line; line != "GET /v1/contacts/ada@example.com" {
		t.Error(line)
	}
	date := time.Now().Add(9 * time.Second).UTC().Format(http.TimeFormat)
	if seconds := secondsOf(date); seconds < 7 || seconds > 9 {
		t.Error(seconds)
	}
}

func TestALongPauseIsLeftToTheCaller(t *testing.T) {
	client, _ := serve(t, answer{503, `{"error":"No.","code":"UNAVAILABLE"}`, "3600"})
	_, err := client.Send(t.Context(), "welcome", Address("a"), SendFields{})
	if found := errorOf(t, err); found.Status != 503 || found.RetryAfter != 3600 || found.IdempotencyKey == "" {
		t.Errorf("%+v", found)
	}
}

func TestWhatMayActTwiceIsNotRetriedWithoutAnAnswer(t *testing.T) {
	for code, next := range map[ErrorCode]answer{ErrorCodeConnection: {}, ErrorCodeBadAnswer: {status: 502, body: page}} {
		client, requests := serve(t, next)
		_, err := client.Contacts.Upsert(t.Context(), ContactFields{Email: "ada@example.com"})
		if found := errorOf(t, err); found.Code != code || len(*requests) != 1 {
			t.Error(found, len(*requests))
		}
	}
}

func TestARefusalHasItsFields(t *testing.T) {
	refusal := `{"error":"No.","code":"PROVIDER_ERROR","channel":"email","id":"n","delivery_code":"REJECTED"}`
	client, requests := serve(t, answer{status: 502, body: refusal})
	_, err := client.SendAndWait(t.Context(), "welcome", Recipient{Email: "ada@example.com"}, SendFields{}, 5*time.Second, Over(ChannelEmail), WithIdempotencyKey("mine"))
	want := Error{Message: "No.", Code: ErrorCodeProviderError, Channel: ChannelEmail, ID: "n", DeliveryCode: DeliveryErrorCodeRejected, Status: 502, RequestID: "r", IdempotencyKey: "mine"}
	found := *errorOf(t, err)
	if found.what = ""; found != want {
		t.Errorf("got %+v, want %+v", found, want)
	}
	if line, prefer := (*requests)[0].line, (*requests)[0].Get("Prefer"); line != "POST /v1/send/welcome/email" || prefer != "wait=5" {
		t.Error(line, prefer)
	}
}

func TestATimeoutAndTheEndOfTheContextEndACall(t *testing.T) {
	hung := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		_, _ = io.ReadAll(request.Body)
		<-request.Context().Done()
	}))
	defer hung.Close()
	client, _ := New(hung.URL, "test_key")
	client.Timeout, client.Retries = 50*time.Millisecond, 0
	_, err := client.Send(t.Context(), "welcome", Address("a"), SendFields{})
	if found := errorOf(t, err); found.Code != ErrorCodeTimeout || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(found)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	client.Retries = 1000
	if _, err = client.Send(ctx, "welcome", Address("a"), SendFields{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAFileOfRejectsMayTakeLongerThanTheTimeout(t *testing.T) {
	slow := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		for range 4 {
			fmt.Fprint(response, "row\r\n")
			response.(http.Flusher).Flush()
			time.Sleep(50 * time.Millisecond)
		}
	}))
	defer slow.Close()
	client, _ := New(slow.URL, "test_key")
	client.Timeout, client.Retries = 100*time.Millisecond, 0
	if rows, err := client.Imports.Rejects(t.Context(), "news", "i"); err != nil || rows != "row\r\nrow\r\nrow\r\nrow\r\n" {
		t.Error(rows, err)
	}
}

func TestPagesAreReadToTheEnd(t *testing.T) {
	client, requests := serve(t, answer{status: 200, body: `{"events":[{"id":"1"}],"next":"c"}`}, answer{status: 200, body: `{"events":[{"id":"2"}],"next":null}`})
	var ids []string
	for event, err := range client.Webhooks.AllEvents(t.Context(), "u", ListEvents{Status: EndpointEventStatusFailed}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, event.ID)
	}
	if !slices.Equal(ids, []string{"1", "2"}) || (*requests)[1].line != "GET /v1/webhooks/u/events?after=c&status=failed" {
		t.Error(ids, (*requests)[1].line)
	}
	client, requests = serve(t, answer{status: 200, body: `{"notifications":[{"id":"1"}],"next":null}`})
	for range 2 {
		*requests = nil
		for range client.Notifications.All(t.Context(), ListNotifications{Metadata: map[string]string{"order": "A&1"}, After: "c"}) {
		}
		if line := (*requests)[0].line; line != "GET /v1/notifications?after=c&metadata%5Border%5D=A%261" {
			t.Error(line)
		}
	}
	client, requests = serve(t, answer{status: 200, body: `{"redelivered":2,"next":"c"}`}, answer{status: 200, body: `{"redelivered":1,"next":null}`})
	since := time.Date(2026, 11, 21, 14, 0, 0, 0, time.UTC)
	total, err := client.Webhooks.Redeliver(t.Context(), "u", since, time.Time{})
	if err != nil || total != 3 || (*requests)[1].body != `{"since":"2026-11-21T14:00:00Z","after":"c"}` {
		t.Error(total, err, (*requests)[1].body)
	}
}

func TestAnUpdateChangesClearsAndKeeps(t *testing.T) {
	client, requests := serve(t, answer{status: 200, body: `{"contact":{}}`})
	changes := ContactChanges{Name: Set("Ada"), Avatar: Clear[string]()}
	if _, err := client.Contacts.Update(t.Context(), "u", changes); err != nil {
		t.Fatal(err)
	}
	if body := (*requests)[0].body; body != `{"name":"Ada","avatar":null}` {
		t.Error(body)
	}
}

func TestAPartOfAPathThatWouldNameAnotherRouteIsRefused(t *testing.T) {
	client, _ := serve(t)
	for _, identifier := range []string{"", ".", ".."} {
		if _, err := client.Contacts.Get(t.Context(), identifier); err == nil {
			t.Errorf("%q was accepted", identifier)
		}
	}
}

func TestWebhooksAsTheServiceSignsThem(t *testing.T) {
	file := os.Getenv("HELIOGRAPH_WEBHOOK_CASES")
	if file == "" {
		t.Skip("HELIOGRAPH_WEBHOOK_CASES names a file of cases")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Body, Secret, Brand, Reason string
		Headers                           map[string]string
		Now                               int64
	}
	if err = json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	reasons := map[string]error{
		"none":                        nil,
		"missing_secret":              ErrMissingSecret,
		"missing_header":              ErrMissingHeader,
		"malformed_header":            ErrMalformedHeader,
		"timestamp_outside_tolerance": ErrTimestampOutsideTolerance,
		"signature_mismatch":          ErrSignatureMismatch,
		"malformed_body":              ErrMalformedBody,
	}
	for _, one := range cases {
		t.Run(one.Name, func(t *testing.T) {
			header := http.Header{}
			for name, value := range one.Headers {
				header.Set(name, value)
			}
			verifier := Verifier{Brand: one.Brand, Now: func() time.Time { return time.Unix(one.Now, 0) }}
			event, err := verifier.Verify([]byte(one.Body), header, one.Secret)
			if want := reasons[one.Reason]; !errors.Is(err, want) || (want == nil && event.Event != WebhookTypeDeliverySent) {
				t.Errorf("got %v and %v, want %v", event, err, want)
			}
		})
	}
}
