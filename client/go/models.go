// Code generated from docs/openapi.json by `npm run openapi`. DO NOT EDIT.

package heliograph

import "time"

type SendFieldsIfOpen string

const (
	SendFieldsIfOpenKeep    SendFieldsIfOpen = "keep"
	SendFieldsIfOpenReplace SendFieldsIfOpen = "replace"
)

type ErrorCode string

const (
	ErrorCodeValidationError       ErrorCode = "VALIDATION_ERROR"
	ErrorCodeUnauthorized          ErrorCode = "UNAUTHORIZED"
	ErrorCodeQuotaExceeded         ErrorCode = "QUOTA_EXCEEDED"
	ErrorCodeSubscriptionInactive  ErrorCode = "SUBSCRIPTION_INACTIVE"
	ErrorCodeForbidden             ErrorCode = "FORBIDDEN"
	ErrorCodeRouteNotFound         ErrorCode = "ROUTE_NOT_FOUND"
	ErrorCodeMethodNotAllowed      ErrorCode = "METHOD_NOT_ALLOWED"
	ErrorCodeUnsupportedMediaType  ErrorCode = "UNSUPPORTED_MEDIA_TYPE"
	ErrorCodePayloadTooLarge       ErrorCode = "PAYLOAD_TOO_LARGE"
	ErrorCodeEventNotFound         ErrorCode = "EVENT_NOT_FOUND"
	ErrorCodeContactNotFound       ErrorCode = "CONTACT_NOT_FOUND"
	ErrorCodeNotificationNotFound  ErrorCode = "NOTIFICATION_NOT_FOUND"
	ErrorCodeTopicNotFound         ErrorCode = "TOPIC_NOT_FOUND"
	ErrorCodeSegmentNotFound       ErrorCode = "SEGMENT_NOT_FOUND"
	ErrorCodeBroadcastNotFound     ErrorCode = "BROADCAST_NOT_FOUND"
	ErrorCodeBroadcastState        ErrorCode = "BROADCAST_STATE"
	ErrorCodePausesFull            ErrorCode = "PAUSES_FULL"
	ErrorCodeImportNotFound        ErrorCode = "IMPORT_NOT_FOUND"
	ErrorCodeImportState           ErrorCode = "IMPORT_STATE"
	ErrorCodeBatchNotFound         ErrorCode = "BATCH_NOT_FOUND"
	ErrorCodeWebhookNotFound       ErrorCode = "WEBHOOK_NOT_FOUND"
	ErrorCodeWebhookEventNotFound  ErrorCode = "WEBHOOK_EVENT_NOT_FOUND"
	ErrorCodeTemplateMissing       ErrorCode = "TEMPLATE_MISSING"
	ErrorCodeIdentifierMissing     ErrorCode = "IDENTIFIER_MISSING"
	ErrorCodeSenderUnverified      ErrorCode = "SENDER_UNVERIFIED"
	ErrorCodeIdempotencyInProgress ErrorCode = "IDEMPOTENCY_IN_PROGRESS"
	ErrorCodeIdempotencyMismatch   ErrorCode = "IDEMPOTENCY_MISMATCH"
	ErrorCodeWebhookExists         ErrorCode = "WEBHOOK_EXISTS"
	ErrorCodeWebhookInactive       ErrorCode = "WEBHOOK_INACTIVE"
	ErrorCodeContactConflict       ErrorCode = "CONTACT_CONFLICT"
	ErrorCodeUndeliverable         ErrorCode = "UNDELIVERABLE"
	ErrorCodeNotificationState     ErrorCode = "NOTIFICATION_STATE"
	ErrorCodeAlreadySent           ErrorCode = "ALREADY_SENT"
	ErrorCodeContentRemoved        ErrorCode = "CONTENT_REMOVED"
	ErrorCodeRateLimited           ErrorCode = "RATE_LIMITED"
	ErrorCodeProviderError         ErrorCode = "PROVIDER_ERROR"
	ErrorCodeInternal              ErrorCode = "INTERNAL"
	ErrorCodeUnavailable           ErrorCode = "UNAVAILABLE"
)

type NotificationStatus string

const (
	NotificationStatusRunning   NotificationStatus = "running"
	NotificationStatusWaiting   NotificationStatus = "waiting"
	NotificationStatusCompleted NotificationStatus = "completed"
	NotificationStatusFailed    NotificationStatus = "failed"
	NotificationStatusStopped   NotificationStatus = "stopped"
)

type Channel string

const (
	ChannelEmail    Channel = "email"
	ChannelSms      Channel = "sms"
	ChannelSlack    Channel = "slack"
	ChannelPush     Channel = "push"
	ChannelTelegram Channel = "telegram"
	ChannelWhatsapp Channel = "whatsapp"
	ChannelDiscord  Channel = "discord"
)

type MessageStatus string

const (
	MessageStatusQueued    MessageStatus = "queued"
	MessageStatusSent      MessageStatus = "sent"
	MessageStatusDelivered MessageStatus = "delivered"
	MessageStatusFailed    MessageStatus = "failed"
)

type MessageCopiesLeftOutKind string

const (
	MessageCopiesLeftOutKindCc  MessageCopiesLeftOutKind = "cc"
	MessageCopiesLeftOutKindBcc MessageCopiesLeftOutKind = "bcc"
)

type MessageCopiesLeftOutReason string

const (
	MessageCopiesLeftOutReasonSuppressed MessageCopiesLeftOutReason = "suppressed"
	MessageCopiesLeftOutReasonSandbox    MessageCopiesLeftOutReason = "sandbox"
)

type PreferencesEntriesBy string

const (
	PreferencesEntriesByApi      PreferencesEntriesBy = "api"
	PreferencesEntriesByPage     PreferencesEntriesBy = "page"
	PreferencesEntriesByOneClick PreferencesEntriesBy = "one_click"
	PreferencesEntriesByProvider PreferencesEntriesBy = "provider"
	PreferencesEntriesByOperator PreferencesEntriesBy = "operator"
	PreferencesEntriesByImport   PreferencesEntriesBy = "import"
)

type PreferencesEffectiveRule string

const (
	PreferencesEffectiveRuleRequired           PreferencesEffectiveRule = "required"
	PreferencesEffectiveRuleCategoryAndChannel PreferencesEffectiveRule = "category_and_channel"
	PreferencesEffectiveRuleCategory           PreferencesEffectiveRule = "category"
	PreferencesEffectiveRuleChannel            PreferencesEffectiveRule = "channel"
	PreferencesEffectiveRuleDefault            PreferencesEffectiveRule = "default"
	PreferencesEffectiveRuleNone               PreferencesEffectiveRule = "none"
)

type SubscribedResultStatus string

const (
	SubscribedResultStatusSubscribed        SubscribedResultStatus = "subscribed"
	SubscribedResultStatusAlreadySubscribed SubscribedResultStatus = "already_subscribed"
	SubscribedResultStatusRejected          SubscribedResultStatus = "rejected"
)

type UnsubscribedResultStatus string

const (
	UnsubscribedResultStatusUnsubscribed  UnsubscribedResultStatus = "unsubscribed"
	UnsubscribedResultStatusNotSubscribed UnsubscribedResultStatus = "not_subscribed"
	UnsubscribedResultStatusRejected      UnsubscribedResultStatus = "rejected"
)

type TopicImportState string

const (
	TopicImportStateReceiving TopicImportState = "receiving"
	TopicImportStateRunning   TopicImportState = "running"
	TopicImportStateStopped   TopicImportState = "stopped"
	TopicImportStateDone      TopicImportState = "done"
)

type TopicImportFormat string

const (
	TopicImportFormatCsv       TopicImportFormat = "csv"
	TopicImportFormatJsonLines TopicImportFormat = "json-lines"
)

type WebhookType string

const (
	WebhookTypeDeliverySent       WebhookType = "delivery.sent"
	WebhookTypeDeliveryDelivered  WebhookType = "delivery.delivered"
	WebhookTypeDeliveryFailed     WebhookType = "delivery.failed"
	WebhookTypeDeliveryBounced    WebhookType = "delivery.bounced"
	WebhookTypeDeliveryComplained WebhookType = "delivery.complained"
)

type EndpointEventStatus string

const (
	EndpointEventStatusPending   EndpointEventStatus = "pending"
	EndpointEventStatusDelivered EndpointEventStatus = "delivered"
	EndpointEventStatusFailed    EndpointEventStatus = "failed"
	EndpointEventStatusDropped   EndpointEventStatus = "dropped"
)

type EndpointEventRedeliveredBy string

const (
	EndpointEventRedeliveredByOwner    EndpointEventRedeliveredBy = "owner"
	EndpointEventRedeliveredByOperator EndpointEventRedeliveredBy = "operator"
)

type EndpointStateSwitchedOffReason string

const (
	EndpointStateSwitchedOffReasonFailing EndpointStateSwitchedOffReason = "failing"
	EndpointStateSwitchedOffReasonGone    EndpointStateSwitchedOffReason = "gone"
)

type DeliveryErrorCode string

const (
	DeliveryErrorCodeHardBounce        DeliveryErrorCode = "HARD_BOUNCE"
	DeliveryErrorCodeSoftBounce        DeliveryErrorCode = "SOFT_BOUNCE"
	DeliveryErrorCodeSuppressed        DeliveryErrorCode = "SUPPRESSED"
	DeliveryErrorCodePreference        DeliveryErrorCode = "PREFERENCE"
	DeliveryErrorCodeCapped            DeliveryErrorCode = "CAPPED"
	DeliveryErrorCodeCountryNotAllowed DeliveryErrorCode = "COUNTRY_NOT_ALLOWED"
	DeliveryErrorCodeInvalidRecipient  DeliveryErrorCode = "INVALID_RECIPIENT"
	DeliveryErrorCodeUnauthorized      DeliveryErrorCode = "UNAUTHORIZED"
	DeliveryErrorCodeRateLimited       DeliveryErrorCode = "RATE_LIMITED"
	DeliveryErrorCodeRejected          DeliveryErrorCode = "REJECTED"
	DeliveryErrorCodeTemplateError     DeliveryErrorCode = "TEMPLATE_ERROR"
	DeliveryErrorCodeTimeout           DeliveryErrorCode = "TIMEOUT"
	DeliveryErrorCodeOutcomeUnknown    DeliveryErrorCode = "OUTCOME_UNKNOWN"
	DeliveryErrorCodeNoProvider        DeliveryErrorCode = "NO_PROVIDER"
	DeliveryErrorCodeExpired           DeliveryErrorCode = "EXPIRED"
	DeliveryErrorCodeProviderError     DeliveryErrorCode = "PROVIDER_ERROR"
)

type DeliveryStatus string

const (
	DeliveryStatusSent       DeliveryStatus = "sent"
	DeliveryStatusDelivered  DeliveryStatus = "delivered"
	DeliveryStatusFailed     DeliveryStatus = "failed"
	DeliveryStatusBounced    DeliveryStatus = "bounced"
	DeliveryStatusComplained DeliveryStatus = "complained"
)

// A send whose channel the service chooses.
type SendFields struct {
	// Template variables, `{{key}}`. At most 100 levels deep; the whole body has 1 MB and 50,000 commas and opening brackets at most.
	Payload map[string]any `json:"payload,omitzero"`
	// Language variant of the template; if there is none, the event's default is used.
	Language string `json:"language,omitzero"`
	// Replaces parts of the template or the brand for this send.
	Overrides Overrides `json:"overrides,omitzero"`
	From      Sender    `json:"from,omitzero"`
	// Id of the tenant in whose name the message is sent: it chooses brand, sender, integrations and variables.
	Tenant string `json:"tenant,omitzero"`
	// Short texts that the notification keeps for you, such as an order id. They are in its webhooks, and lists find notifications by them. They are not encrypted.
	Metadata map[string]any `json:"metadata,omitzero"`
	// What the notification is about, in your words, such as the id of a booking. Lists, cancels and signals find notifications by it.
	Reference string `json:"reference,omitzero"`
	// With `reference`: at most one notification of the event, contact and reference is open. If one is, `keep` answers with it and sends nothing, and `replace` cancels it first.
	IfOpen SendFieldsIfOpen `json:"if_open,omitzero"`
	// When to send, up to 30 days ahead; until then it can be cancelled. Absent: now.
	SendAt time.Time `json:"send_at,omitzero"`
	// Sandbox only: `send_at`, waits, digest windows and quiet hours are over at once.
	SkipWaits bool `json:"skip_waits,omitzero"`
}

// Replaces parts of the template or the brand for this send.
type Overrides struct {
	// `reply_to`, `cc` and `bcc` have 50 addresses at most together.
	Email OverridesEmail `json:"email,omitzero"`
	Sms   OverridesSms   `json:"sms,omitzero"`
	// In templates `brand.*`, over the application's own.
	Brand OverridesBrand `json:"brand,omitzero"`
}

// `reply_to`, `cc` and `bcc` have 50 addresses at most together.
type OverridesEmail struct {
	// Replaces the subject of the template.
	Subject string   `json:"subject,omitzero"`
	ReplyTo []string `json:"reply_to,omitzero"`
	Cc      []string `json:"cc,omitzero"`
	Bcc     []string `json:"bcc,omitzero"`
}

type OverridesSms struct {
	// Sender of the SMS: a verified number or alphanumeric sender ID.
	SenderID string `json:"sender_id,omitzero"`
}

// In templates `brand.*`, over the application's own.
type OverridesBrand struct {
	Name string `json:"name,omitzero"`
	// Address of the logo.
	Logotype string `json:"logotype,omitzero"`
	// The main colour, such as `#1d4ed8`.
	Color           string `json:"color,omitzero"`
	BackgroundColor string `json:"background_color,omitzero"`
	TextColor       string `json:"text_color,omitzero"`
	// Font family, as CSS has it.
	Font    string `json:"font,omitzero"`
	Website string `json:"website,omitzero"`
	// Text at the end of messages. It may have line breaks.
	Footer string `json:"footer,omitzero"`
	// Addresses of profiles by name, such as `linkedin`. It counts as one value.
	Social map[string]any `json:"social,omitzero"`
	// Values by BCP 47 language tag. The language of the rendered template picks.
	Languages map[string]any `json:"languages,omitzero"`
}

// `email`, with or without `name`, or `phone`.
type Sender struct {
	Email string `json:"email,omitzero"`
	Name  string `json:"name,omitzero"`
	Phone string `json:"phone,omitzero"`
}

// A contact, by at least one identifier. The fields are stored on the contact. Names in camelCase (`externalId`), `id` for `external_id` and `slack_id` for `slack` are accepted too. Other fields that are not listed go to `meta`, their names in camelCase. `language` comes before that of the request.
type Recipient struct {
	Email string `json:"email,omitzero"`
	Phone string `json:"phone,omitzero"`
	// Full name. The first word is the first name, and the other words are the last name.
	Name string `json:"name,omitzero"`
	// The caller's own id of the contact.
	ExternalID string `json:"external_id,omitzero"`
	// Address of a picture. Without one, the Gravatar address of the e-mail is shown.
	Avatar   string `json:"avatar,omitzero"`
	Username string `json:"username,omitzero"`
	// Slack member id, starts with `U` or `W`.
	Slack string `json:"slack,omitzero"`
	// Custom metadata; wins over unknown fields of the same name. `language`, `timezone`, `telegram` and `discord` in it must be as the fields of these names.
	Meta map[string]any `json:"meta,omitzero"`
	// Language of messages, a BCP 47 tag. Kept in `meta`.
	Language string `json:"language,omitzero"`
	// IANA time zone for times of day and quiet hours. Kept in `meta`.
	Timezone string `json:"timezone,omitzero"`
	// Telegram chat id; a number is accepted too. Kept in `meta`.
	Telegram string `json:"telegram,omitzero"`
	// Discord user id. Kept in `meta`.
	Discord string `json:"discord,omitzero"`
	// A device token, which is added to those of the contact.
	PushToken string `json:"push_token,omitzero"`
	// Device tokens, which are added to those of the contact.
	PushTokens []string `json:"push_tokens,omitzero"`
	// Template variables of this recipient, in place of those of the same name in the shared `payload`.
	Payload map[string]any `json:"payload,omitzero"`
	// Of this notification, in place of those of the same name in the shared `metadata`.
	Metadata map[string]any `json:"metadata,omitzero"`
	// Of this notification, in place of the shared `reference`.
	Reference string `json:"reference,omitzero"`
}

type CancelFields struct {
	// Only notifications with this reference.
	Reference string `json:"reference,omitzero"`
}

type SignalFields struct {
	// Only notifications with this reference.
	Reference string `json:"reference,omitzero"`
	// Arguments of the handler, in order. Temporal stores them, so they hold no address and no name.
	Args []any `json:"args,omitzero"`
}

// The send is durable. `notifications` is there if `to` is an array.
type Accepted struct {
	// The notification. In the answer to an array, the request as a whole.
	ID     string `json:"id"`
	Event  string `json:"event"`
	Status string `json:"status"`
	// True if `if_open: keep` found this notification open: the send made none. Absent otherwise.
	Kept bool `json:"kept,omitzero"`
}

// The notification is durable and will be sent.
type AcceptedEntry struct {
	// The notification.
	ID     string `json:"id"`
	Event  string `json:"event"`
	Status string `json:"status"`
	// True if `if_open: keep` found this notification open: the send made none. Absent otherwise.
	Kept bool `json:"kept,omitzero"`
}

// This recipient gets nothing; why is in `error` and `code`.
type Rejected struct {
	// Always null.
	ID     string    `json:"id"`
	Event  string    `json:"event"`
	Status string    `json:"status"`
	Error  string    `json:"error"`
	Code   ErrorCode `json:"code"`
	// Path into the body, for example `to[3].email`.
	Field string `json:"field"`
}

// The answer to a send to an array, with an entry for each recipient in the order of `to`.
type Batch struct {
	// The notification. In the answer to an array, the request as a whole.
	ID            string       `json:"id"`
	Event         string       `json:"event"`
	Status        string       `json:"status"`
	Notifications []BatchEntry `json:"notifications"`
}

type Notification struct {
	ID      string              `json:"id"`
	Event   string              `json:"event"`
	Contact NotificationContact `json:"contact"`
	// `running`: a step is at work. `waiting`: for a time or a receipt. `completed`: every step ended. `failed`: every message failed. `stopped`: cancelled.
	Status    NotificationStatus `json:"status"`
	StartedAt time.Time          `json:"started_at"`
	// Set in the last three statuses.
	CompletedAt time.Time `json:"completed_at"`
	// Present if the send asked for a time.
	SendAt time.Time `json:"send_at,omitzero"`
	// The notification whose digest has the content of this one.
	DigestedInto string `json:"digested_into,omitzero"`
	// The broadcast that it is of. Absent: it is of none.
	BroadcastID string `json:"broadcast_id,omitzero"`
	// As the send gave it. Absent if it gave none.
	Reference string `json:"reference,omitzero"`
	// Id of the tenant that the send named. Absent if it named none.
	Tenant string `json:"tenant,omitzero"`
	// As the send gave it. Absent if it gave none.
	Metadata map[string]any `json:"metadata,omitzero"`
	Messages []Message      `json:"messages"`
}

type NotificationContact struct {
	Email string `json:"email"`
	Name  string `json:"name"`
}

// One message of a notification; there is one for each SEND that ran.
type Message struct {
	// The same as `delivery.uuid` in webhooks.
	ID      string        `json:"id"`
	Channel Channel       `json:"channel"`
	Status  MessageStatus `json:"status"`
	// When the message was handed to the provider.
	SentAt time.Time `json:"sent_at"`
	// When the provider confirmed delivery.
	DeliveredAt time.Time `json:"delivered_at"`
	// Why it failed: a stable code, a colon, and words for humans.
	Error string `json:"error"`
	// Copies of an e-mail that were not sent. Absent if there are none.
	CopiesLeftOut []MessageCopiesLeftOut `json:"copies_left_out,omitzero"`
}

type MessageCopiesLeftOut struct {
	Kind    MessageCopiesLeftOutKind `json:"kind"`
	Address string                   `json:"address"`
	// `suppressed`: nothing is sent to this address. `sandbox`: sandbox sends to listed addresses only.
	Reason MessageCopiesLeftOutReason `json:"reason"`
}

type NotificationPage struct {
	Notifications []Notification `json:"notifications"`
	// Goes into `after` for the next page. Null if there is none.
	Next string `json:"next"`
}

type NotificationCancelled struct {
	// Whether it was open and ended `stopped`.
	Cancelled    bool                  `json:"cancelled"`
	Notification CancelledNotification `json:"notification"`
}

type CancelledNotification struct {
	ID string `json:"id"`
	// `running`: a step is at work. `waiting`: for a time or a receipt. `completed`: every step ended. `failed`: every message failed. `stopped`: cancelled.
	Status NotificationStatus `json:"status"`
}

type NotificationRetried struct {
	// False if it was retried before: the notification is that retry.
	Retried      bool                `json:"retried"`
	Notification RetriedNotification `json:"notification"`
}

type RetriedNotification struct {
	ID string `json:"id"`
	// `running`: a step is at work. `waiting`: for a time or a receipt. `completed`: every step ended. `failed`: every message failed. `stopped`: cancelled.
	Status NotificationStatus `json:"status"`
	// The failed notification.
	RetryOf string `json:"retry_of"`
}

type NotificationFollowed struct {
	// Whether it was not followed before.
	Followed     bool                 `json:"followed"`
	Notification FollowedNotification `json:"notification"`
}

type FollowedNotification struct {
	ID string `json:"id"`
	// When the first of these calls came.
	FollowedAt time.Time `json:"followed_at"`
}

// At least one of `email`, `phone` and `external_id` is needed. Names in camelCase (`externalId`), `id` for `external_id` and `slack_id` for `slack` are accepted too. Other fields that are not listed go to `meta`, their names in camelCase. Null says nothing.
type ContactFields struct {
	Email string `json:"email,omitzero"`
	Phone string `json:"phone,omitzero"`
	// Full name. The first word is the first name, and the other words are the last name.
	Name string `json:"name,omitzero"`
	// The caller's own id of the contact.
	ExternalID string `json:"external_id,omitzero"`
	// Address of a picture. Without one, the Gravatar address of the e-mail is shown.
	Avatar   string `json:"avatar,omitzero"`
	Username string `json:"username,omitzero"`
	// Slack member id, starts with `U` or `W`.
	Slack string `json:"slack,omitzero"`
	// Custom metadata; wins over unknown fields of the same name. `language`, `timezone`, `telegram` and `discord` in it must be as the fields of these names.
	Meta map[string]any `json:"meta,omitzero"`
	// Language of messages, a BCP 47 tag. Kept in `meta`.
	Language string `json:"language,omitzero"`
	// IANA time zone for times of day and quiet hours. Kept in `meta`.
	Timezone string `json:"timezone,omitzero"`
	// Telegram chat id; a number is accepted too. Kept in `meta`.
	Telegram string `json:"telegram,omitzero"`
	// Discord user id. Kept in `meta`.
	Discord string `json:"discord,omitzero"`
	// A device token, which is added to those of the contact.
	PushToken string `json:"push_token,omitzero"`
	// Device tokens, which are added to those of the contact.
	PushTokens []string `json:"push_tokens,omitzero"`
}

// Only the fields given change; null clears one (`email`, `phone` and `push_tokens`: all of them). Names in camelCase (`externalId`), `id` for `external_id` and `slack_id` for `slack` are accepted too. Other fields that are not listed go to `meta`, their names in camelCase.
type ContactChanges struct {
	Email Change[string] `json:"email,omitzero"`
	Phone Change[string] `json:"phone,omitzero"`
	// Full name. The first word is the first name, and the other words are the last name.
	Name Change[string] `json:"name,omitzero"`
	// The caller's own id of the contact.
	ExternalID Change[string] `json:"external_id,omitzero"`
	// Address of a picture. Without one, the Gravatar address of the e-mail is shown.
	Avatar   Change[string] `json:"avatar,omitzero"`
	Username Change[string] `json:"username,omitzero"`
	// Slack member id, starts with `U` or `W`.
	Slack Change[string] `json:"slack,omitzero"`
	// Custom metadata; wins over unknown fields of the same name. `language`, `timezone`, `telegram` and `discord` in it must be as the fields of these names.
	Meta Change[map[string]any] `json:"meta,omitzero"`
	// Language of messages, a BCP 47 tag. Kept in `meta`.
	Language Change[string] `json:"language,omitzero"`
	// IANA time zone for times of day and quiet hours. Kept in `meta`.
	Timezone Change[string] `json:"timezone,omitzero"`
	// Telegram chat id; a number is accepted too. Kept in `meta`.
	Telegram Change[string] `json:"telegram,omitzero"`
	// Discord user id. Kept in `meta`.
	Discord Change[string] `json:"discord,omitzero"`
	// A device token, which is added to those of the contact.
	PushToken Change[string] `json:"push_token,omitzero"`
	// Device tokens, which are added to those of the contact.
	PushTokens Change[[]string] `json:"push_tokens,omitzero"`
}

type Contact struct {
	UUID string `json:"uuid"`
	// The newest is first.
	EmailAddresses []string `json:"emailAddresses"`
	// In E.164 form. The newest is first.
	PhoneNumbers []string       `json:"phoneNumbers"`
	Name         string         `json:"name"`
	FirstName    string         `json:"firstName"`
	LastName     string         `json:"lastName"`
	ExternalID   string         `json:"externalId"`
	Avatar       string         `json:"avatar"`
	Username     string         `json:"username"`
	Slack        string         `json:"slack"`
	Meta         map[string]any `json:"meta"`
}

type ContactPage struct {
	Contacts []Contact `json:"contacts"`
	// How many match, on all pages.
	Total  int `json:"total"`
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
}

type Preferences struct {
	// What the contact has chosen for whole channels.
	Channels map[string]any `json:"channels"`
	// What the contact has chosen for a category, `all`, and for its single channels.
	Categories map[string]any `json:"categories"`
	// The same choices, each with its time.
	Entries []PreferencesEntries `json:"entries"`
	// Whether messages are sent, for each category of the application and each channel.
	Effective []PreferencesEffective `json:"effective"`
}

type PreferencesEntries struct {
	// Null: the choice is for the whole channel.
	Category string `json:"category"`
	// Null: the choice is for the whole category.
	Channel Channel `json:"channel"`
	On      bool    `json:"on"`
	// When it was chosen.
	At time.Time `json:"at"`
	// Who chose: `page` and `one_click` are the contact.
	By PreferencesEntriesBy `json:"by"`
}

type PreferencesEffective struct {
	// Null: messages of events without a category.
	Category string  `json:"category"`
	Channel  Channel `json:"channel"`
	On       bool    `json:"on"`
	// What decided (PREFERENCE-1).
	Rule PreferencesEffectiveRule `json:"rule"`
}

type PreferencesFields struct {
	// Per channel: `true`, `false`, or `null` to take the choice back.
	Channels map[string]any `json:"channels,omitzero"`
	// Per category: `true` or `false` for the category, or an object with a choice for single channels, and `all` for the category. `null` takes back what the contact has chosen for the category.
	Categories map[string]any `json:"categories,omitzero"`
}

type TopicFields struct {
	// For people. Without it, the name in the path.
	Name        string `json:"name,omitzero"`
	Description string `json:"description,omitzero"`
	// Name of the category of preferences that it belongs to.
	Category string `json:"category,omitzero"`
}

// A list of contacts, such as a newsletter.
type Topic struct {
	// Its name in paths.
	Topic string `json:"topic"`
	// For people.
	Name        string `json:"name"`
	Description string `json:"description"`
	// Category of preferences that it belongs to.
	Category string `json:"category"`
	// How many contacts are in it.
	Subscribers int `json:"subscribers"`
	// Whether they were counted. False: `subscribers` is an estimate (TOPIC-4).
	SubscribersExact bool      `json:"subscribers_exact"`
	CreatedAt        time.Time `json:"created_at"`
	UpdatedAt        time.Time `json:"updated_at"`
}

type TopicPage struct {
	Topics []Topic `json:"topics"`
	// Goes into `after` for the next page. Null if there is none.
	Next string `json:"next"`
}

type TopicSubscriptionPage struct {
	Subscriptions []TopicSubscription `json:"subscriptions"`
	// Goes into `after` for the next page. Null if there is none.
	Next string `json:"next"`
}

type TopicSubscription struct {
	Contact      Contact   `json:"contact"`
	SubscribedAt time.Time `json:"subscribed_at"`
}

type ContactTopicPage struct {
	Topics []ContactTopic `json:"topics"`
	// Goes into `after` for the next page. Null if there is none.
	Next string `json:"next"`
}

type ContactTopic struct {
	// Its name in paths.
	Topic string `json:"topic"`
	// For people.
	Name        string `json:"name"`
	Description string `json:"description"`
	// Category of preferences that it belongs to.
	Category     string    `json:"category"`
	SubscribedAt time.Time `json:"subscribed_at"`
}

type Subscribed struct {
	// How many contacts are new in the topic.
	Subscribed        int `json:"subscribed"`
	AlreadySubscribed int `json:"already_subscribed"`
	Rejected          int `json:"rejected"`
	// In the order of `contacts`.
	Results []SubscribedResult `json:"results"`
}

// The result of one entry of `contacts`.
type SubscribedResult struct {
	Status SubscribedResultStatus `json:"status"`
	// Id of the contact. Null: rejected.
	Contact string    `json:"contact"`
	Error   string    `json:"error"`
	Code    ErrorCode `json:"code"`
	// Path into the request, for example `contacts[2].email`.
	Field string `json:"field"`
}

type Unsubscribed struct {
	// How many contacts were in the topic.
	Unsubscribed  int `json:"unsubscribed"`
	NotSubscribed int `json:"not_subscribed"`
	Rejected      int `json:"rejected"`
	// In the order of `contacts`.
	Results []UnsubscribedResult `json:"results"`
}

// The result of one entry of `contacts`.
type UnsubscribedResult struct {
	Status UnsubscribedResultStatus `json:"status"`
	// Id of the contact. Null: rejected.
	Contact string    `json:"contact"`
	Error   string    `json:"error"`
	Code    ErrorCode `json:"code"`
	// Path into the request, for example `contacts[2].email`.
	Field string `json:"field"`
}

// A file of contacts that are added to a topic.
type TopicImport struct {
	ID string `json:"id"`
	// `receiving`: the file is not whole yet. `stopped`: it can continue.
	State  TopicImportState  `json:"state"`
	Format TopicImportFormat `json:"format"`
	// Rows of the file. 0 while it is received.
	Rows int `json:"rows"`
	// Rows that were processed: the sum of the next three.
	Read int `json:"read"`
	// Contacts that are new in the topic.
	Subscribed int `json:"subscribed"`
	// Rows whose contact was in the topic, also by an earlier row.
	AlreadySubscribed int `json:"already_subscribed"`
	// Rows that were not imported. `…/rejects` has why.
	Rejected  int       `json:"rejected"`
	StartedAt time.Time `json:"started_at"`
	EndedAt   time.Time `json:"ended_at"`
}

type TopicImportPage struct {
	Imports []TopicImport `json:"imports"`
	// Goes into `after` for the next page. Null if there is none.
	Next string `json:"next"`
}

type SegmentFields struct {
	// For people. Without it, the name in the path.
	Name        string        `json:"name,omitzero"`
	Description string        `json:"description,omitzero"`
	Filter      SegmentFilter `json:"filter"`
}

// A condition, or `all` or `any` of conditions, each of which may be `all` or `any` of others.
type SegmentFilter struct {
	// What is compared, such as `contact.language` or `contact.meta.plan`.
	Value string `json:"value,omitzero"`
	// The value is this. Types count: `5` is not `"5"`.
	Is any `json:"is,omitzero"`
	// The value is different, or there is none.
	IsNot any `json:"is_not,omitzero"`
	// The value is one of these.
	In []any `json:"in,omitzero"`
	// The text contains this text, or the list contains this element.
	Contains any `json:"contains,omitzero"`
	// The value is a number of at least this.
	AtLeast any `json:"at_least,omitzero"`
	// The value is a number of at most this.
	AtMost any `json:"at_most,omitzero"`
	// The value is this date or time, or a later one.
	Since string `json:"since,omitzero"`
	// The value is a date or time before this.
	Before string `json:"before,omitzero"`
	// Whether there is a value, an address for `channel`, or a subscription of `topic`.
	Exists *bool `json:"exists,omitzero"`
	// The contact has an address for it.
	Channel Channel `json:"channel,omitzero"`
	// The contact is in it.
	Topic string `json:"topic,omitzero"`
	// All of these hold.
	All []SegmentGroup `json:"all,omitzero"`
	// At least one of these holds.
	Any []SegmentGroup `json:"any,omitzero"`
}

// A condition, or `all` or `any` of conditions.
type SegmentGroup struct {
	// What is compared, such as `contact.language` or `contact.meta.plan`.
	Value string `json:"value,omitzero"`
	// The value is this. Types count: `5` is not `"5"`.
	Is any `json:"is,omitzero"`
	// The value is different, or there is none.
	IsNot any `json:"is_not,omitzero"`
	// The value is one of these.
	In []any `json:"in,omitzero"`
	// The text contains this text, or the list contains this element.
	Contains any `json:"contains,omitzero"`
	// The value is a number of at least this.
	AtLeast any `json:"at_least,omitzero"`
	// The value is a number of at most this.
	AtMost any `json:"at_most,omitzero"`
	// The value is this date or time, or a later one.
	Since string `json:"since,omitzero"`
	// The value is a date or time before this.
	Before string `json:"before,omitzero"`
	// Whether there is a value, an address for `channel`, or a subscription of `topic`.
	Exists *bool `json:"exists,omitzero"`
	// The contact has an address for it.
	Channel Channel `json:"channel,omitzero"`
	// The contact is in it.
	Topic string `json:"topic,omitzero"`
	// All of these hold.
	All []SegmentCondition `json:"all,omitzero"`
	// At least one of these holds.
	Any []SegmentCondition `json:"any,omitzero"`
}

// One of `value`, `channel`, `topic`. `value` needs a comparison. Several must all hold.
type SegmentCondition struct {
	// What is compared, such as `contact.language` or `contact.meta.plan`.
	Value string `json:"value,omitzero"`
	// The value is this. Types count: `5` is not `"5"`.
	Is any `json:"is,omitzero"`
	// The value is different, or there is none.
	IsNot any `json:"is_not,omitzero"`
	// The value is one of these.
	In []any `json:"in,omitzero"`
	// The text contains this text, or the list contains this element.
	Contains any `json:"contains,omitzero"`
	// The value is a number of at least this.
	AtLeast any `json:"at_least,omitzero"`
	// The value is a number of at most this.
	AtMost any `json:"at_most,omitzero"`
	// The value is this date or time, or a later one.
	Since string `json:"since,omitzero"`
	// The value is a date or time before this.
	Before string `json:"before,omitzero"`
	// Whether there is a value, an address for `channel`, or a subscription of `topic`.
	Exists *bool `json:"exists,omitzero"`
	// The contact has an address for it.
	Channel Channel `json:"channel,omitzero"`
	// The contact is in it.
	Topic string `json:"topic,omitzero"`
}

type CountedSegment struct {
	Segment Segment `json:"segment"`
	// How many contacts are in it.
	Contacts int `json:"contacts"`
	// Whether they were counted. False: `contacts` is an estimate (SEGMENT-4).
	ContactsExact bool `json:"contacts_exact"`
}

// A saved filter of contacts.
type Segment struct {
	// Its name in paths.
	Segment string `json:"segment"`
	// For people.
	Name        string              `json:"name"`
	Description string              `json:"description"`
	Filter      SegmentFilterOutput `json:"filter"`
	CreatedAt   time.Time           `json:"created_at"`
	UpdatedAt   time.Time           `json:"updated_at"`
}

// A condition, or `all` or `any` of conditions, each of which may be `all` or `any` of others.
type SegmentFilterOutput struct {
	// What is compared, such as `contact.language` or `contact.meta.plan`.
	Value string `json:"value,omitzero"`
	// The value is this. Types count: `5` is not `"5"`.
	Is any `json:"is,omitzero"`
	// The value is different, or there is none.
	IsNot any `json:"is_not,omitzero"`
	// The value is one of these.
	In []any `json:"in,omitzero"`
	// The text contains this text, or the list contains this element.
	Contains any `json:"contains,omitzero"`
	// The value is a number of at least this.
	AtLeast any `json:"at_least,omitzero"`
	// The value is a number of at most this.
	AtMost any `json:"at_most,omitzero"`
	// The value is this date or time, or a later one.
	Since string `json:"since,omitzero"`
	// The value is a date or time before this.
	Before string `json:"before,omitzero"`
	// Whether there is a value, an address for `channel`, or a subscription of `topic`.
	Exists *bool `json:"exists,omitzero"`
	// The contact has an address for it.
	Channel Channel `json:"channel,omitzero"`
	// The contact is in it.
	Topic string `json:"topic,omitzero"`
	// All of these hold.
	All []SegmentGroupOutput `json:"all,omitzero"`
	// At least one of these holds.
	Any []SegmentGroupOutput `json:"any,omitzero"`
}

// A condition, or `all` or `any` of conditions.
type SegmentGroupOutput struct {
	// What is compared, such as `contact.language` or `contact.meta.plan`.
	Value string `json:"value,omitzero"`
	// The value is this. Types count: `5` is not `"5"`.
	Is any `json:"is,omitzero"`
	// The value is different, or there is none.
	IsNot any `json:"is_not,omitzero"`
	// The value is one of these.
	In []any `json:"in,omitzero"`
	// The text contains this text, or the list contains this element.
	Contains any `json:"contains,omitzero"`
	// The value is a number of at least this.
	AtLeast any `json:"at_least,omitzero"`
	// The value is a number of at most this.
	AtMost any `json:"at_most,omitzero"`
	// The value is this date or time, or a later one.
	Since string `json:"since,omitzero"`
	// The value is a date or time before this.
	Before string `json:"before,omitzero"`
	// Whether there is a value, an address for `channel`, or a subscription of `topic`.
	Exists *bool `json:"exists,omitzero"`
	// The contact has an address for it.
	Channel Channel `json:"channel,omitzero"`
	// The contact is in it.
	Topic string `json:"topic,omitzero"`
	// All of these hold.
	All []SegmentConditionOutput `json:"all,omitzero"`
	// At least one of these holds.
	Any []SegmentConditionOutput `json:"any,omitzero"`
}

// One of `value`, `channel`, `topic`. `value` needs a comparison. Several must all hold.
type SegmentConditionOutput struct {
	// What is compared, such as `contact.language` or `contact.meta.plan`.
	Value string `json:"value,omitzero"`
	// The value is this. Types count: `5` is not `"5"`.
	Is any `json:"is,omitzero"`
	// The value is different, or there is none.
	IsNot any `json:"is_not,omitzero"`
	// The value is one of these.
	In []any `json:"in,omitzero"`
	// The text contains this text, or the list contains this element.
	Contains any `json:"contains,omitzero"`
	// The value is a number of at least this.
	AtLeast any `json:"at_least,omitzero"`
	// The value is a number of at most this.
	AtMost any `json:"at_most,omitzero"`
	// The value is this date or time, or a later one.
	Since string `json:"since,omitzero"`
	// The value is a date or time before this.
	Before string `json:"before,omitzero"`
	// Whether there is a value, an address for `channel`, or a subscription of `topic`.
	Exists *bool `json:"exists,omitzero"`
	// The contact has an address for it.
	Channel Channel `json:"channel,omitzero"`
	// The contact is in it.
	Topic string `json:"topic,omitzero"`
}

type SegmentPage struct {
	Segments []Segment `json:"segments"`
	// Goes into `after` for the next page. Null if there is none.
	Next string `json:"next"`
}

type SegmentContactPage struct {
	Contacts []Contact `json:"contacts"`
	// Goes into `after` for the next page. Null if there is none.
	Next string `json:"next"`
}

type SegmentCount struct {
	// How many contacts are in it.
	Contacts int `json:"contacts"`
	// Whether they were counted. False: `contacts` is an estimate (SEGMENT-4).
	ContactsExact bool `json:"contacts_exact"`
}

type WebhookFields struct {
	// An `https:` URL with no credentials in it, whose host is public: no private, loopback, link-local or reserved address, and no name that resolves to one.
	URL string `json:"url"`
	// Event types to receive; all but preference.changed if it is absent.
	EnabledEvents []WebhookType `json:"enabled_events,omitzero"`
	// A label for humans.
	Description string `json:"description,omitzero"`
}

// Only the given fields change.
type WebhookChanges struct {
	// An `https:` URL with no credentials in it, whose host is public: no private, loopback, link-local or reserved address, and no name that resolves to one.
	URL Change[string] `json:"url,omitzero"`
	// Event types to receive.
	EnabledEvents Change[[]WebhookType] `json:"enabled_events,omitzero"`
	// Whether events are sent.
	IsActive Change[bool] `json:"is_active,omitzero"`
	// A label for humans.
	Description Change[string] `json:"description,omitzero"`
}

type Webhook struct {
	UUID          string        `json:"uuid"`
	URL           string        `json:"url"`
	EnabledEvents []WebhookType `json:"enabled_events"`
	IsActive      bool          `json:"is_active"`
	Description   string        `json:"description"`
	CreatedAt     time.Time     `json:"created_at"`
	UpdatedAt     time.Time     `json:"updated_at"`
}

type CreatedWebhook struct {
	UUID          string        `json:"uuid"`
	URL           string        `json:"url"`
	EnabledEvents []WebhookType `json:"enabled_events"`
	IsActive      bool          `json:"is_active"`
	Description   string        `json:"description"`
	CreatedAt     time.Time     `json:"created_at"`
	// Shown only in this answer.
	SigningSecret string `json:"signing_secret"`
}

type EndpointEvent struct {
	// `webhook-id` of its requests, the same in every attempt.
	ID     string              `json:"id"`
	Type   WebhookType         `json:"type"`
	Status EndpointEventStatus `json:"status"`
	// Null for an event without one, as test events are.
	NotificationID string `json:"notification_id"`
	// Whether it is a test event.
	Test bool `json:"test"`
	// When it happened.
	CreatedAt time.Time `json:"created_at"`
	// When its last redelivery was requested.
	RedeliveredAt time.Time                  `json:"redelivered_at"`
	RedeliveredBy EndpointEventRedeliveredBy `json:"redelivered_by"`
	// Of the last 50.
	AttemptCount int                  `json:"attempt_count"`
	LastAttempt  *EndpointAttemptLine `json:"last_attempt"`
	// The body of its requests, byte for byte.
	Body string `json:"body"`
	// The last 50, oldest first.
	Attempts []EndpointAttempt `json:"attempts"`
}

type EndpointAttemptLine struct {
	// `X-Service-Webhook-Id` of the request.
	ID string    `json:"id"`
	At time.Time `json:"at"`
	// Null while nothing is recorded.
	DurationMs int `json:"duration_ms"`
	// Of the answer. Null if none came.
	Status int `json:"status"`
	// Why the attempt failed, in words. Null if it succeeded.
	Error string `json:"error"`
}

type EndpointAttempt struct {
	// `X-Service-Webhook-Id` of the request.
	ID string    `json:"id"`
	At time.Time `json:"at"`
	// Null while nothing is recorded.
	DurationMs int `json:"duration_ms"`
	// Of the answer. Null if none came.
	Status int `json:"status"`
	// Why the attempt failed, in words. Null if it succeeded.
	Error string `json:"error"`
	// URL that it was sent to.
	URL string `json:"url"`
	// Headers as they were sent, including signatures.
	Headers map[string]any `json:"headers"`
}

type EndpointEventPage struct {
	Events []EndpointEventLine `json:"events"`
	// Goes into `after` for the next page. Null if there is none.
	Next    string        `json:"next"`
	Webhook EndpointState `json:"webhook"`
}

type EndpointEventLine struct {
	// `webhook-id` of its requests, the same in every attempt.
	ID     string              `json:"id"`
	Type   WebhookType         `json:"type"`
	Status EndpointEventStatus `json:"status"`
	// Null for an event without one, as test events are.
	NotificationID string `json:"notification_id"`
	// Whether it is a test event.
	Test bool `json:"test"`
	// When it happened.
	CreatedAt time.Time `json:"created_at"`
	// When its last redelivery was requested.
	RedeliveredAt time.Time                  `json:"redelivered_at"`
	RedeliveredBy EndpointEventRedeliveredBy `json:"redelivered_by"`
	// Of the last 50.
	AttemptCount int                  `json:"attempt_count"`
	LastAttempt  *EndpointAttemptLine `json:"last_attempt"`
}

type EndpointState struct {
	IsActive bool `json:"is_active"`
	// The first failed attempt since a success.
	FailingSince time.Time `json:"failing_since"`
	// When the service disabled it. Null if it did not.
	SwitchedOffAt time.Time `json:"switched_off_at"`
	// `failing`: it only failed for days. `gone`: it answered 410.
	SwitchedOffReason EndpointStateSwitchedOffReason `json:"switched_off_reason"`
}

type WebhookEvent struct {
	Event    WebhookType `json:"event"`
	Delivery Delivery    `json:"delivery"`
	// The notification.
	RequestID string `json:"request_id"`
	// That of the send. Absent if it gave none.
	Reference string `json:"reference,omitzero"`
	// That of the send. Absent if it named none.
	Tenant string `json:"tenant,omitzero"`
	// That of the send. Absent if it gave none.
	Metadata map[string]any `json:"metadata,omitzero"`
	// When it happened, the same in every attempt.
	Timestamp time.Time `json:"timestamp"`
}

type Delivery struct {
	// The message; `messages[].id` of the notification.
	UUID    string         `json:"uuid"`
	Channel Channel        `json:"channel"`
	Status  DeliveryStatus `json:"status"`
	// Name of the event that was sent.
	EventName string `json:"event_name"`
	// The provider's id of the message, or our own if it gave none.
	MessageID   string         `json:"message_id"`
	SentAt      time.Time      `json:"sent_at"`
	DeliveredAt time.Time      `json:"delivered_at"`
	Error       *DeliveryError `json:"error"`
}

type DeliveryError struct {
	Code    DeliveryErrorCode `json:"code"`
	Message string            `json:"message"`
}

type BatchEntry struct {
	// The notification.
	ID     string `json:"id"`
	Event  string `json:"event"`
	Status string `json:"status"`
	// True if `if_open: keep` found this notification open: the send made none. Absent otherwise.
	Kept  bool      `json:"kept,omitzero"`
	Error string    `json:"error"`
	Code  ErrorCode `json:"code"`
	// Path into the body, for example `to[3].email`.
	Field string `json:"field"`
}
