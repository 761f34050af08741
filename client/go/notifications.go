package heliograph

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// A cancel waits up to 10 seconds for a send that is in progress.
const cancelWork = 10 * time.Second

// Notifications are notifications by their ids, and lists of them.
type Notifications struct{ client *Client }

// ListNotifications chooses notifications. All fields that are given must fit.
type ListNotifications struct {
	// Contact is a recipient as text.
	Contact   string
	Event     string
	Status    NotificationStatus
	Reference string
	Tenant    string
	Metadata  map[string]string
	// The notification started at Since or later, and before Until.
	Since, Until time.Time
	// Limit is the number of notifications of a page, at most 100. The default is 50.
	Limit int
	// After is Next of the page before.
	After string
}

// List returns a page of notifications, newest first.
func (n *Notifications) List(ctx context.Context, page ListNotifications) (*NotificationPage, error) {
	query := url.Values{}
	set(query, "contact", page.Contact)
	set(query, "event", page.Event)
	set(query, "status", string(page.Status))
	set(query, "reference", page.Reference)
	set(query, "tenant", page.Tenant)
	for name, value := range page.Metadata {
		query.Set("metadata["+name+"]", value)
	}
	setTime(query, "since", page.Since)
	setTime(query, "until", page.Until)
	setNumber(query, "limit", page.Limit)
	set(query, "after", page.After)
	return do[NotificationPage](ctx, n.client, call{method: http.MethodGet, path: []string{"notifications"}, query: query})
}

// All yields every notification that fits, newest first, page after page. It ends with the first error.
func (n *Notifications) All(ctx context.Context, page ListNotifications) iter.Seq2[Notification, error] {
	return pages(page.After, func(after string) ([]Notification, string, error) {
		page.After = after
		answer, err := n.List(ctx, page)
		if err != nil {
			return nil, "", err
		}
		return answer.Notifications, answer.Next, nil
	})
}

// Cancel cancels a notification, and says whether it was stopped.
func (n *Notifications) Cancel(ctx context.Context, id string) (*NotificationCancelled, error) {
	request := call{method: http.MethodPost, path: []string{"notifications", id, "cancel"}, work: cancelWork}
	return do[NotificationCancelled](ctx, n.client, request)
}

// Retry sends a failed notification again, as a new one.
func (n *Notifications) Retry(ctx context.Context, id string) (*NotificationRetried, error) {
	return do[NotificationRetried](ctx, n.client, call{method: http.MethodPost, path: []string{"notifications", id, "retry"}})
}

// Followed says that the recipient used the code of a notification, for the guard against SMS pumping. A repeat changes nothing.
func (n *Notifications) Followed(ctx context.Context, id string) (*NotificationFollowed, error) {
	return do[NotificationFollowed](ctx, n.client, call{method: http.MethodPost, path: []string{"notifications", id, "followed"}})
}
