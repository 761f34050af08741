package heliograph

import (
	"iter"
	"net/url"
	"strconv"
	"time"
)

// pages yields what each page has from the first one on, until one has no next. It ends with the first error.
func pages[T any](first string, read func(after string) (items []T, next string, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for after := first; ; {
			items, next, err := read(after)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if after = next; after == "" {
				return
			}
		}
	}
}

func set(query url.Values, name, value string) {
	if value != "" {
		query.Set(name, value)
	}
}

func setNumber(query url.Values, name string, value int) {
	if value != 0 {
		query.Set(name, strconv.Itoa(value))
	}
}

func setTime(query url.Values, name string, value time.Time) {
	if !value.IsZero() {
		query.Set(name, value.Format(time.RFC3339Nano))
	}
}
