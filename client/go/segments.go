package heliograph

import (
	"context"
	"iter"
	"net/http"
)

// Segments are saved filters of contacts. A segment is named by its id.
type Segments struct{ client *Client }

// Get returns a segment with the number of its contacts.
func (s *Segments) Get(ctx context.Context, segment string) (*CountedSegment, error) {
	return do[CountedSegment](ctx, s.client, call{method: http.MethodGet, path: []string{"segments", segment}})
}

// Put creates or replaces a segment. It returns the segment with the number of its contacts.
func (s *Segments) Put(ctx context.Context, segment string, fields SegmentFields) (*CountedSegment, error) {
	return do[CountedSegment](ctx, s.client, call{method: http.MethodPut, path: []string{"segments", segment}, body: fields})
}

// Delete deletes a segment. Its contacts stay.
func (s *Segments) Delete(ctx context.Context, segment string) error {
	_, err := do[struct{}](ctx, s.client, call{method: http.MethodDelete, path: []string{"segments", segment}})
	return err
}

// List returns a page of segments, in the order of their ids.
func (s *Segments) List(ctx context.Context, page Page) (*SegmentPage, error) {
	return do[SegmentPage](ctx, s.client, call{method: http.MethodGet, path: []string{"segments"}, query: page.query()})
}

// All yields every segment, page after page. It ends with the first error.
func (s *Segments) All(ctx context.Context) iter.Seq2[Segment, error] {
	return pages("", func(after string) ([]Segment, string, error) {
		page, err := s.List(ctx, Page{Limit: 100, After: after})
		if err != nil {
			return nil, "", err
		}
		return page.Segments, page.Next, nil
	})
}

// Count counts the contacts of a filter, and saves nothing.
func (s *Segments) Count(ctx context.Context, filter SegmentFilter) (*SegmentCount, error) {
	body := map[string]SegmentFilter{"filter": filter}
	return do[SegmentCount](ctx, s.client, call{method: http.MethodPost, path: []string{"segment-counts"}, body: body})
}

// Contacts returns a page of the contacts of a segment, in the order of their ids. It may have fewer contacts than the limit,
// also none, while Next leads on.
func (s *Segments) Contacts(ctx context.Context, segment string, page Page) (*SegmentContactPage, error) {
	return do[SegmentContactPage](ctx, s.client, call{method: http.MethodGet, path: []string{"segments", segment, "contacts"}, query: page.query()})
}

// AllContacts yields every contact of a segment, page after page. It ends with the first error.
func (s *Segments) AllContacts(ctx context.Context, segment string) iter.Seq2[Contact, error] {
	return pages("", func(after string) ([]Contact, string, error) {
		page, err := s.Contacts(ctx, segment, Page{Limit: 100, After: after})
		if err != nil {
			return nil, "", err
		}
		return page.Contacts, page.Next, nil
	})
}
