import { z } from 'zod';
import { timezone } from '../../schemas/fields';
import { choice } from './choice';
import { closed } from './closed';
import { conditionShape } from './condition-shape';
import { templates } from './templates-shape';
import { channel, duration, stepName, TIME_OF_DAY } from './values';

const isMap = (given: unknown): given is object => typeof given === 'object' && given !== null;

const sendForms = {
  /** `send: email` is short for `send: { channel: email }`. */
  channel: channel.transform((only) => ({ channel: only })),
  /** `send:` alone leaves the channel to routing. */
  nothing: z.null().transform(() => ({})),
  map: closed({
    name: stepName
      .optional()
      .describe('Its name, part of the identity of its message. `send-1`, `send-2`, … without it.'),
    channel: channel.optional().describe('The channel; routing chooses without it.'),
    templates: templates
      .optional()
      .describe("Its own templates; they come before the event's, channel by channel."),
    fallback: closed({
      to: z
        .array(channel)
        .min(1, 'must name at least one channel')
        .optional()
        .describe("Where it goes next, in this order; through the event's `channels` without it."),
      unless_delivered_within: duration
        .optional()
        .describe('Goes on too when no receipt has confirmed the delivery in this time, such as 30m.'),
    })
      .optional()
      .describe('Goes over the next channel when the message fails.'),
  }),
};
interface FileSend {
  name?: z.output<typeof stepName>;
  channel?: z.output<typeof channel>;
  templates?: z.output<typeof templates>;
  fallback?: z.output<typeof sendForms.map>['fallback'];
}
const send: z.ZodType<FileSend> = choice<z.ZodType<FileSend>>(Object.values(sendForms), (given) =>
  typeof given === 'string' ? sendForms.channel : given === null ? sendForms.nothing : sendForms.map,
);

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const timeOfDay = closed({
  until: z
    .string('must be a time such as "09:00", in quotes')
    .regex(TIME_OF_DAY, 'must be a time such as "09:00"')
    .describe('Waits until clocks show this time, such as "09:00", in quotes.'),
  on: z
    .array(z.enum(WEEKDAYS).transform((day) => WEEKDAYS.indexOf(day)))
    .min(1)
    .optional()
    .describe('On one of these days; on every day without it.'),
  timezone: timezone.default('UTC').describe('For contacts without a time zone (IANA).'),
});
const wait = choice([duration, timeOfDay], (given) => (isMap(given) ? timeOfDay : duration));

const delivered = closed({
  delivered: z.string().describe('Name of an earlier SEND whose delivery a receipt confirms.'),
  within: duration.describe('In this time, counted from this step, such as 2h.'),
});
/** What holds at once, or what has to be waited for. */
const condition = choice([conditionShape, delivered], (given) =>
  isMap(given) && Object.hasOwn(given, 'delivered') ? delivered : conditionShape,
);

/** What a step may be: it has exactly one of these keys, each described in `step` and built in build-steps.ts. */
export const STEP_KINDS = ['send', 'wait', 'digest', 'if', 'end'] as const;

/** One step of a sequence, as its file says it. */
export interface FileStep {
  send?: FileSend;
  wait?: z.output<typeof wait>;
  digest?: z.output<typeof wait>;
  if?: z.output<typeof condition>;
  then?: FileStep[];
  else?: FileStep[];
  end?: boolean;
}

const step: z.ZodType<FileStep> = z
  .lazy(() =>
    closed({
      send: send
        .optional()
        .describe('Sends a message: a channel, nothing (routing chooses), or a map with name and templates.'),
      wait: wait
        .optional()
        .describe('Pauses: a duration such as 3d, 30 days at most, or `{ until: "09:00", on: [mon] }`.'),
      digest: wait
        .optional()
        .describe(
          'Gathers the sends to one recipient into one message, over a duration such as 30m or until a time of day.',
        ),
      if: condition
        .optional()
        .describe('Goes on with the steps of `then` or of `else`, and then with what follows.'),
      then: branch.optional().describe('The steps if the condition holds.'),
      else: branch.optional().describe('The steps if it does not.'),
      end: z
        .literal(true, 'can only be "end: true"; leave the step out if nothing ends')
        .optional()
        .describe('Ends the notification there and then.'),
    } satisfies Record<(typeof STEP_KINDS)[number] | 'then' | 'else', z.ZodType>)
      // For editors; build-steps.ts checks which of them go together, and says it better.
      .meta({
        oneOf: STEP_KINDS.map((kind) => ({ required: [kind] })),
        dependencies: {
          if: { anyOf: [{ required: ['then'] }, { required: ['else'] }] },
          then: ['if'],
          else: ['if'],
        },
      }),
  )
  .register(z.globalRegistry, { id: 'step' });
const branch = z.array(step).max(100, 'may have 100 steps');

/** `sequence` as steps. */
export const steps = branch.min(1, 'must have at least one step');
