import { z } from 'zod';
import { prefixPause } from '../../../core/sending/pauses';
import { invalid } from '../../http/api-error';
import { answer, timestamp } from '../../http/formats';
import { route } from '../../http/route';
import { scopeIn } from '../events/event-in';
import { resumeThing } from './change';
import { heldPrefixes } from './held-prefixes';
import { pauseAnswer, pauseSchema, pauseView } from './view';

const SMS_GUARD = '/admin/v1/applications/:app/sms-guard/:environment';
const PREFIX = /^\+?([1-9]\d{0,3})$/;

const heldPrefix = z
  .object({
    prefix: z
      .string()
      .describe('Calling code, with the area code after `+1`.')
      .meta({ examples: ['+44'] }),
    sent: z.int().min(0).describe('SMS that counted when it was held.'),
    followed: z.int().min(0).describe('Those with a follow-up.'),
    ends_at: timestamp.nullable().describe('When the service resumes it.'),
    pause: pauseSchema,
  })
  .meta({ id: 'HeldPrefix' });

export const listHeldPrefixes = route({
  id: 'listHeldPrefixes',
  tag: 'Applications',
  method: 'get',
  path: SMS_GUARD,
  role: 'viewer',
  summary: 'List what the SMS guard holds',
  description: 'The prefixes whose SMS of the events in `sms_guard` are held now.',
  answer: answer('HeldPrefixesAnswer', { prefixes: z.array(heldPrefix) }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { application, scope } = await scopeIn(store, call);
    const prefixes = await Promise.all(
      heldPrefixes(application, scope).map(async (held) => {
        const { prefix, counts = { sent: 0, followed: 0 }, endsAt } = held;
        const pause = await pauseView(store, held);
        return pause ? [{ prefix, ...counts, ends_at: endsAt?.toISOString() ?? null, pause }] : [];
      }),
    );
    return { prefixes: prefixes.flat() };
  },
});

export const resumePrefix = route({
  id: 'resumePrefix',
  tag: 'Applications',
  method: 'post',
  path: `${SMS_GUARD}/:prefix/resume`,
  params: { prefix: z.string().describe('As the list has it, with or without the plus sign.') },
  role: 'editor',
  audit: 'prefix.resume',
  summary: 'Resume a prefix that the SMS guard holds',
  description:
    'What is held is released in the order in which it fell due. The guard counts from zero. A prefix that is not held stays as it is.',
  answer: pauseAnswer,
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const [, digits] = PREFIX.exec(call.params.prefix) ?? [];
    if (digits === undefined) throw invalid('prefix', 'must be a calling code, for example 44');
    const prefix = `+${digits}`;
    const of = prefixPause(scope, prefix);
    // Before the resume: what it releases would be held again.
    await deps.store.smsGuard.reset({ scope, prefix });
    return resumeThing(deps, call, { application, of, about: [application._id] });
  },
});
