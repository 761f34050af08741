package heliograph

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	firstPause = 250 * time.Millisecond
	// If the service asks for a longer pause, the caller gets the error and decides.
	longestPause = 30 * time.Second
)

type call struct {
	method string
	// Parts of the path below /v1, not encoded.
	path   []string
	query  url.Values
	body   any
	key    string
	prefer string
	// Time that the service may need to answer, added to the timeout.
	work time.Duration
	// A body with its media type, which is sent once. Nil: body is sent.
	file     io.Reader
	fileType string
}

// do makes a call, and repeats it if that is safe.
func do[T any](ctx context.Context, c *Client, request call) (*T, error) {
	address, err := addressOf(c.baseURL, request)
	if err != nil {
		return nil, err
	}
	var body []byte
	if request.body != nil {
		if body, err = json.Marshal(request.body); err != nil {
			return nil, fmt.Errorf("heliograph: %w", err)
		}
	}
	for attempt := 0; ; attempt++ {
		answer, failure := once[T](ctx, c, request, address, body)
		if failure == nil {
			return answer, nil
		}
		pause := time.Duration(failure.RetryAfter*float64(time.Second)) + growing(attempt)
		if attempt >= c.Retries || request.file != nil || pause > longestPause || ctx.Err() != nil || !isSafeToRepeat(failure, request) {
			return nil, failure
		}
		select {
		case <-ctx.Done():
			return nil, failure
		case <-time.After(pause):
		}
	}
}

// addressOf refuses parts of a path that would name another route.
func addressOf(baseURL string, request call) (string, error) {
	address := baseURL + "/v1"
	for _, part := range request.path {
		if part == "" || part == "." || part == ".." {
			return "", fmt.Errorf("heliograph: %q must not be a part of the path", part)
		}
		address += "/" + url.PathEscape(part)
	}
	if len(request.query) > 0 {
		address += "?" + request.query.Encode()
	}
	return address, nil
}

// growing returns a pause that doubles with each attempt, with jitter so that many clients do not return at once.
func growing(attempt int) time.Duration {
	return time.Duration(float64(firstPause<<min(attempt, 10)) * (0.5 + rand.Float64()/2))
}

// isSafeToRepeat says yes to what the service asks to retry. Without its answer (none came, or a proxy answered 5xx), what it
// did is unknown: only a GET and a request with an idempotency key are repeated.
func isSafeToRepeat(failure *Error, request call) bool {
	if failure.Status == http.StatusTooManyRequests || failure.Code == ErrorCodeIdempotencyInProgress {
		return true
	}
	switch failure.Code {
	case ErrorCodeTimeout, ErrorCodeConnection, ErrorCodeBadAnswer:
		isAnswer := failure.Status != 0 && failure.Status < 500
		return !isAnswer && (request.method == http.MethodGet || request.key != "")
	}
	return failure.Status == http.StatusInternalServerError || failure.Status == http.StatusServiceUnavailable
}

func once[T any](ctx context.Context, c *Client, request call, address string, body []byte) (*T, *Error) {
	limit, cancel := context.WithTimeout(ctx, c.Timeout+request.work)
	defer cancel()
	failure := &Error{what: request.method + " " + address, IdempotencyKey: request.key}
	var content io.Reader = bytes.NewReader(body)
	if request.file != nil {
		content = request.file
	}
	httpRequest, err := http.NewRequestWithContext(limit, request.method, address, content)
	if err != nil {
		return nil, failure.unanswered(err)
	}
	httpRequest.Header.Set("Authorization", "Bearer "+c.apiKey)
	httpRequest.Header.Set("Accept", "application/json")
	if _, ok := any(new(T)).(*string); ok {
		httpRequest.Header.Set("Accept", "*/*")
	}
	if request.file != nil {
		httpRequest.Header.Set("Content-Type", request.fileType)
	} else if body != nil {
		httpRequest.Header.Set("Content-Type", "application/json")
	}
	if request.key != "" {
		httpRequest.Header.Set("Idempotency-Key", request.key)
	}
	if request.prefer != "" {
		httpRequest.Header.Set("Prefer", request.prefer)
	}
	response, err := c.HTTP.Do(httpRequest)
	if err != nil {
		return nil, failure.unanswered(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, failure.unanswered(err)
	}
	failure.Status = response.StatusCode
	failure.RequestID = response.Header.Get("X-Request-Id")
	failure.RetryAfter = secondsOf(response.Header.Get("Retry-After"))
	if response.StatusCode/100 == 2 {
		answer := new(T)
		if csv, ok := any(answer).(*string); ok {
			*csv = string(text)
			return answer, nil
		}
		if err = json.Unmarshal(text, answer); err == nil {
			return answer, nil
		}
	} else if err = json.Unmarshal(text, failure); err == nil && failure.Code != "" {
		return nil, failure
	}
	failure.Code = ErrorCodeBadAnswer
	failure.Message = fmt.Sprintf("answered %d, and not as Heliograph answers. Check the base URL.", failure.Status)
	failure.cause = err
	return nil, failure
}

func (e *Error) unanswered(err error) *Error {
	// The outer error only repeats method and address.
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	e.Code, e.Message, e.cause = ErrorCodeConnection, err.Error(), err
	if errors.Is(err, context.DeadlineExceeded) {
		e.Code, e.Message = ErrorCodeTimeout, "no answer in time"
	}
	return e
}

// secondsOf reads Retry-After, which proxies also write as a date.
func secondsOf(retryAfter string) float64 {
	if seconds, err := strconv.ParseUint(strings.TrimSpace(retryAfter), 10, 31); err == nil {
		return float64(seconds)
	}
	if at, err := http.ParseTime(retryAfter); err == nil {
		return max(0, time.Until(at).Seconds())
	}
	return 0
}
