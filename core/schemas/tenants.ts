import { z } from 'zod';
import { parseSenderMailbox } from '../contacts/email-address';
import { brand } from '../sending/brand-shape';
import { byChannel } from '../shared/schemas/by-channel';
import { jsonObject, line, pageLimit, phone, smsSender } from '../shared/schemas/fields';
import { tenantId } from '../tenants/id';
import type { SenderChannel } from '../tenants/tenant';

/** Maximum number of bytes of a tenant's variables as JSON in UTF-8. */
export const MOST_VARIABLES = 16_384;
/** Names of `tenant.*` that every tenant has. */
const OURS = ['id', 'name'];

const mailbox = line(320).refine(
  (value) => parseSenderMailbox(value) !== null,
  'must be an e-mail address in ASCII before the @, with or without a name',
);

const sender = z
  .strictObject({
    email: mailbox.optional(),
    sms: smsSender.optional(),
    whatsapp: phone.optional(),
  } satisfies Record<SenderChannel, z.ZodType>)
  .optional()
  .describe('By channel. Each is a verified sender of the application.');

const order = z.array(line(255).min(1)).min(1).max(50).optional();

const integrations = z
  .strictObject(byChannel(order))
  .optional()
  .describe(
    'By channel: ids or names of integrations of the application, in the order of attempts. The others of the channel are not used.',
  );

const variables = jsonObject
  .superRefine((given, context) => {
    for (const name of OURS)
      if (Object.hasOwn(given, name))
        context.addIssue({
          ...{ code: 'custom', path: [name] },
          message: `is the ${name} of the tenant. Choose another name`,
        });
    if (new TextEncoder().encode(JSON.stringify(given)).length > MOST_VARIABLES)
      context.addIssue({ code: 'custom', message: `must have at most ${MOST_VARIABLES} bytes as JSON` });
  })
  .optional()
  .describe('`tenant.*` in templates, which always have `tenant.id` and `tenant.name`.');

/** Body that creates or replaces a tenant. What it leaves out is as without a tenant. */
export const putTenantBody = z.strictObject({
  name: line(255).min(1),
  brand: brand.describe("Over the application's own, field by field."),
  sender,
  integrations,
  variables,
});

export const tenantsQuery = z.strictObject({
  after: tenantId.optional().meta({ description: 'What the page before gave as `next`.' }),
  limit: pageLimit,
});

export const deleteTenantBody = z.strictObject({ force: z.boolean().default(false) });
