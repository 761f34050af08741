import type { EventDefinition } from '../../../core/events/definition';
import type { Step } from '../../../core/sequences/steps';
import type { Application } from '../../../store/accounts/applications';
import type { Integration } from '../../../core/sending/integration';
import { eventKey } from '../../../store/events/events';
import { BEGIN } from '../scheduler';
import type { Contents } from '../mongo/database';
import type { WorldPlan } from './action';
import { ANSWER_MS } from './question';

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
  /** It sends nothing in the quiet minute. */
  quiet?: true;
  /** Its sequence is code, which waits for a signal for so long. */
  code?: { name: string; waitsMs: number };
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
  {
    ...{
      name: 'letter',
      delivery: 'at_least_once',
      retryForMs: 2 * MINUTE,
      steps: [SEND],
      channels: ['email'],
    },
    quiet: true,
  },
  {
    ...{
      name: 'question',
      delivery: 'at_least_once',
      retryForMs: 10 * MINUTE,
      steps: [],
      channels: ['email'],
    },
    code: { name: 'question', waitsMs: ANSWER_MS },
  },
];

export const eventOf = (name: string): SimulatedEvent => {
  const event = EVENTS.find((one) => one.name === name);
  if (!event) throw new Error(`there is no event ${name}`);
  return event;
};

/** Returns the beginning and the end of the quiet minute, milliseconds. */
export const quietHoursOf = (minute: number): { from: number; to: number } => ({
  from: BEGIN + minute * MINUTE,
  to: BEGIN + (minute + 1) * MINUTE,
});

const clockOf = (at: number): string => new Date(at).toISOString().slice(11, 16);

const definitionOf = (
  { name, delivery, retryForMs, steps, channels, quiet, code }: SimulatedEvent,
  { from, to }: { from: number; to: number },
): EventDefinition => ({
  ...{ name, delivery, retryForMs, steps, channels, language: 'en', stepTemplates: {} },
  ...(quiet && { quietHours: { from: clockOf(from), to: clockOf(to), timezone: 'UTC' } }),
  ...(code && { code: code.name }),
  templates: { email: { en: { subject: name, text: name } }, sms: { en: { text: name } } },
});

const integration = (
  id: string,
  channel: 'email' | 'sms',
  { priority, perSecond = null }: { priority: number; perSecond?: number | null },
): Integration => ({
  ...{ id, channel, provider: id, name: id, priority, perSecond, settings: '{}', sealed: '' },
  ...{ createdAt: new Date(BEGIN), updatedAt: new Date(BEGIN) },
});

/** Fills the database with the application, its events and its webhook endpoint. */
export function fill(
  contents: (name: string) => Contents,
  plan: Pick<WorldPlan, 'providers' | 'quota' | 'perSecond' | 'quietMinute'>,
): void {
  const at = new Date(BEGIN);
  const { perSecond } = plan;
  const emails = plan.providers.map((id, priority) =>
    integration(id, 'email', { priority, perSecond: perSecond[id] }),
  );
  const application: Application = {
    ...{ _id: APPLICATION, name: 'Shop', subscription: 'active', monthlyQuota: plan.quota, dailyQuota: null },
    ...{ otpDomain: null, ownerEmail: null, from: null, brand: {}, createdAt: at },
    senders: [
      { type: 'domain', value: 'shop.example' },
      { type: 'phone', value: '+15005550006' },
    ] as Application['senders'],
    integrations: [...emails, integration('textline', 'sms', { priority: 1, perSecond: perSecond.textline })],
  };
  contents('applications').insert(application as never);
  for (const [_id, rate] of Object.entries(perSecond))
    contents('sendqueues').insert({ _id, applicationId: APPLICATION, perSecond: rate, until: null });
  for (const event of EVENTS) {
    const { name } = event;
    contents('events').insert({
      ...{ _id: eventKey(SCOPE, name), ...SCOPE, name, updatedAt: at },
      definition: JSON.stringify(definitionOf(event, quietHoursOf(plan.quietMinute))),
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
