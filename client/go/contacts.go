package heliograph

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"
)

// Contacts are the recipients that the service has stored. An identifier is a uuid, an external id, an e-mail address, a phone
// number or a Slack member id, not URL-encoded.
type Contacts struct{ client *Client }

// ListContacts chooses a page of contacts.
type ListContacts struct {
	// Limit is the number of contacts of the page, at most 100. The default is 50.
	Limit  int
	Offset int
	// Search is a prefix of a name, e-mail address, phone number or external id.
	Search string
}

// Get returns a contact.
func (c *Contacts) Get(ctx context.Context, identifier string) (*Contact, error) {
	return c.do(ctx, http.MethodGet, nil, identifier)
}

// Upsert creates a contact, or updates the one that has one of the identifiers.
func (c *Contacts) Upsert(ctx context.Context, fields ContactFields) (*Contact, error) {
	return c.do(ctx, http.MethodPost, fields)
}

// Update changes the given fields.
func (c *Contacts) Update(ctx context.Context, identifier string, changes ContactChanges) (*Contact, error) {
	return c.do(ctx, http.MethodPatch, changes, identifier)
}

// Delete erases a contact and all its data.
func (c *Contacts) Delete(ctx context.Context, identifier string) error {
	_, err := c.do(ctx, http.MethodDelete, nil, identifier)
	return err
}

// List returns a page of contacts, newest first.
func (c *Contacts) List(ctx context.Context, page ListContacts) (*ContactPage, error) {
	query := url.Values{}
	set(query, "search", page.Search)
	setNumber(query, "limit", page.Limit)
	setNumber(query, "offset", page.Offset)
	answer, err := do[struct{ Data ContactPage }](ctx, c.client, call{method: http.MethodGet, path: []string{"contacts"}, query: query})
	if err != nil {
		return nil, err
	}
	return &answer.Data, nil
}

// All yields every contact, page after page. It ends with the first error. A contact may come twice if others are created at the
// same time. The service lists at most 10,100: to go further, narrow the list.
func (c *Contacts) All(ctx context.Context, search string) iter.Seq2[Contact, error] {
	return pages("0", func(after string) ([]Contact, string, error) {
		offset, _ := strconv.Atoi(after)
		page, err := c.List(ctx, ListContacts{Limit: 100, Offset: offset, Search: search})
		if err != nil {
			return nil, "", err
		}
		offset += len(page.Contacts)
		if len(page.Contacts) == 0 || offset >= page.Total {
			return page.Contacts, "", nil
		}
		return page.Contacts, strconv.Itoa(offset), nil
	})
}

// AddPushToken adds the token of a device, for the channel push.
func (c *Contacts) AddPushToken(ctx context.Context, identifier, token string) (*Contact, error) {
	return c.do(ctx, http.MethodPost, map[string]string{"token": token}, identifier, "push-tokens")
}

// RemovePushToken removes the token of a device.
func (c *Contacts) RemovePushToken(ctx context.Context, identifier, token string) (*Contact, error) {
	return c.do(ctx, http.MethodDelete, map[string]string{"token": token}, identifier, "push-tokens")
}

// Preferences returns what a contact has switched on and off, and what follows from it.
func (c *Contacts) Preferences(ctx context.Context, identifier string) (*Preferences, error) {
	return c.preferences(ctx, http.MethodGet, identifier, nil)
}

// UpdatePreferences changes the choices that are given, and no others. A nil takes one back.
func (c *Contacts) UpdatePreferences(ctx context.Context, identifier string, fields PreferencesFields) (*Preferences, error) {
	return c.preferences(ctx, http.MethodPatch, identifier, fields)
}

// ReplacePreferences replaces all choices. Those that are not given are taken back.
func (c *Contacts) ReplacePreferences(ctx context.Context, identifier string, fields PreferencesFields) (*Preferences, error) {
	return c.preferences(ctx, http.MethodPut, identifier, fields)
}

func (c *Contacts) preferences(ctx context.Context, method, identifier string, body any) (*Preferences, error) {
	request := call{method: method, path: []string{"contacts", identifier, "preferences"}, body: body}
	answer, err := do[struct{ Preferences Preferences }](ctx, c.client, request)
	if err != nil {
		return nil, err
	}
	return &answer.Preferences, nil
}

func (c *Contacts) do(ctx context.Context, method string, body any, path ...string) (*Contact, error) {
	request := call{method: method, path: append([]string{"contacts"}, path...), body: body}
	answer, err := do[struct{ Contact Contact }](ctx, c.client, request)
	if err != nil {
		return nil, err
	}
	return &answer.Contact, nil
}
