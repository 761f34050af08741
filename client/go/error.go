package heliograph

// Codes of errors that the client finds itself.
const (
	// ErrorCodeTimeout says that there was no answer in time.
	ErrorCodeTimeout ErrorCode = "TIMEOUT"
	// ErrorCodeConnection says that the connection failed.
	ErrorCodeConnection ErrorCode = "CONNECTION"
	// ErrorCodeBadAnswer says that the answer is a proxy's, or another server's.
	ErrorCodeBadAnswer ErrorCode = "BAD_ANSWER"
)

// Error says that the service refused a request, or did not answer. Get it with errors.As.
type Error struct {
	// Message says what is wrong, for people. It may change.
	Message string `json:"error"`
	// Code says what is wrong, for programs.
	Code ErrorCode `json:"code"`
	// Field is a path into the body, for example to[3].email.
	Field   string  `json:"field"`
	Channel Channel `json:"channel"`
	// ID is the notification whose message failed, if the send waits.
	ID string `json:"id"`
	// DeliveryCode says why that message failed.
	DeliveryCode DeliveryErrorCode `json:"delivery_code"`
	// Current is how much of a quota or limit is used.
	Current int `json:"current"`
	Limit   int `json:"limit"`

	// Status is the HTTP status. It is 0 if there was no answer.
	Status int `json:"-"`
	// RequestID names the request for the operators of the service.
	RequestID string `json:"-"`
	// RetryAfter is the number of seconds that the service asks to wait.
	RetryAfter float64 `json:"-"`
	// IdempotencyKey is the key of a send, also if the client made it. The same send with this key is sent once.
	IdempotencyKey string `json:"-"`

	what  string
	cause error
}

func (e *Error) Error() string { return e.what + ": " + e.Message + " [" + string(e.Code) + "]" }

// Unwrap returns why there was no answer.
func (e *Error) Unwrap() error { return e.cause }
