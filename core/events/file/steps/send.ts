import { z } from 'zod';
import type { SendStep } from '../../../sequences/steps';
import { choice } from '../choice';
import { closed } from '../closed';
import { templates } from '../templates-shape';
import { channel, duration, stepName } from '../values';
import type { FileSend, FileStepKind } from './kind';

const forms = {
  /** `send: email` is short for `send: { channel: email }`. */
  channel: channel.transform((only) => ({ channel: only })),
  /** `send:` alone leaves the channel to routing. */
  nothing: z.null().transform(() => ({})),
  map: closed({
    name: stepName
      .optional()
      .describe('Its name, a part of the identity of its message. Without it: `send-1`, `send-2`, …'),
    channel: channel.optional().describe('Channel of the message. Without it, routing chooses.'),
    templates: templates
      .optional()
      .describe('Templates of this step. For each channel, they replace those of the event.'),
    fallback: closed({
      to: z
        .array(channel)
        .min(1, 'must name at least one channel')
        .optional()
        .describe("Channels to fall back to, in this order. Without it: the event's `channels`."),
      unless_delivered_within: duration
        .optional()
        .describe('Also falls back if no receipt confirms the delivery within this time, such as 30m.'),
    })
      .optional()
      .describe('Sends over the next channel if the message fails.'),
  }),
};

export const send: FileStepKind<FileSend, SendStep> = {
  shape: choice<z.ZodType<FileSend>>(Object.values(forms), (given) =>
    typeof given === 'string' ? forms.channel : given === null ? forms.nothing : forms.map,
  ),
  about: 'Sends a message: a channel, nothing (routing chooses), or a map with name and templates.',
  standIn: null,
  build(given, { path, named, sends }) {
    const name = named(given.name);
    sends.push({ name, send: given, path });
    const { to = [], unless_delivered_within: withinMs } = given.fallback ?? {};
    return {
      type: 'send',
      name,
      ...(given.channel !== undefined && { channel: given.channel }),
      ...(given.fallback && { fallback: { channels: to, ...(withinMs !== undefined && { withinMs }) } }),
    };
  },
};
