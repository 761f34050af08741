import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../../generated/admin-openapi';
import { api } from '../../../api/client';
import type { EventDetails } from '../query';

export type PromotedPart = components['schemas']['PromotedPart'];

/** What a promotion of an event would change with its layouts and partials. */
export const promotionQuery = (app: string, { name, version }: Pick<EventDetails, 'name' | 'version'>) =>
  queryOptions({
    queryKey: ['promotion', app, name, version],
    // It compiles events, and what it says is old after a push of anybody.
    gcTime: 0,
    retry: false,
    queryFn: () => promote(app, name, { dry_run: true, with_parts: true }),
  });

/** Promotes an event from sandbox to production. */
export const promoteEvent = (
  app: string,
  name: string,
  { withParts, expected }: { withParts: boolean; expected: Record<string, number | null> },
) => promote(app, name, { with_parts: withParts, expected_versions: expected });

const promote = (app: string, name: string, body: components['schemas']['EventPromotion']) =>
  api.post('/admin/v1/applications/{app}/events/{environment}/{name}/promote', {
    ...{ app, environment: 'sandbox' as const, name },
    body,
  });
