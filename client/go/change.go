package heliograph

import "encoding/json"

// Change is a field of an update. Its zero value leaves the field as it is.
type Change[T any] struct {
	value *T
	given bool
}

// Set changes a field.
func Set[T any](value T) Change[T] { return Change[T]{&value, true} }

// Clear removes the value of a field.
func Clear[T any]() Change[T] { return Change[T]{nil, true} }

// IsZero reports whether the field stays as it is.
func (c Change[T]) IsZero() bool { return !c.given }

// MarshalJSON returns the value, or null if the field is cleared.
func (c Change[T]) MarshalJSON() ([]byte, error) { return json.Marshal(c.value) }
