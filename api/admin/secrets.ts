import type { Router } from 'express';
import { z } from 'zod';
import { RESEALED } from '../../store/maintenance/resealing';
import type { ApiDeps } from '../deps';
import { ApiError, parse } from '../http/api-error';
import { resource } from '../http/resource';
import { recordChange } from '../http/access/audit';

/** Where the page before ended. */
export const resealBody = z.strictObject({
  part: z.enum(RESEALED).default(RESEALED[0]),
  after: z.string().max(200).default(''),
});

/** Some of the secrets, now sealed with the first key. `next` is the body of the request for the following page. */
export interface ResealPage {
  resealed: Record<string, number>;
  unopened: { kind: string; id: string }[];
  next: z.output<typeof resealBody> | null;
}

/** Documents of one page. A page ends within seconds. */
const PAGE = 200;

/** Seals the secrets in the database with the new first key after a change of ENCRYPTION_KEY, page by page. */
export function secretRoutes(router: Router, { store, encryptionCheck, cached }: ApiDeps): void {
  const { resealing: vault } = encryptionCheck;
  resource(router, '/admin/v1/secrets/reseal', {
    post: async (request, response) => {
      const { part, after } = parse(resealBody, request.body ?? {});
      if (!vault.canSeal)
        throw new ApiError(
          'VALIDATION_ERROR',
          'ENCRYPTION_KEY is not set, so nothing can be sealed: set it for API and worker (docs/reference/settings.md).',
        );
      const { resealed, unopened, last } = await store.resealing.page(part, vault, { after, limit: PAGE });
      await recordChange(response, { about: [], after: { part, resealed, unopened: unopened.length } });
      cached.clear();
      const following = last === null ? RESEALED[RESEALED.indexOf(part) + 1] : part;
      if (following === undefined) await encryptionCheck.accept();
      const page: ResealPage = {
        resealed,
        unopened,
        next: following === undefined ? null : { part: following, after: last ?? '' },
      };
      response.json({ success: true, ...page });
    },
  });
}
