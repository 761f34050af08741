package heliograph

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Why a webhook is refused. Compare with errors.Is, answer 400 and ignore the request.
var (
	ErrMissingSecret             = errors.New("the signing secret is missing")
	ErrMissingHeader             = errors.New("the request has no header with a signature")
	ErrMalformedHeader           = errors.New("the header is not of the form t=<seconds>,v1=<signature>")
	ErrTimestampOutsideTolerance = errors.New("the signature's time is too far from now")
	ErrSignatureMismatch         = errors.New("the signature does not match: the secret is wrong, or the body was changed")
	ErrMalformedBody             = errors.New("the body is signed but is not an event")
)

// Verifier verifies webhooks. Its zero value does what VerifyWebhook does.
type Verifier struct {
	// Tolerance is the maximum difference between the signature's time and now. Zero stands for 5 minutes.
	Tolerance time.Duration
	// Brand is WEBHOOK_BRAND of the service, which is part of the header's name. The default is Service.
	Brand string
	// Now returns the time to compare with. The default is time.Now.
	Now func() time.Time
}

// VerifyWebhook verifies a webhook and returns its event. The body is the raw one, before any parsing, and the secret is the
// whole whsec_… of the endpoint.
func VerifyWebhook(body []byte, header http.Header, secret string) (*WebhookEvent, error) {
	return Verifier{}.Verify(body, header, secret)
}

var (
	seconds   = regexp.MustCompile(`\A[0-9]{1,12}\z`)
	signature = regexp.MustCompile(`\A[0-9a-f]{64}\z`)
)

// Verify verifies a webhook as VerifyWebhook does.
func (v Verifier) Verify(body []byte, header http.Header, secret string) (*WebhookEvent, error) {
	now, tolerance, brand := time.Now, 5*time.Minute, "Service"
	if v.Now != nil {
		now = v.Now
	}
	if v.Tolerance != 0 {
		tolerance = v.Tolerance
	}
	if v.Brand != "" {
		brand = v.Brand
	}
	if secret == "" {
		return nil, ErrMissingSecret
	}
	name := "X-" + brand + "-Signature"
	values := header.Values(name)
	if len(values) == 0 {
		return nil, fmt.Errorf("%s: %w", name, ErrMissingHeader)
	}
	var times, signatures []string
	for part := range strings.SplitSeq(values[0], ",") {
		part = strings.TrimSpace(part)
		if value, ok := strings.CutPrefix(part, "t="); ok {
			times = append(times, value)
		} else if value, ok := strings.CutPrefix(part, "v1="); ok && signature.MatchString(value) {
			signatures = append(signatures, value)
		}
	}
	if len(times) != 1 || !seconds.MatchString(times[0]) || len(signatures) == 0 {
		return nil, fmt.Errorf("%s: %w", name, ErrMalformedHeader)
	}
	at, _ := strconv.ParseInt(times[0], 10, 64)
	if age := now().Sub(time.Unix(at, 0)).Abs(); age > tolerance {
		return nil, fmt.Errorf("%w: %s, at most %s", ErrTimestampOutsideTolerance, age, tolerance)
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(times[0] + "."))
	mac.Write(body)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	// All signatures are compared, so that the time does not show which one matches. There is a second one while the secret
	// is rotated.
	genuine := false
	for _, one := range signatures {
		genuine = hmac.Equal([]byte(one), expected) || genuine
	}
	if !genuine {
		return nil, ErrSignatureMismatch
	}
	event := new(WebhookEvent)
	if err := json.Unmarshal(body, event); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformedBody, err)
	}
	return event, nil
}
