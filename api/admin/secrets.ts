import { z } from 'zod';
import { RESEALED } from '../../store/maintenance/resealing';
import { ApiError } from '../http/api-error';
import { answer } from '../http/formats';
import { route } from '../http/route';

/** Documents of one page. A page ends within seconds. */
const PAGE = 200;

/** Seals the secrets in the database with the new first key after a change of ENCRYPTION_KEY, page by page. */
export const resealSecrets = route({
  id: 'resealSecrets',
  tag: 'Audit',
  method: 'post',
  path: '/admin/v1/secrets/reseal',
  role: 'owner',
  audit: 'secrets.reseal',
  summary: 'Encrypt a page of secrets with the first encryption key',
  description: 'After a change of ENCRYPTION_KEY, page by page until `next` is null.',
  body: z
    .strictObject({
      part: z.enum(RESEALED).default(RESEALED[0]),
      after: z.string().max(200).default(''),
    })
    .meta({ id: 'ResealRequest' }),
  bodyIsOptional: true,
  answer: answer('ResealAnswer', {
    resealed: z.record(z.string(), z.int()).describe('Number of secrets that were encrypted again, by kind.'),
    unopened: z
      .array(z.object({ kind: z.string(), id: z.string() }))
      .describe('Secrets that no key decrypts.'),
    next: z
      .object({ part: z.enum(RESEALED), after: z.string() })
      .nullable()
      .describe('Body of the request for the following page. Null at the end.'),
  }),
  handler: async ({ body: { part, after }, record }, { store, encryptionCheck, cached }) => {
    const { resealing: vault } = encryptionCheck;
    if (!vault.canSeal)
      throw new ApiError(
        'VALIDATION_ERROR',
        'ENCRYPTION_KEY is not set, so nothing can be encrypted. Set it for API and worker (docs/reference/settings.md).',
      );
    const { resealed, unopened, last } = await store.resealing.page(part, vault, { after, limit: PAGE });
    await record({ about: [], after: { part, resealed, unopened: unopened.length } });
    cached.clear();
    const following = last === null ? RESEALED[RESEALED.indexOf(part) + 1] : part;
    if (following === undefined) await encryptionCheck.accept();
    const next = following === undefined ? null : { part: following, after: last ?? '' };
    return { resealed, unopened, next };
  },
});
