import { z } from 'zod';
import { CHANNELS } from '../../channels';
import type { Condition } from '../../condition';
import { DISCORD_ID } from '../../discord-address';
import { PRIORITIES } from '../../priority';
import { SEQUENCE_NAMES } from '../../sequence-names';
import { normalizeLanguage } from '../../templates/language';
import { channelShapes } from './channel-shapes';
import { timezone } from '../fields';
import { closed } from './closed';
import { conditionShape } from './condition-shape';
import { parseDuration } from './duration';
import { quietHours } from './quiet-hours';

const DAY = 86_400_000;
export const EVENT_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/i;
export const EVENT_NAME_RULE =
  'must begin with a letter or digit and have up to 64 of letters, digits, ".", "_", "-"';

const channel = z.enum(CHANNELS);
const name = z.string().regex(EVENT_NAME, EVENT_NAME_RULE);
/** Without dots: stores keep a step's templates under its name. */
const stepName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,63}$/i,
    'must begin with a letter or digit and have up to 64 of letters, digits, "_", "-"',
  );

const languageTag = z.string().transform((tag, context) => {
  const language = normalizeLanguage(tag);
  if (language !== undefined) return language;
  context.addIssue({ code: 'custom', message: 'is not a language code such as "en" or "pt-BR"' });
  return z.NEVER;
});

const duration = (max: { ms: number; words: string }) =>
  z.string('must be a duration with its unit, such as 90s, 10m or 6h').transform((text, context) => {
    const ms = parseDuration(text);
    if (ms !== undefined && ms > 0 && ms <= max.ms) return ms;
    const message =
      ms === undefined
        ? `"${text.slice(0, 40)}" is not a duration such as 90s, 10m or 6h`
        : `must be more than 0 and at most ${max.words}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const variants = <T extends z.ZodType>(template: T) => z.record(z.string(), template).optional();
const templates = closed({
  email: variants(channelShapes.email),
  sms: variants(channelShapes.sms),
  slack: variants(channelShapes.slack),
  push: variants(channelShapes.push),
  telegram: variants(channelShapes.telegram),
  whatsapp: variants(channelShapes.whatsapp),
  discord: variants(channelShapes.discord),
} satisfies Record<(typeof CHANNELS)[number], z.ZodType>);

/** `send: email` is short for `send: { channel: email }`, and an empty `send:` leaves the channel to routing. */
const send = z.preprocess(
  (value) => (typeof value === 'string' ? { channel: value } : (value ?? {})),
  closed({
    name: stepName.optional(),
    channel: channel.optional(),
    templates: templates.optional(),
    fallback: closed({
      to: z.array(channel).min(1, 'must name at least one channel').optional(),
      unless_delivered_within: duration({ ms: 30 * DAY, words: '30 days' }).optional(),
    }).optional(),
  }),
);

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const timeOfDay = closed({
  until: z
    .string('must be a time such as "09:00", in quotes')
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "09:00"'),
  on: z
    .array(z.enum(WEEKDAYS).transform((day) => WEEKDAYS.indexOf(day)))
    .min(1)
    .optional(),
  timezone: timezone.default('UTC'),
});

/** A duration, or until a time of day. */
const wait = z.unknown().transform((given, context): number | z.output<typeof timeOfDay> => {
  const form = typeof given === 'object' ? timeOfDay : duration({ ms: 30 * DAY, words: '30 days' });
  const parsed = form.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.addIssue(issue as never);
  return z.NEVER;
});

const delivered = closed({ delivered: z.string(), within: duration({ ms: 30 * DAY, words: '30 days' }) });

/** What holds at once, or what has to be waited for. */
const condition = z.unknown().transform((given, context): Condition | z.output<typeof delivered> => {
  const waits = typeof given === 'object' && given !== null && Object.hasOwn(given, 'delivered');
  const parsed = (waits ? delivered : conditionShape).safeParse(given);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.addIssue(issue as never);
  return z.NEVER;
});

/** One step of a sequence, as its file says it. */
export interface FileStep {
  send?: z.output<typeof send>;
  wait?: z.output<typeof wait>;
  digest?: z.output<typeof wait>;
  if?: z.output<typeof condition>;
  then?: FileStep[];
  else?: FileStep[];
  end?: boolean;
}

const step: z.ZodType<FileStep> = z.lazy(() =>
  closed({
    send: send.optional(),
    wait: wait.optional(),
    digest: wait.optional(),
    if: condition.optional(),
    then: branch.optional(),
    else: branch.optional(),
    end: z.literal(true, 'must be true').optional(),
  }),
);
const branch = z.array(step).max(100, 'may have 100 steps');

const SENDER = /^(?:[^<>\p{Cc}]{0,200}<[^\s<>@]{1,64}@[^\s<>@]{1,255}>|[^\s<>@]{1,64}@[^\s<>@]{1,255})$/u;

const common = {
  name: name.optional(),
  channels: z.array(channel).min(1, 'must name at least one channel').optional(),
  language: languageTag.default('en'),
  from: z.string().regex(SENDER, 'must be an e-mail address or "Name <address>"').optional(),
  bulk: z.boolean().default(false),
  unsubscribe_url: z
    .string()
    .regex(/^https:\/\/\S/, 'must begin with https://')
    .optional(),
  delivery: z.enum(['at_least_once', 'at_most_once']).default('at_least_once'),
  priority: z.enum(PRIORITIES).optional(),
  retry_for: duration({ ms: 30 * DAY, words: '30 days' }).default(6 * 3_600_000),
  quiet_hours: quietHours.optional(),
  discord: closed({
    channel: z.string().regex(DISCORD_ID, 'must be the id of a Discord channel, 17 to 20 digits'),
  }).optional(),
  templates: templates.default({}),
};

/** What an event's file may hold; which parts need each other is checked in build-event.ts. */
export const eventFileShape = closed({
  ...common,
  sequence: z.array(step).min(1, 'must have at least one step').max(100, 'may have 100 steps').optional(),
});

/** The file of an event whose sequence is workflow code; its SENDs' own templates stand beside it. */
export const codeEventFileShape = closed({
  ...common,
  sequence: closed({ code: z.enum(SEQUENCE_NAMES) }),
  step_templates: z.record(stepName, templates).default({}),
}).transform(({ sequence, step_templates, ...file }) => ({
  ...file,
  code: sequence.code,
  stepTemplates: step_templates,
}));

export type EventFile = z.output<typeof eventFileShape> & Partial<z.output<typeof codeEventFileShape>>;
export type FileTemplates = EventFile['templates'];
