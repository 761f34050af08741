import type { Request, Router } from 'express';
import type { Environment } from '../../../core/channels';
import { ENVIRONMENTS } from '../../../core/channels';
import type { EventDefinition } from '../../../core/event-definition';
import { fingerprintOf } from '../../../core/fingerprint';
import { pushEventsBody } from '../../../core/schemas/admin';
import { recordChange } from '../../access/audit';
import { ApiError, parse } from '../../api-error';
import type { ApiDeps } from '../../deps';
import { readEventFilesApart } from '../../event-files/read-apart';
import { resource } from '../../resource';
import { applicationIn } from './applications';

/** Events, pushed as files: all of a push, or with anything wrong in it none. */
export function eventRoutes(router: Router, { store, cached, vault }: ApiDeps): void {
  resource(router, '/admin/v1/applications/:app/events/:environment', {
    put: async (request, response) => {
      const application = await applicationIn(store, request);
      const scope = { applicationId: application._id, environment: environmentIn(request) };
      const parsed = await readEventFilesApart(parse(pushEventsBody, request.body).files);
      if (!parsed.ok) {
        throw new ApiError('VALIDATION_ERROR', 'The event files have problems; nothing was applied.', {
          field: 'files',
          problems: parsed.problems,
        });
      }
      const sensitive = parsed.events.find((event) => event.sensitive);
      if (sensitive && !vault.canSeal) {
        const message = `The event ${sensitive.name} is sensitive, and what it says cannot be encrypted: set ENCRYPTION_KEY for API and worker (docs/settings.md). Nothing was applied.`;
        throw new ApiError('VALIDATION_ERROR', message, { field: 'files' });
      }
      const names = parsed.events.map(({ name }) => name);
      const known = (await store.events.list(scope)).map(({ definition }) => definition);
      await store.events.put(scope, parsed.events, new Date());
      await recordChange(response, {
        about: [application._id],
        before: fingerprintsOf(known.filter(({ name }) => names.includes(name))),
        after: fingerprintsOf(parsed.events),
      });
      cached.clear();
      response.json({ success: true, applied: names });
    },
    get: async (request, response) => {
      const application = await applicationIn(store, request);
      const scope = { applicationId: application._id, environment: environmentIn(request) };
      const events = await store.events.list(scope);
      const shown = events.map(({ definition, updatedAt }) => ({
        name: definition.name,
        channels: definition.channels,
        languages: languagesOf(definition),
        steps:
          definition.code === undefined
            ? definition.steps.map(({ type, name }) => ({ type, name }))
            : [{ type: 'code', name: definition.code }],
        updated_at: updatedAt.toISOString(),
      }));
      response.json({ success: true, events: shown });
    },
  });
}

/** The environment that `:environment` names. */
export function environmentIn(request: Request): Environment {
  const environment = String(request.params.environment);
  if ((ENVIRONMENTS as readonly string[]).includes(environment)) return environment as Environment;
  throw new ApiError('VALIDATION_ERROR', `environment must be one of ${ENVIRONMENTS.join(', ')}.`, {
    field: 'environment',
  });
}

/** By name, what tells whether an event changed: a template may be long, and it stands in the files that were pushed. */
const fingerprintsOf = (events: EventDefinition[]): Record<string, string> =>
  Object.fromEntries(
    events.map((event) => [
      event.name,
      `sha256:${fingerprintOf({ method: 'PUT', path: event.name, body: JSON.parse(JSON.stringify(event)) }).slice(0, 16)}`,
    ]),
  );

function languagesOf({ templates }: EventDefinition): string[] {
  return [...new Set(Object.values(templates).flatMap((variants) => Object.keys(variants)))].sort();
}
