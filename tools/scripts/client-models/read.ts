/** The parts of OpenAPI's schemas that the document uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: (string | null)[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
}

export interface Document {
  components: { schemas: Record<string, Schema> };
}

export type Type =
  | { kind: 'text' | 'time' | 'integer' | 'boolean' | 'any' | 'map' }
  | { kind: 'constant'; value: string }
  | { kind: 'list'; of: Type }
  | { kind: 'object' | 'enum'; name: string }
  | { kind: 'union'; name: string; of: Type[] };

export interface Field {
  name: string;
  type: Type;
  nullable: boolean;
  required: boolean;
  description?: string;
}

export interface Models {
  enums: Map<string, string[]>;
  objects: Map<string, { description?: string; fields: Field[] }>;
}

/** Bodies and answers that the clients take and return. What they refer to is read too. */
const ROOTS = [
  ...['SendRequest', 'RecipientObject', 'CancelRequest', 'SignalRequest', 'Accepted', 'Batch'],
  ...['Notification', 'NotificationList', 'NotificationCancelled', 'NotificationRetried'],
  'NotificationFollowed',
  ...['ContactRequest', 'ContactChanges', 'Contact', 'ContactList'],
  ...['Preferences', 'PreferencesInput'],
  ...['TopicRequest', 'Topic', 'TopicsAnswer', 'TopicSubscriptionsAnswer', 'ContactTopicsAnswer'],
  ...['SubscribedAnswer', 'UnsubscribedAnswer', 'TopicImport', 'TopicImportsAnswer'],
  ...['SegmentRequest', 'SegmentAnswer', 'SegmentsAnswer', 'SegmentContactsAnswer', 'SegmentCount'],
  ...['WebhookRequest', 'WebhookChanges', 'Webhook', 'CreatedWebhook'],
  ...['WebhookEvent', 'WebhookEventsAnswer', 'DeliverySentEvent', 'Error'],
];

/** Names for callers. An event of the endpoint is not the body of a webhook, which is `WebhookEvent`. */
const NAMES: Record<string, string> = {
  SendRequest: 'SendFields',
  SendFieldsOverrides: 'Overrides',
  RecipientObject: 'Recipient',
  CancelRequest: 'CancelFields',
  SignalRequest: 'SignalFields',
  ContactRequest: 'ContactFields',
  ContactListData: 'ContactPage',
  PreferencesInput: 'PreferencesFields',
  TopicRequest: 'TopicFields',
  TopicsAnswer: 'TopicPage',
  TopicSubscriptionsAnswer: 'TopicSubscriptionPage',
  TopicImportsAnswer: 'TopicImportPage',
  ContactTopicsAnswer: 'ContactTopicPage',
  SubscribedAnswer: 'Subscribed',
  UnsubscribedAnswer: 'Unsubscribed',
  SegmentRequest: 'SegmentFields',
  SegmentAnswer: 'CountedSegment',
  SegmentsAnswer: 'SegmentPage',
  SegmentContactsAnswer: 'SegmentContactPage',
  WebhookRequest: 'WebhookFields',
  WebhookFieldsEnabledEvents: 'WebhookType',
  NotificationList: 'NotificationPage',
  NotificationCancelledNotification: 'CancelledNotification',
  NotificationRetriedNotification: 'RetriedNotification',
  NotificationFollowedNotification: 'FollowedNotification',
  WebhookEvent: 'EndpointEvent',
  WebhookEventLine: 'EndpointEventLine',
  WebhookEventsAnswer: 'EndpointEventPage',
  EndpointEventPageWebhook: 'EndpointState',
  WebhookEventStatus: 'EndpointEventStatus',
  WebhookAttempt: 'EndpointAttempt',
  WebhookAttemptLine: 'EndpointAttemptLine',
  DeliverySentEvent: 'WebhookEvent',
  WebhookEventDelivery: 'Delivery',
};

/** Arguments of calls, which stand before the other fields. */
const ARGUMENTS: Record<string, string[]> = {
  ...{ SendRequest: ['to'], CancelRequest: ['to'], SignalRequest: ['to', 'signal'] },
};
/** `success` only repeats the status. */
const isLeftOut = (name: string, field: string): boolean =>
  field === 'success' || (ARGUMENTS[name] ?? []).includes(field);

/** Returns whether an object has choices by channel, of which some are absent and false is one. */
const isByChannel = ({ properties = {}, required = [] }: Schema): boolean =>
  required.length === 0 && 'whatsapp' in properties && 'sms' in properties;
const isScalar = ({ kind }: Type): boolean => ['text', 'any', 'boolean', 'integer'].includes(kind);

const pascal = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const isNull = ({ type }: Schema): boolean => type === 'null';
const isNullable = ({ type = '', oneOf = [] }: Schema): boolean =>
  (Array.isArray(type) && type.includes('null')) || oneOf.some(isNull);

/** Reads the models of the clients from the OpenAPI document. */
export function readModels({ components: { schemas } }: Document): Models {
  const models: Models = { enums: new Map(), objects: new Map() };
  const called = (name: string): string => NAMES[name] ?? name;

  function enumOf(values: string[], name: string): Type {
    const known = [...models.enums].find(([, all]) => all.join() === values.join())?.[0] ?? called(name);
    models.enums.set(known, values);
    return { kind: 'enum', name: known };
  }

  function objectOf(schema: Schema, name: string): Type {
    const model = called(name);
    if (!models.objects.has(model)) {
      const fields: Field[] = [];
      models.objects.set(model, { description: schema.description, fields });
      for (const [key, value] of Object.entries(schema.properties ?? {})) {
        if (isLeftOut(name, key)) continue;
        const type = typeOf(value, `${model}${pascal(key)}`);
        const required = schema.required?.includes(key) ?? false;
        fields.push({
          name: key,
          type,
          nullable: isNullable(value),
          required,
          description: value.description,
        });
      }
    }
    return { kind: 'object', name: model };
  }

  function typeOf(schema: Schema, name: string): Type {
    const target = schema.$ref?.split('/').pop();
    if (target !== undefined) return typeOf(schemas[target]!, target);
    if (schema.oneOf) {
      const [first, ...more] = schema.oneOf.filter((one) => !isNull(one)).map((one) => typeOf(one, name));
      if (more.length > 0 && [first!, ...more].every(isScalar)) return { kind: 'any' };
      return more.length === 0 ? first! : { kind: 'union', name: called(name), of: [first!, ...more] };
    }
    const values = schema.enum?.filter((value) => value !== null);
    if (values?.length === 1) return { kind: 'constant', value: values[0]! };
    if (values) return enumOf(values, name);
    const type = [schema.type ?? 'any'].flat().find((one) => one !== 'null');
    if (type === 'array') return { kind: 'list', of: typeOf(schema.items ?? {}, name) };
    if (type === 'object' && isByChannel(schema)) return { kind: 'map' };
    if (type === 'object') return schema.properties ? objectOf(schema, name) : { kind: 'map' };
    if (type === 'integer' || type === 'boolean') return { kind: type };
    if (type === 'string') return { kind: schema.format === 'date-time' ? 'time' : 'text' };
    return { kind: 'any' };
  }

  for (const name of ROOTS) typeOf({ $ref: name }, name);
  everyWebhook(models, schemas, typeOf);
  withoutBatch(models);
  for (const name of ['ContactList', 'Error']) models.objects.delete(name);
  return models;
}

/** The answer to an array is a `Batch`. */
function withoutBatch({ objects }: Models): void {
  const accepted = objects.get('Accepted')!;
  accepted.fields = accepted.fields.filter(({ name }) => name !== 'notifications');
}

/** The events of webhooks differ in constants only, so one model has them all. */
function everyWebhook(
  { objects, enums }: Models,
  schemas: Record<string, Schema>,
  typeOf: (schema: Schema, name: string) => Type,
): void {
  const all = Object.entries(schemas).filter(([name]) => /^Delivery\w+Event$/.test(name));
  const statuses = all.map(([, { properties }]) => properties!.delivery!.properties!.status!.enum![0]!);
  enums.set('DeliveryStatus', statuses);
  const types = all.map(([, { properties }]) => properties!.event!.enum![0]!);
  const fieldOf = (model: string, name: string): Field =>
    objects.get(model)!.fields.find((field) => field.name === name)!;
  fieldOf('WebhookEvent', 'event').type = typeOf({ enum: types }, 'WebhookType');
  fieldOf('Delivery', 'status').type = { kind: 'enum', name: 'DeliveryStatus' };
}
