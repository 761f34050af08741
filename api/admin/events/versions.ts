import type { Request, Router } from 'express';
import { deletedEventsQuery, eventVersionsQuery, restoreVersionBody } from '../../../core/schemas/admin';
import type { Scope } from '../../../core/shared/scope';
import type { EventVersion } from '../../../store/events/versions';
import { adminOf, recordChange } from '../../http/access/audit';
import { ApiError, parse } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { resource } from '../../http/resource';
import { applicationIn } from '../applications/application-in';
import { environmentIn } from './environment-in';
import { pushEvents } from './push';
import { deletedView, versionView } from './view';

const VERSIONS = '/admin/v1/applications/:app/events/:environment/:name/versions';

/** Routes of the versions of events, and of events that are deleted. */
export function eventVersionRoutes(router: Router, deps: ApiDeps): void {
  const { store } = deps;
  const scopeIn = async (request: Request): Promise<Scope> => {
    const application = await applicationIn(store, request);
    return { applicationId: application._id, environment: environmentIn(request) };
  };

  resource(router, VERSIONS, {
    get: async (request, response) => {
      const scope = await scopeIn(request);
      const query = parse(eventVersionsQuery, request.query);
      const name = String(request.params.name);
      const found = await store.eventVersions.list(scope, name, query);
      if (found.length === 0 && query.after === undefined && !(await store.events.get(scope, name))) {
        const message = 'There is no such event in this environment, and no version of it is kept.';
        throw new ApiError('EVENT_NOT_FOUND', message);
      }
      const next = found.length === query.limit ? String(found.at(-1)?.number) : null;
      response.json({ success: true, versions: found.map(versionView), next });
    },
  });

  resource(router, `${VERSIONS}/:version`, {
    get: async (request, response) => {
      const found = await versionIn(deps, await scopeIn(request), request);
      response.json({ success: true, version: { ...versionView(found), source: found.source } });
    },
  });

  resource(router, `${VERSIONS}/:version/restore`, {
    post: async (request, response) => {
      const application = await applicationIn(store, request);
      const scope = { applicationId: application._id, environment: environmentIn(request) };
      const { expected_version: expected } = parse(restoreVersionBody, request.body ?? {});
      const { name, number, source } = await versionIn(deps, scope, request);
      if (source === null) {
        const message = `An older release stored version ${number} of the event ${name} without its file. Push its file to restore it.`;
        throw new ApiError('EVENT_VERSION_NOT_FOUND', message);
      }
      const { id, name: by } = adminOf(response);
      const { changes, warnings, before, after } = await pushEvents(deps, {
        ...{ application, scope, dryRun: false },
        files: [{ name: `${name}.yaml`, content: source }],
        mark: { by: { id, name: by }, via: 'restore', restored: number },
        expected: expected === undefined ? {} : { [name]: expected },
      });
      await recordChange(response, { about: [application._id], before, after });
      const warned = warnings.length > 0 ? { warnings } : {};
      response.json({ success: true, change: changes[0], ...warned });
    },
  });

  resource(router, '/admin/v1/applications/:app/deleted-events/:environment', {
    get: async (request, response) => {
      const scope = await scopeIn(request);
      const query = parse(deletedEventsQuery, request.query);
      const found = await store.eventVersions.deleted(scope, query);
      const next = found.length === query.limit ? (found.at(-1)?.name ?? null) : null;
      response.json({ success: true, events: found.map(deletedView), next });
    },
  });
}

async function versionIn({ store }: ApiDeps, scope: Scope, { params }: Request): Promise<EventVersion> {
  const number = /^\d{1,9}$/.test(String(params.version)) ? Number(params.version) : -1;
  const found = await store.eventVersions.get(scope, String(params.name), number);
  if (found) return found;
  const message = 'There is no such version of this event, or it is no longer kept.';
  throw new ApiError('EVENT_VERSION_NOT_FOUND', message);
}
