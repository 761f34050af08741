import type { Router } from 'express';
import { z } from 'zod';
import { RESEALED } from '../../store/maintenance/resealing';
import { recordChange } from './access/audit';
import { ApiError, parse } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { resource } from '../http/resource';

/** Where an earlier page has ended. */
const body = z.strictObject({
  part: z.enum(RESEALED).default(RESEALED[0]),
  after: z.string().max(200).default(''),
});

/** Documents of one page, which ends within seconds. */
const PAGE = 200;

/** What is sealed in the database: after a change of ENCRYPTION_KEY it is sealed with the new first key, page by page. */
export function secretRoutes(router: Router, { store, vault, cached }: ApiDeps): void {
  resource(router, '/admin/v1/secrets/reseal', {
    post: async (request, response) => {
      const { part, after } = parse(body, request.body ?? {});
      if (!vault.canSeal)
        throw new ApiError(
          'VALIDATION_ERROR',
          'ENCRYPTION_KEY is not set, so nothing can be sealed: set it for API and worker (docs/reference/settings.md).',
        );
      const { resealed, unopened, last } = await store.resealing.page(part, vault, { after, limit: PAGE });
      await recordChange(response, {
        about: [],
        after: { part, resealed, unopened: unopened.length },
      });
      cached.clear();
      const following = RESEALED[RESEALED.indexOf(part) + 1];
      const next =
        last !== null
          ? { part, after: last }
          : following === undefined
            ? null
            : { part: following, after: '' };
      response.json({ success: true, resealed, unopened, next });
    },
  });
}
