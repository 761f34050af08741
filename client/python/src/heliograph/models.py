"""Bodies and answers of the API. Made from docs/openapi.json by `npm run openapi`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

SendFieldsIfOpen = Literal[
    "keep",
    "replace",
]
ErrorCode = Literal[
    "VALIDATION_ERROR",
    "UNAUTHORIZED",
    "QUOTA_EXCEEDED",
    "SUBSCRIPTION_INACTIVE",
    "FORBIDDEN",
    "ROUTE_NOT_FOUND",
    "METHOD_NOT_ALLOWED",
    "UNSUPPORTED_MEDIA_TYPE",
    "PAYLOAD_TOO_LARGE",
    "EVENT_NOT_FOUND",
    "CONTACT_NOT_FOUND",
    "NOTIFICATION_NOT_FOUND",
    "TOPIC_NOT_FOUND",
    "SEGMENT_NOT_FOUND",
    "BROADCAST_NOT_FOUND",
    "BROADCAST_STATE",
    "PAUSES_FULL",
    "IMPORT_NOT_FOUND",
    "IMPORT_STATE",
    "BATCH_NOT_FOUND",
    "WEBHOOK_NOT_FOUND",
    "WEBHOOK_EVENT_NOT_FOUND",
    "TEMPLATE_MISSING",
    "IDENTIFIER_MISSING",
    "SENDER_UNVERIFIED",
    "IDEMPOTENCY_IN_PROGRESS",
    "IDEMPOTENCY_MISMATCH",
    "WEBHOOK_EXISTS",
    "WEBHOOK_INACTIVE",
    "CONTACT_CONFLICT",
    "UNDELIVERABLE",
    "NOTIFICATION_STATE",
    "ALREADY_SENT",
    "CONTENT_REMOVED",
    "RATE_LIMITED",
    "PROVIDER_ERROR",
    "INTERNAL",
    "UNAVAILABLE",
]
NotificationStatus = Literal[
    "running",
    "waiting",
    "completed",
    "failed",
    "stopped",
]
Channel = Literal[
    "email",
    "sms",
    "slack",
    "push",
    "telegram",
    "whatsapp",
    "discord",
]
MessageStatus = Literal[
    "queued",
    "sent",
    "delivered",
    "failed",
]
MessageCopiesLeftOutKind = Literal[
    "cc",
    "bcc",
]
MessageCopiesLeftOutReason = Literal[
    "suppressed",
    "sandbox",
]
PreferencesEntriesBy = Literal[
    "api",
    "page",
    "one_click",
    "provider",
    "operator",
    "import",
]
PreferencesEffectiveRule = Literal[
    "required",
    "category_and_channel",
    "category",
    "channel",
    "default",
    "none",
]
SubscribedResultStatus = Literal[
    "subscribed",
    "already_subscribed",
    "rejected",
]
UnsubscribedResultStatus = Literal[
    "unsubscribed",
    "not_subscribed",
    "rejected",
]
TopicImportState = Literal[
    "receiving",
    "running",
    "stopped",
    "done",
]
TopicImportFormat = Literal[
    "csv",
    "json-lines",
]
WebhookType = Literal[
    "delivery.sent",
    "delivery.delivered",
    "delivery.failed",
    "delivery.bounced",
    "delivery.complained",
]
EndpointEventStatus = Literal[
    "pending",
    "delivered",
    "failed",
    "dropped",
]
EndpointEventRedeliveredBy = Literal[
    "owner",
    "operator",
]
EndpointStateSwitchedOffReason = Literal[
    "failing",
    "gone",
]
DeliveryErrorCode = Literal[
    "HARD_BOUNCE",
    "SOFT_BOUNCE",
    "SUPPRESSED",
    "PREFERENCE",
    "CAPPED",
    "COUNTRY_NOT_ALLOWED",
    "INVALID_RECIPIENT",
    "UNAUTHORIZED",
    "RATE_LIMITED",
    "REJECTED",
    "TEMPLATE_ERROR",
    "TIMEOUT",
    "OUTCOME_UNKNOWN",
    "NO_PROVIDER",
    "EXPIRED",
    "PROVIDER_ERROR",
]
DeliveryStatus = Literal[
    "sent",
    "delivered",
    "failed",
    "bounced",
    "complained",
]


class SendFields(TypedDict):
    """A send whose channel the service chooses."""

    payload: NotRequired[dict[str, Any]]
    """Template variables, `{{key}}`. At most 100 levels deep; the whole body has 1 MB and 50,000 commas and opening brackets at most."""
    language: NotRequired[str]
    """Language variant of the template; if there is none, the event's default is used."""
    overrides: NotRequired[Overrides]
    """Replaces parts of the template or the brand for this send."""
    from_: NotRequired[From]
    tenant: NotRequired[str]
    """Id of the tenant in whose name the message is sent: it chooses brand, sender, integrations and variables."""
    metadata: NotRequired[dict[str, Any]]
    """Short texts that the notification keeps for you, such as an order id. They are in its webhooks, and lists find notifications by them. They are not encrypted."""
    reference: NotRequired[str]
    """What the notification is about, in your words, such as the id of a booking. Lists, cancels and signals find notifications by it."""
    if_open: NotRequired[SendFieldsIfOpen]
    """With `reference`: at most one notification of the event, contact and reference is open. If one is, `keep` answers with it and sends nothing, and `replace` cancels it first."""
    send_at: NotRequired[str]
    """When to send, up to 30 days ahead; until then it can be cancelled. Absent: now."""
    skip_waits: NotRequired[bool]
    """Sandbox only: `send_at`, waits, digest windows and quiet hours are over at once."""


class Overrides(TypedDict):
    """Replaces parts of the template or the brand for this send."""

    email: NotRequired[OverridesEmail]
    """`reply_to`, `cc` and `bcc` have 50 addresses at most together."""
    sms: NotRequired[OverridesSms]
    brand: NotRequired[OverridesBrand]
    """In templates `brand.*`, over the application's own."""


class OverridesEmail(TypedDict):
    """`reply_to`, `cc` and `bcc` have 50 addresses at most together."""

    subject: NotRequired[str]
    """Replaces the subject of the template."""
    reply_to: NotRequired[Addresses]
    cc: NotRequired[Addresses]
    bcc: NotRequired[Addresses]


class OverridesSms(TypedDict):
    sender_id: NotRequired[str]
    """Sender of the SMS: a verified number or alphanumeric sender ID."""


class OverridesBrand(TypedDict):
    """In templates `brand.*`, over the application's own."""

    name: NotRequired[str]
    logotype: NotRequired[str]
    """Address of the logo."""
    color: NotRequired[str]
    """The main colour, such as `#1d4ed8`."""
    background_color: NotRequired[str]
    text_color: NotRequired[str]
    font: NotRequired[str]
    """Font family, as CSS has it."""
    website: NotRequired[str]
    footer: NotRequired[str]
    """Text at the end of messages. It may have line breaks."""
    social: NotRequired[dict[str, Any]]
    """Addresses of profiles by name, such as `linkedin`. It counts as one value."""
    languages: NotRequired[dict[str, Any]]
    """Values by BCP 47 language tag. The language of the rendered template picks."""


class Sender(TypedDict):
    """`email`, with or without `name`, or `phone`."""

    email: NotRequired[str]
    name: NotRequired[str]
    phone: NotRequired[str]


class Recipient(TypedDict):
    """A contact, by at least one identifier. The fields are stored on the contact. Names in camelCase (`externalId`), `id` for `external_id` and `slack_id` for `slack` are accepted too. Other fields that are not listed go to `meta`, their names in camelCase. `language` comes before that of the request."""

    email: NotRequired[str | None]
    phone: NotRequired[str | None]
    name: NotRequired[str | None]
    """Full name. The first word is the first name, and the other words are the last name."""
    external_id: NotRequired[str | None]
    """The caller's own id of the contact."""
    avatar: NotRequired[str | None]
    """Address of a picture. Without one, the Gravatar address of the e-mail is shown."""
    username: NotRequired[str | None]
    slack: NotRequired[str | None]
    """Slack member id, starts with `U` or `W`."""
    meta: NotRequired[dict[str, Any] | None]
    """Custom metadata; wins over unknown fields of the same name. `language`, `timezone`, `telegram` and `discord` in it must be as the fields of these names."""
    language: NotRequired[str | None]
    """Language of messages, a BCP 47 tag. Kept in `meta`."""
    timezone: NotRequired[str | None]
    """IANA time zone for times of day and quiet hours. Kept in `meta`."""
    telegram: NotRequired[str | None]
    """Telegram chat id; a number is accepted too. Kept in `meta`."""
    discord: NotRequired[str | None]
    """Discord user id. Kept in `meta`."""
    push_token: NotRequired[str | None]
    """A device token, which is added to those of the contact."""
    push_tokens: NotRequired[list[str] | None]
    """Device tokens, which are added to those of the contact."""
    payload: NotRequired[dict[str, Any]]
    """Template variables of this recipient, in place of those of the same name in the shared `payload`."""
    metadata: NotRequired[dict[str, Any]]
    """Of this notification, in place of those of the same name in the shared `metadata`."""
    reference: NotRequired[str]
    """Of this notification, in place of the shared `reference`."""


class CancelFields(TypedDict):
    reference: NotRequired[str]
    """Only notifications with this reference."""


class SignalFields(TypedDict):
    reference: NotRequired[str]
    """Only notifications with this reference."""
    args: NotRequired[list[Any]]
    """Arguments of the handler, in order. Temporal stores them, so they hold no address and no name."""


class Accepted(TypedDict):
    """The send is durable. `notifications` is there if `to` is an array."""

    id: str
    """The notification. In the answer to an array, the request as a whole."""
    event: str
    status: Literal["accepted"]
    kept: NotRequired[bool]
    """True if `if_open: keep` found this notification open: the send made none. Absent otherwise."""


class AcceptedEntry(TypedDict):
    """The notification is durable and will be sent."""

    id: str
    """The notification."""
    event: str
    status: Literal["accepted"]
    kept: NotRequired[bool]
    """True if `if_open: keep` found this notification open: the send made none. Absent otherwise."""


class Rejected(TypedDict):
    """This recipient gets nothing; why is in `error` and `code`."""

    id: str | None
    """Always null."""
    event: str
    status: Literal["rejected"]
    error: str
    code: ErrorCode
    field: str | None
    """Path into the body, for example `to[3].email`."""


class Batch(TypedDict):
    """The answer to a send to an array, with an entry for each recipient in the order of `to`."""

    id: str
    """The notification. In the answer to an array, the request as a whole."""
    event: str
    status: Literal["accepted"]
    notifications: list[BatchEntry]


class Notification(TypedDict):
    id: str
    event: str
    contact: NotificationContact
    status: NotificationStatus
    """`running`: a step is at work. `waiting`: for a time or a receipt. `completed`: every step ended. `failed`: every message failed. `stopped`: cancelled."""
    started_at: str
    completed_at: str | None
    """Set in the last three statuses."""
    send_at: NotRequired[str]
    """Present if the send asked for a time."""
    digested_into: NotRequired[str]
    """The notification whose digest has the content of this one."""
    broadcast_id: NotRequired[str]
    """The broadcast that it is of. Absent: it is of none."""
    reference: NotRequired[str]
    """As the send gave it. Absent if it gave none."""
    tenant: NotRequired[str]
    """Id of the tenant that the send named. Absent if it named none."""
    metadata: NotRequired[dict[str, Any]]
    """As the send gave it. Absent if it gave none."""
    messages: list[Message]


class NotificationContact(TypedDict):
    email: str | None
    name: str | None


class Message(TypedDict):
    """One message of a notification; there is one for each SEND that ran."""

    id: str
    """The same as `delivery.uuid` in webhooks."""
    channel: Channel
    status: MessageStatus
    sent_at: str | None
    """When the message was handed to the provider."""
    delivered_at: str | None
    """When the provider confirmed delivery."""
    error: str | None
    """Why it failed: a stable code, a colon, and words for humans."""
    copies_left_out: NotRequired[list[MessageCopiesLeftOut]]
    """Copies of an e-mail that were not sent. Absent if there are none."""


class MessageCopiesLeftOut(TypedDict):
    kind: MessageCopiesLeftOutKind
    address: str
    reason: MessageCopiesLeftOutReason
    """`suppressed`: nothing is sent to this address. `sandbox`: sandbox sends to listed addresses only."""


class NotificationPage(TypedDict):
    notifications: list[Notification]
    next: str | None
    """Goes into `after` for the next page. Null if there is none."""


class NotificationCancelled(TypedDict):
    cancelled: bool
    """Whether it was open and ended `stopped`."""
    notification: CancelledNotification


class CancelledNotification(TypedDict):
    id: str
    status: NotificationStatus
    """`running`: a step is at work. `waiting`: for a time or a receipt. `completed`: every step ended. `failed`: every message failed. `stopped`: cancelled."""


class NotificationRetried(TypedDict):
    retried: bool
    """False if it was retried before: the notification is that retry."""
    notification: RetriedNotification


class RetriedNotification(TypedDict):
    id: str
    status: NotificationStatus
    """`running`: a step is at work. `waiting`: for a time or a receipt. `completed`: every step ended. `failed`: every message failed. `stopped`: cancelled."""
    retry_of: str
    """The failed notification."""


class NotificationFollowed(TypedDict):
    followed: bool
    """Whether it was not followed before."""
    notification: FollowedNotification


class FollowedNotification(TypedDict):
    id: str
    followed_at: str
    """When the first of these calls came."""


class ContactFields(TypedDict):
    """At least one of `email`, `phone` and `external_id` is needed. Names in camelCase (`externalId`), `id` for `external_id` and `slack_id` for `slack` are accepted too. Other fields that are not listed go to `meta`, their names in camelCase. Null says nothing."""

    email: NotRequired[str | None]
    phone: NotRequired[str | None]
    name: NotRequired[str | None]
    """Full name. The first word is the first name, and the other words are the last name."""
    external_id: NotRequired[str | None]
    """The caller's own id of the contact."""
    avatar: NotRequired[str | None]
    """Address of a picture. Without one, the Gravatar address of the e-mail is shown."""
    username: NotRequired[str | None]
    slack: NotRequired[str | None]
    """Slack member id, starts with `U` or `W`."""
    meta: NotRequired[dict[str, Any] | None]
    """Custom metadata; wins over unknown fields of the same name. `language`, `timezone`, `telegram` and `discord` in it must be as the fields of these names."""
    language: NotRequired[str | None]
    """Language of messages, a BCP 47 tag. Kept in `meta`."""
    timezone: NotRequired[str | None]
    """IANA time zone for times of day and quiet hours. Kept in `meta`."""
    telegram: NotRequired[str | None]
    """Telegram chat id; a number is accepted too. Kept in `meta`."""
    discord: NotRequired[str | None]
    """Discord user id. Kept in `meta`."""
    push_token: NotRequired[str | None]
    """A device token, which is added to those of the contact."""
    push_tokens: NotRequired[list[str] | None]
    """Device tokens, which are added to those of the contact."""


class ContactChanges(TypedDict):
    """Only the fields given change; null clears one (`email`, `phone` and `push_tokens`: all of them). Names in camelCase (`externalId`), `id` for `external_id` and `slack_id` for `slack` are accepted too. Other fields that are not listed go to `meta`, their names in camelCase."""

    email: NotRequired[str | None]
    phone: NotRequired[str | None]
    name: NotRequired[str | None]
    """Full name. The first word is the first name, and the other words are the last name."""
    external_id: NotRequired[str | None]
    """The caller's own id of the contact."""
    avatar: NotRequired[str | None]
    """Address of a picture. Without one, the Gravatar address of the e-mail is shown."""
    username: NotRequired[str | None]
    slack: NotRequired[str | None]
    """Slack member id, starts with `U` or `W`."""
    meta: NotRequired[dict[str, Any] | None]
    """Custom metadata; wins over unknown fields of the same name. `language`, `timezone`, `telegram` and `discord` in it must be as the fields of these names."""
    language: NotRequired[str | None]
    """Language of messages, a BCP 47 tag. Kept in `meta`."""
    timezone: NotRequired[str | None]
    """IANA time zone for times of day and quiet hours. Kept in `meta`."""
    telegram: NotRequired[str | None]
    """Telegram chat id; a number is accepted too. Kept in `meta`."""
    discord: NotRequired[str | None]
    """Discord user id. Kept in `meta`."""
    push_token: NotRequired[str | None]
    """A device token, which is added to those of the contact."""
    push_tokens: NotRequired[list[str] | None]
    """Device tokens, which are added to those of the contact."""


class Contact(TypedDict):
    uuid: str
    emailAddresses: list[str]
    """The newest is first."""
    phoneNumbers: list[str]
    """In E.164 form. The newest is first."""
    name: str | None
    firstName: str | None
    lastName: str | None
    externalId: str | None
    avatar: str | None
    username: str | None
    slack: str | None
    meta: dict[str, Any]


class ContactPage(TypedDict):
    contacts: list[Contact]
    total: int
    """How many match, on all pages."""
    limit: int
    offset: int


class Preferences(TypedDict):
    channels: dict[str, Any]
    """What the contact has chosen for whole channels."""
    categories: dict[str, Any]
    """What the contact has chosen for a category, `all`, and for its single channels."""
    entries: list[PreferencesEntries]
    """The same choices, each with its time."""
    effective: list[PreferencesEffective]
    """Whether messages are sent, for each category of the application and each channel."""


class PreferencesEntries(TypedDict):
    category: str | None
    """Null: the choice is for the whole channel."""
    channel: Channel | None
    """Null: the choice is for the whole category."""
    on: bool
    at: str
    """When it was chosen."""
    by: PreferencesEntriesBy
    """Who chose: `page` and `one_click` are the contact."""


class PreferencesEffective(TypedDict):
    category: str | None
    """Null: messages of events without a category."""
    channel: Channel
    on: bool
    rule: PreferencesEffectiveRule
    """What decided (PREFERENCE-1)."""


class PreferencesFields(TypedDict):
    channels: NotRequired[dict[str, Any]]
    """Per channel: `true`, `false`, or `null` to take the choice back."""
    categories: NotRequired[dict[str, Any]]
    """Per category: `true` or `false` for the category, or an object with a choice for single channels, and `all` for the category. `null` takes back what the contact has chosen for the category."""


class TopicFields(TypedDict):
    name: NotRequired[str]
    """For people. Without it, the name in the path."""
    description: NotRequired[str | None]
    category: NotRequired[str | None]
    """Name of the category of preferences that it belongs to."""


class Topic(TypedDict):
    """A list of contacts, such as a newsletter."""

    topic: str
    """Its name in paths."""
    name: str
    """For people."""
    description: str | None
    category: str | None
    """Category of preferences that it belongs to."""
    subscribers: int
    """How many contacts are in it."""
    subscribers_exact: bool
    """Whether they were counted. False: `subscribers` is an estimate (TOPIC-4)."""
    created_at: str
    updated_at: str


class TopicPage(TypedDict):
    topics: list[Topic]
    next: str | None
    """Goes into `after` for the next page. Null if there is none."""


class TopicSubscriptionPage(TypedDict):
    subscriptions: list[TopicSubscription]
    next: str | None
    """Goes into `after` for the next page. Null if there is none."""


class TopicSubscription(TypedDict):
    contact: Contact
    subscribed_at: str


class ContactTopicPage(TypedDict):
    topics: list[ContactTopic]
    next: str | None
    """Goes into `after` for the next page. Null if there is none."""


class ContactTopic(TypedDict):
    topic: str
    """Its name in paths."""
    name: str
    """For people."""
    description: str | None
    category: str | None
    """Category of preferences that it belongs to."""
    subscribed_at: str


class Subscribed(TypedDict):
    subscribed: int
    """How many contacts are new in the topic."""
    already_subscribed: int
    rejected: int
    results: list[SubscribedResult]
    """In the order of `contacts`."""


class SubscribedResult(TypedDict):
    """The result of one entry of `contacts`."""

    status: SubscribedResultStatus
    contact: str | None
    """Id of the contact. Null: rejected."""
    error: str | None
    code: ErrorCode | None
    field: str | None
    """Path into the request, for example `contacts[2].email`."""


class Unsubscribed(TypedDict):
    unsubscribed: int
    """How many contacts were in the topic."""
    not_subscribed: int
    rejected: int
    results: list[UnsubscribedResult]
    """In the order of `contacts`."""


class UnsubscribedResult(TypedDict):
    """The result of one entry of `contacts`."""

    status: UnsubscribedResultStatus
    contact: str | None
    """Id of the contact. Null: rejected."""
    error: str | None
    code: ErrorCode | None
    field: str | None
    """Path into the request, for example `contacts[2].email`."""


class TopicImport(TypedDict):
    """A file of contacts that are added to a topic."""

    id: str
    state: TopicImportState
    """`receiving`: the file is not whole yet. `stopped`: it can continue."""
    format: TopicImportFormat
    rows: int
    """Rows of the file. 0 while it is received."""
    read: int
    """Rows that were processed: the sum of the next three."""
    subscribed: int
    """Contacts that are new in the topic."""
    already_subscribed: int
    """Rows whose contact was in the topic, also by an earlier row."""
    rejected: int
    """Rows that were not imported. `…/rejects` has why."""
    started_at: str
    ended_at: str | None


class TopicImportPage(TypedDict):
    imports: list[TopicImport]
    next: str | None
    """Goes into `after` for the next page. Null if there is none."""


class SegmentFields(TypedDict):
    name: NotRequired[str]
    """For people. Without it, the name in the path."""
    description: NotRequired[str | None]
    filter: SegmentFilter


SegmentFilter = TypedDict(
    "SegmentFilter",
    {
        "value": "NotRequired[str]",
        "is": "NotRequired[Any]",
        "is_not": "NotRequired[Any]",
        "in": "NotRequired[list[Any]]",
        "contains": "NotRequired[Any]",
        "at_least": "NotRequired[Any]",
        "at_most": "NotRequired[Any]",
        "since": "NotRequired[str]",
        "before": "NotRequired[str]",
        "exists": "NotRequired[bool]",
        "channel": "NotRequired[Channel]",
        "topic": "NotRequired[str]",
        "all": "NotRequired[list[SegmentGroup]]",
        "any": "NotRequired[list[SegmentGroup]]",
    },
)


SegmentGroup = TypedDict(
    "SegmentGroup",
    {
        "value": "NotRequired[str]",
        "is": "NotRequired[Any]",
        "is_not": "NotRequired[Any]",
        "in": "NotRequired[list[Any]]",
        "contains": "NotRequired[Any]",
        "at_least": "NotRequired[Any]",
        "at_most": "NotRequired[Any]",
        "since": "NotRequired[str]",
        "before": "NotRequired[str]",
        "exists": "NotRequired[bool]",
        "channel": "NotRequired[Channel]",
        "topic": "NotRequired[str]",
        "all": "NotRequired[list[SegmentCondition]]",
        "any": "NotRequired[list[SegmentCondition]]",
    },
)


SegmentCondition = TypedDict(
    "SegmentCondition",
    {
        "value": "NotRequired[str]",
        "is": "NotRequired[Any]",
        "is_not": "NotRequired[Any]",
        "in": "NotRequired[list[Any]]",
        "contains": "NotRequired[Any]",
        "at_least": "NotRequired[Any]",
        "at_most": "NotRequired[Any]",
        "since": "NotRequired[str]",
        "before": "NotRequired[str]",
        "exists": "NotRequired[bool]",
        "channel": "NotRequired[Channel]",
        "topic": "NotRequired[str]",
    },
)


class CountedSegment(TypedDict):
    segment: Segment
    contacts: int
    """How many contacts are in it."""
    contacts_exact: bool
    """Whether they were counted. False: `contacts` is an estimate (SEGMENT-4)."""


class Segment(TypedDict):
    """A saved filter of contacts."""

    segment: str
    """Its name in paths."""
    name: str
    """For people."""
    description: str | None
    filter: SegmentFilterOutput
    created_at: str
    updated_at: str


SegmentFilterOutput = TypedDict(
    "SegmentFilterOutput",
    {
        "value": "NotRequired[str]",
        "is": "NotRequired[Any]",
        "is_not": "NotRequired[Any]",
        "in": "NotRequired[list[Any]]",
        "contains": "NotRequired[Any]",
        "at_least": "NotRequired[Any]",
        "at_most": "NotRequired[Any]",
        "since": "NotRequired[str]",
        "before": "NotRequired[str]",
        "exists": "NotRequired[bool]",
        "channel": "NotRequired[Channel]",
        "topic": "NotRequired[str]",
        "all": "NotRequired[list[SegmentGroupOutput]]",
        "any": "NotRequired[list[SegmentGroupOutput]]",
    },
)


SegmentGroupOutput = TypedDict(
    "SegmentGroupOutput",
    {
        "value": "NotRequired[str]",
        "is": "NotRequired[Any]",
        "is_not": "NotRequired[Any]",
        "in": "NotRequired[list[Any]]",
        "contains": "NotRequired[Any]",
        "at_least": "NotRequired[Any]",
        "at_most": "NotRequired[Any]",
        "since": "NotRequired[str]",
        "before": "NotRequired[str]",
        "exists": "NotRequired[bool]",
        "channel": "NotRequired[Channel]",
        "topic": "NotRequired[str]",
        "all": "NotRequired[list[SegmentConditionOutput]]",
        "any": "NotRequired[list[SegmentConditionOutput]]",
    },
)


SegmentConditionOutput = TypedDict(
    "SegmentConditionOutput",
    {
        "value": "NotRequired[str]",
        "is": "NotRequired[Any]",
        "is_not": "NotRequired[Any]",
        "in": "NotRequired[list[Any]]",
        "contains": "NotRequired[Any]",
        "at_least": "NotRequired[Any]",
        "at_most": "NotRequired[Any]",
        "since": "NotRequired[str]",
        "before": "NotRequired[str]",
        "exists": "NotRequired[bool]",
        "channel": "NotRequired[Channel]",
        "topic": "NotRequired[str]",
    },
)


class SegmentPage(TypedDict):
    segments: list[Segment]
    next: str | None
    """Goes into `after` for the next page. Null if there is none."""


class SegmentContactPage(TypedDict):
    contacts: list[Contact]
    next: str | None
    """Goes into `after` for the next page. Null if there is none."""


class SegmentCount(TypedDict):
    contacts: int
    """How many contacts are in it."""
    contacts_exact: bool
    """Whether they were counted. False: `contacts` is an estimate (SEGMENT-4)."""


class WebhookFields(TypedDict):
    url: str
    """An `https:` URL with no credentials in it, whose host is public: no private, loopback, link-local or reserved address, and no name that resolves to one."""
    enabled_events: NotRequired[list[WebhookType]]
    """Event types to receive; all but preference.changed if it is absent."""
    description: NotRequired[str]
    """A label for humans."""


class WebhookChanges(TypedDict):
    """Only the given fields change."""

    url: NotRequired[str]
    """An `https:` URL with no credentials in it, whose host is public: no private, loopback, link-local or reserved address, and no name that resolves to one."""
    enabled_events: NotRequired[list[WebhookType]]
    """Event types to receive."""
    is_active: NotRequired[bool]
    """Whether events are sent."""
    description: NotRequired[str]
    """A label for humans."""


class Webhook(TypedDict):
    uuid: str
    url: str
    enabled_events: list[WebhookType]
    is_active: bool
    description: str
    created_at: str
    updated_at: str


class CreatedWebhook(TypedDict):
    uuid: str
    url: str
    enabled_events: list[WebhookType]
    is_active: bool
    description: str
    created_at: str
    signing_secret: str
    """Shown only in this answer."""


class EndpointEvent(TypedDict):
    id: str
    """`webhook-id` of its requests, the same in every attempt."""
    type: WebhookType
    status: EndpointEventStatus
    notification_id: str | None
    """Null for an event without one, as test events are."""
    test: bool
    """Whether it is a test event."""
    created_at: str
    """When it happened."""
    redelivered_at: str | None
    """When its last redelivery was requested."""
    redelivered_by: EndpointEventRedeliveredBy | None
    attempt_count: int
    """Of the last 50."""
    last_attempt: EndpointAttemptLine | None
    body: str
    """The body of its requests, byte for byte."""
    attempts: list[EndpointAttempt]
    """The last 50, oldest first."""


class EndpointAttemptLine(TypedDict):
    id: str
    """`X-Service-Webhook-Id` of the request."""
    at: str
    duration_ms: int | None
    """Null while nothing is recorded."""
    status: int | None
    """Of the answer. Null if none came."""
    error: str | None
    """Why the attempt failed, in words. Null if it succeeded."""


class EndpointAttempt(TypedDict):
    id: str
    """`X-Service-Webhook-Id` of the request."""
    at: str
    duration_ms: int | None
    """Null while nothing is recorded."""
    status: int | None
    """Of the answer. Null if none came."""
    error: str | None
    """Why the attempt failed, in words. Null if it succeeded."""
    url: str | None
    """URL that it was sent to."""
    headers: dict[str, Any] | None
    """Headers as they were sent, including signatures."""


class EndpointEventPage(TypedDict):
    events: list[EndpointEventLine]
    next: str | None
    """Goes into `after` for the next page. Null if there is none."""
    webhook: EndpointState


class EndpointEventLine(TypedDict):
    id: str
    """`webhook-id` of its requests, the same in every attempt."""
    type: WebhookType
    status: EndpointEventStatus
    notification_id: str | None
    """Null for an event without one, as test events are."""
    test: bool
    """Whether it is a test event."""
    created_at: str
    """When it happened."""
    redelivered_at: str | None
    """When its last redelivery was requested."""
    redelivered_by: EndpointEventRedeliveredBy | None
    attempt_count: int
    """Of the last 50."""
    last_attempt: EndpointAttemptLine | None


class EndpointState(TypedDict):
    is_active: bool
    failing_since: str | None
    """The first failed attempt since a success."""
    switched_off_at: str | None
    """When the service disabled it. Null if it did not."""
    switched_off_reason: EndpointStateSwitchedOffReason | None
    """`failing`: it only failed for days. `gone`: it answered 410."""


class WebhookEvent(TypedDict):
    event: WebhookType
    delivery: Delivery
    request_id: str
    """The notification."""
    reference: NotRequired[str]
    """That of the send. Absent if it gave none."""
    tenant: NotRequired[str]
    """That of the send. Absent if it named none."""
    metadata: NotRequired[dict[str, Any]]
    """That of the send. Absent if it gave none."""
    timestamp: str
    """When it happened, the same in every attempt."""


class Delivery(TypedDict):
    uuid: str
    """The message; `messages[].id` of the notification."""
    channel: Channel
    status: DeliveryStatus
    event_name: str
    """Name of the event that was sent."""
    message_id: str
    """The provider's id of the message, or our own if it gave none."""
    sent_at: str | None
    delivered_at: str | None
    error: DeliveryError | None


class DeliveryError(TypedDict):
    code: DeliveryErrorCode
    message: str


From = Union[str, Sender]
Addresses = Union[str, list[str]]
BatchEntry = Union[AcceptedEntry, Rejected]
