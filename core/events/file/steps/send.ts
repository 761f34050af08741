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
