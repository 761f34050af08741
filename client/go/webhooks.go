package heliograph

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// A test event is answered after its attempt, which takes up to 13 seconds.
const testWork = 13 * time.Second

// Webhooks is the endpoint that gets events of deliveries.
type Webhooks struct{ client *Client }

// ListEvents chooses events of the endpoint.
type ListEvents struct {
	Status EndpointEventStatus
	// Limit is the number of events of a page, at most 100. The default is 50.
	Limit int
	// After is Next of the page before.
	After string
}

// Create returns the endpoint with its signing secret, which is not shown again.
func (w *Webhooks) Create(ctx context.Context, fields WebhookFields) (*CreatedWebhook, error) {
	answer, err := do[struct{ Webhook CreatedWebhook }](ctx, w.client, call{method: http.MethodPost, path: []string{"webhooks"}, body: fields})
	if err != nil {
		return nil, err
	}
	return &answer.Webhook, nil
}

// Get returns the endpoint.
func (w *Webhooks) Get(ctx context.Context) (*Webhook, error) {
	return w.webhook(ctx, call{method: http.MethodGet, path: []string{"webhooks"}})
}

// Update changes the given fields.
func (w *Webhooks) Update(ctx context.Context, uuid string, changes WebhookChanges) (*Webhook, error) {
	return w.webhook(ctx, call{method: http.MethodPatch, path: []string{"webhooks", uuid}, body: changes})
}

// Delete deletes the endpoint. Webhooks stop at once.
func (w *Webhooks) Delete(ctx context.Context, uuid string) error {
	_, err := do[struct{}](ctx, w.client, call{method: http.MethodDelete, path: []string{"webhooks", uuid}})
	return err
}

// Test sends a test event of a type to the endpoint, once. It returns the event with its attempt.
func (w *Webhooks) Test(ctx context.Context, uuid string, event WebhookType) (*EndpointEvent, error) {
	body := map[string]WebhookType{"type": event}
	return w.event(ctx, call{method: http.MethodPost, path: []string{"webhooks", uuid, "test"}, body: body, work: testWork})
}

// Redeliver redelivers the failed and dropped events from since to until, which is now if it is zero. It returns their number.
func (w *Webhooks) Redeliver(ctx context.Context, uuid string, since, until time.Time) (int, error) {
	body := struct {
		Since time.Time `json:"since"`
		Until time.Time `json:"until,omitzero"`
		After string    `json:"after,omitzero"`
	}{Since: since, Until: until}
	type answer struct {
		Redelivered int
		Next        string
	}
	total := 0
	for {
		page, err := do[answer](ctx, w.client, call{method: http.MethodPost, path: []string{"webhooks", uuid, "redeliver"}, body: body})
		if err != nil {
			return total, err
		}
		total += page.Redelivered
		if page.Next == "" {
			return total, nil
		}
		body.After = page.Next
	}
}

// Events returns a page of the endpoint's events, newest first. They are kept for 30 days.
func (w *Webhooks) Events(ctx context.Context, uuid string, page ListEvents) (*EndpointEventPage, error) {
	query := url.Values{}
	set(query, "status", string(page.Status))
	set(query, "after", page.After)
	setNumber(query, "limit", page.Limit)
	return do[EndpointEventPage](ctx, w.client, call{method: http.MethodGet, path: []string{"webhooks", uuid, "events"}, query: query})
}

// AllEvents yields every event, page after page. It ends with the first error.
func (w *Webhooks) AllEvents(ctx context.Context, uuid string, page ListEvents) iter.Seq2[EndpointEventLine, error] {
	return pages(page.After, func(after string) ([]EndpointEventLine, string, error) {
		page.After = after
		answer, err := w.Events(ctx, uuid, page)
		if err != nil {
			return nil, "", err
		}
		return answer.Events, answer.Next, nil
	})
}

// Event returns an event with its body and its attempts.
func (w *Webhooks) Event(ctx context.Context, uuid, id string) (*EndpointEvent, error) {
	return w.event(ctx, call{method: http.MethodGet, path: []string{"webhooks", uuid, "events", id}})
}

// RedeliverEvent delivers an event again, whatever its status is. It returns false if the event is pending already.
func (w *Webhooks) RedeliverEvent(ctx context.Context, uuid, id string) (bool, error) {
	path := []string{"webhooks", uuid, "events", id, "redeliver"}
	answer, err := do[struct{ Redelivered bool }](ctx, w.client, call{method: http.MethodPost, path: path})
	return err == nil && answer.Redelivered, err
}

func (w *Webhooks) webhook(ctx context.Context, request call) (*Webhook, error) {
	answer, err := do[struct{ Webhook Webhook }](ctx, w.client, request)
	if err != nil {
		return nil, err
	}
	return &answer.Webhook, nil
}

func (w *Webhooks) event(ctx context.Context, request call) (*EndpointEvent, error) {
	answer, err := do[struct{ Event EndpointEvent }](ctx, w.client, request)
	if err != nil {
		return nil, err
	}
	return &answer.Event, nil
}
