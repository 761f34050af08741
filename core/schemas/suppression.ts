import { z } from 'zod';
import { ENVIRONMENTS } from '../shared/channels';
import { addressFormOf } from '../contacts/address-forms';
import { type SuppressibleChannel, SUPPRESSIBLE, SUPPRESSION_REASONS } from '../receipts/suppression';
import { line, pageLimit, queryInteger } from '../shared/schemas/fields';

const environment = z.enum(ENVIRONMENTS);
const channel = z.enum(SUPPRESSIBLE);
const address = z.string('must be sent once, as text').max(320);
/** The reason to lift. */
const reason = z
  .enum([...SUPPRESSION_REASONS, 'all'])
  .optional()
  .describe('The reason to lift, or `all`. Needed if the suppression has several reasons.');

/** Returns the address normalized as in messages of the channel, or adds an issue. */
function addressOf(
  of: { channel: SuppressibleChannel; address: string },
  context: z.core.$RefinementCtx,
): string {
  const { normalize, must } = addressFormOf(of.channel);
  const normalized = normalize(of.address);
  if (normalized !== null) return normalized;
  context.addIssue({ code: 'custom', path: ['address'], message: must });
  return z.NEVER;
}

/** Body that suppresses an address by hand. */
export const addSuppressionBody = z
  .strictObject({ environment, channel, address, detail: line(500).min(1).optional() })
  .transform((body, context) => ({ ...body, address: addressOf(body, context) }));

/** Body that lifts a suppression. */
export const liftSuppressionBody = z
  .strictObject({ environment, channel, address, reason })
  .transform((body, context) => ({ ...body, address: addressOf(body, context) }));

/** Query that lifts a suppression by its id. */
export const liftSuppressionQuery = z.strictObject({ reason });

/** Fields of the query of the list; with `channel` and `address` it is of one suppression. */
export const suppressionFilters = z.strictObject({
  environment,
  limit: pageLimit,
  offset: queryInteger(
    0,
    10_000,
    0,
    'must be an integer from 0 to 10000. To look up one address, send channel and address',
  ),
  channel: channel.optional(),
  address: address.optional(),
});

export const suppressionQuery = suppressionFilters.transform(
  ({ channel: named, address: given, ...query }, context) => {
    if (named === undefined && given === undefined) return { ...query, of: null };
    if (named === undefined || given === undefined) {
      const missing = named === undefined ? 'channel' : 'address';
      const message = 'is required, because channel and address must be sent together';
      context.addIssue({ code: 'custom', path: [missing], message });
      return z.NEVER;
    }
    const of = { channel: named, address: given };
    return { ...query, of: { ...of, address: addressOf(of, context) } };
  },
);
