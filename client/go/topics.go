package heliograph

import (
	"context"
	"iter"
	"net/http"
	"net/url"
)

// Topics are lists of contacts. A topic is named by its id.
type Topics struct{ client *Client }

// Page chooses a page of a list.
type Page struct {
	// Limit is the number of entries of the page, at most 100. The default is 50.
	Limit int
	// After is Next of the page before.
	After string
}

func (p Page) query() url.Values {
	query := url.Values{}
	set(query, "after", p.After)
	setNumber(query, "limit", p.Limit)
	return query
}

// Entry is a contact of a list: Named names one that exists, and ContactFields create or change one.
type Entry interface{ isEntry() }

// Named is the identifier of a contact that exists.
type Named string

func (Named) isEntry()         {}
func (ContactFields) isEntry() {}

// Get returns a topic.
func (t *Topics) Get(ctx context.Context, topic string) (*Topic, error) {
	return t.topic(ctx, call{method: http.MethodGet, path: []string{"topics", topic}})
}

// Put creates a topic, or replaces what is said about it. Its contacts stay.
func (t *Topics) Put(ctx context.Context, topic string, fields TopicFields) (*Topic, error) {
	return t.topic(ctx, call{method: http.MethodPut, path: []string{"topics", topic}, body: fields})
}

// Delete deletes a topic. Its contacts stay.
func (t *Topics) Delete(ctx context.Context, topic string) error {
	_, err := do[struct{}](ctx, t.client, call{method: http.MethodDelete, path: []string{"topics", topic}})
	return err
}

// List returns a page of topics, in the order of their ids.
func (t *Topics) List(ctx context.Context, page Page) (*TopicPage, error) {
	return do[TopicPage](ctx, t.client, call{method: http.MethodGet, path: []string{"topics"}, query: page.query()})
}

// All yields every topic, page after page. It ends with the first error.
func (t *Topics) All(ctx context.Context) iter.Seq2[Topic, error] {
	return pages("", func(after string) ([]Topic, string, error) {
		page, err := t.List(ctx, Page{Limit: 100, After: after})
		if err != nil {
			return nil, "", err
		}
		return page.Topics, page.Next, nil
	})
}

// Subscribe adds up to 1,000 contacts to a topic. It returns a result for each: some can be rejected while others are added.
func (t *Topics) Subscribe(ctx context.Context, topic string, contacts ...Entry) (*Subscribed, error) {
	return do[Subscribed](ctx, t.client, call{method: http.MethodPost, path: []string{"topics", topic, "subscriptions"}, body: entriesOf(contacts)})
}

// Unsubscribe removes up to 1,000 contacts from a topic. It returns a result for each.
func (t *Topics) Unsubscribe(ctx context.Context, topic string, contacts ...Entry) (*Unsubscribed, error) {
	return do[Unsubscribed](ctx, t.client, call{method: http.MethodPost, path: []string{"topics", topic, "subscriptions", "remove"}, body: entriesOf(contacts)})
}

// Subscriptions returns a page of the contacts of a topic, in the order of their ids.
func (t *Topics) Subscriptions(ctx context.Context, topic string, page Page) (*TopicSubscriptionPage, error) {
	return do[TopicSubscriptionPage](ctx, t.client, call{method: http.MethodGet, path: []string{"topics", topic, "subscriptions"}, query: page.query()})
}

// AllSubscriptions yields every contact of a topic, page after page. It ends with the first error.
func (t *Topics) AllSubscriptions(ctx context.Context, topic string) iter.Seq2[TopicSubscription, error] {
	return pages("", func(after string) ([]TopicSubscription, string, error) {
		page, err := t.Subscriptions(ctx, topic, Page{Limit: 100, After: after})
		if err != nil {
			return nil, "", err
		}
		return page.Subscriptions, page.Next, nil
	})
}

// OfContact returns a page of the topics of a contact.
func (t *Topics) OfContact(ctx context.Context, identifier string, page Page) (*ContactTopicPage, error) {
	return do[ContactTopicPage](ctx, t.client, call{method: http.MethodGet, path: []string{"contacts", identifier, "topics"}, query: page.query()})
}

func (t *Topics) topic(ctx context.Context, request call) (*Topic, error) {
	answer, err := do[struct{ Topic Topic }](ctx, t.client, request)
	if err != nil {
		return nil, err
	}
	return &answer.Topic, nil
}

func entriesOf(contacts []Entry) map[string][]Entry {
	return map[string][]Entry{"contacts": contacts}
}
