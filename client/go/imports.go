package heliograph

import (
	"context"
	"io"
	"iter"
	"net/http"
	"time"
)

// Imports are files of contacts that are added to topics.
type Imports struct{ client *Client }

// Media types of a file: CSV with a header, or JSON Lines.
const (
	CSV       = "text/csv"
	JSONLines = "application/x-ndjson"
)

// Time for a whole file in either direction. The service cuts one that stalls itself.
const fileTime = 24 * time.Hour

type importAnswer struct{ Import TopicImport }

// Start sends a file of up to 1,000,000 contacts, and returns after the service has stored it. The import then runs there. An
// upload is not repeated: a second import of the same file adds nobody twice.
func (i *Imports) Start(ctx context.Context, topic, mediaType string, file io.Reader) (*TopicImport, error) {
	return i.one(ctx, call{method: http.MethodPost, path: []string{"topics", topic, "imports"}, file: file, fileType: mediaType, work: fileTime})
}

// Get returns an import.
func (i *Imports) Get(ctx context.Context, topic, id string) (*TopicImport, error) {
	return i.one(ctx, call{method: http.MethodGet, path: []string{"topics", topic, "imports", id}})
}

// List returns a page of the imports of a topic, the newest first.
func (i *Imports) List(ctx context.Context, topic string, page Page) (*TopicImportPage, error) {
	return do[TopicImportPage](ctx, i.client, call{method: http.MethodGet, path: []string{"topics", topic, "imports"}, query: page.query()})
}

// Follow yields how far an import is, at intervals, until it is done or stopped. It ends with the first error.
func (i *Imports) Follow(ctx context.Context, topic, id string, every time.Duration) iter.Seq2[*TopicImport, error] {
	return func(yield func(*TopicImport, error) bool) {
		for {
			now, err := i.Get(ctx, topic, id)
			if !yield(now, err) || err != nil || now.State == TopicImportStateDone || now.State == TopicImportStateStopped {
				return
			}
			select {
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			case <-time.After(every):
			}
		}
	}
}

// Stop stops an import. It finishes its page of at most 500 rows.
func (i *Imports) Stop(ctx context.Context, topic, id string) (*TopicImport, error) {
	return i.one(ctx, call{method: http.MethodPost, path: []string{"topics", topic, "imports", id, "stop"}})
}

// Continue lets a stopped import continue where it was.
func (i *Imports) Continue(ctx context.Context, topic, id string) (*TopicImport, error) {
	return i.one(ctx, call{method: http.MethodPost, path: []string{"topics", topic, "imports", id, "continue"}})
}

// Rejects returns the rows that were not imported, as a CSV with line, code, field and error.
func (i *Imports) Rejects(ctx context.Context, topic, id string) (string, error) {
	rows, err := do[string](ctx, i.client, call{method: http.MethodGet, path: []string{"topics", topic, "imports", id, "rejects"}, work: fileTime})
	if err != nil {
		return "", err
	}
	return *rows, nil
}

func (i *Imports) one(ctx context.Context, request call) (*TopicImport, error) {
	answer, err := do[importAnswer](ctx, i.client, request)
	if err != nil {
		return nil, err
	}
	return &answer.Import, nil
}
