import type { EventDefinition } from '../../../core/events/definition';
import type { Step } from '../../../core/sequences/steps';
import type { Application } from '../../../store/accounts/applications';
import type { Integration } from '../../../core/sending/integration';
import { eventKey } from '../../../store/events/events';
import { BEGIN } from '../scheduler';
import type { Contents } from '../mongo/database';

export const APPLICATION = 'app-1';
export const SCOPE = { applicationId: APPLICATION, environment: 'production' } as const;

/** An event of the simulated application, and what it promises. */
export interface SimulatedEvent {
  name: string;
  delivery: 'at_least_once' | 'at_most_once';
  retryForMs: number;
  steps: Step[];
  channels: ('email' | 'sms')[];
  digestWindowMs?: number;
}

const SEND: Step = { type: 'send', name: 'send' };
const MINUTE = 60_000;

export const EVENTS: SimulatedEvent[] = [
  {
    name: 'receipt',
    delivery: 'at_least_once',
    retryForMs: 10 * MINUTE,
    steps: [SEND],
    channels: ['email', 'sms'],
  },
  { name: 'once', delivery: 'at_most_once', retryForMs: 10 * MINUTE, steps: [SEND], channels: ['email'] },
  { name: 'code', delivery: 'at_least_once', retryForMs: 2 * MINUTE, steps: [SEND], channels: ['sms'] },
  {
    name: 'welcome',
    delivery: 'at_least_once',
    retryForMs: 10 * MINUTE,
    steps: [SEND, { type: 'wait', name: 'pause', durationMs: 30_000 }, { type: 'send', name: 'again' }],
    channels: ['email'],
  },
  {
    name: 'alert',
    delivery: 'at_least_once',
    retryForMs: 10 * MINUTE,
    steps: [
      { type: 'send', name: 'send', channel: 'email', fallback: { channels: ['sms'], withinMs: MINUTE } },
    ],
    channels: ['email', 'sms'],
  },
  {
    name: 'news',
    delivery: 'at_least_once',
    retryForMs: 10 * MINUTE,
    steps: [{ type: 'digest', name: 'gather', window: { durationMs: 20_000 } }, SEND],
    channels: ['email'],
    digestWindowMs: 20_000,
  },
];

export const eventOf = (name: string): SimulatedEvent => {
  const event = EVENTS.find((one) => one.name === name);
  if (!event) throw new Error(`there is no event ${name}`);
  return event;
};

const definitionOf = ({ name, delivery, retryForMs, steps, channels }: SimulatedEvent): EventDefinition => ({
  ...{ name, delivery, retryForMs, steps, channels, language: 'en', stepTemplates: {} },
  templates: { email: { en: { subject: name, text: name } }, sms: { en: { text: name } } },
});

const integration = (id: string, channel: 'email' | 'sms', priority: number): Integration => ({
  ...{ id, channel, provider: id, name: id, priority, settings: '{}', sealed: '' },
  ...{ createdAt: new Date(BEGIN), updatedAt: new Date(BEGIN) },
});

/** Fills the database with the application, its events and its webhook endpoint. */
export function fill(
  contents: (name: string) => Contents,
  plan: { providers: string[]; quota: number },
): void {
  const at = new Date(BEGIN);
  const emails = plan.providers.map((id, priority) => integration(id, 'email', priority));
  const application: Application = {
    ...{ _id: APPLICATION, name: 'Shop', subscription: 'active', monthlyQuota: plan.quota, dailyQuota: null },
    ...{ otpDomain: null, ownerEmail: null, from: null, brand: {}, createdAt: at },
    senders: [
      { type: 'domain', value: 'shop.example' },
      { type: 'phone', value: '+15005550006' },
    ] as Application['senders'],
    integrations: [...emails, integration('textline', 'sms', 1)],
  };
  contents('applications').insert(application as never);
  for (const event of EVENTS) {
    const { name } = event;
    contents('events').insert({
      ...{ _id: eventKey(SCOPE, name), ...SCOPE, name, updatedAt: at },
      definition: JSON.stringify(definitionOf(event)),
    });
  }
  contents('webhooks').insert({
    ...{ _id: 'endpoint-1', scope: `${APPLICATION}:production`, url: 'https://shop.example/hooks' },
    enabledEvents: ['sent', 'delivered', 'failed', 'bounced', 'complained'].map((one) => `delivery.${one}`),
    ...{
      isActive: true,
      description: '',
      signingSecret: `whsec_${Buffer.from('0123456789'.repeat(3)).toString('base64')}`,
    },
    ...{ createdAt: at, updatedAt: at },
  });
}
