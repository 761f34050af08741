import type { Request, Response, Router } from 'express';
import { deleteEventBody, pushEventsBody, renderEventBody, sendEventBody } from '../../../core/schemas/admin';
import { adminOf, recordChange } from '../../http/access/audit';
import { ApiError, parse } from '../../http/api-error';
import type { ApiDeps } from '../../deps';
import { resource } from '../../http/resource';
import { applicationIn } from '../applications/application-in';
import { detailsOf } from '../notifications/details';
import { renderEvent } from '../render-event';
import { sendEvent } from '../send-event';
import { environmentIn } from './environment-in';
import { eventIn } from './event-in';
import { fingerprint } from './fingerprints';
import { pushEvents } from './push';
import { readFiles } from './read-files';
import { removeEvent } from './remove';
import { eventVersionRoutes } from './versions';
import { eventView } from './view';

const EVENT = '/admin/v1/applications/:app/events/:environment/:name';

/**
 * Routes of events, which are pushed as files. A push is applied as a whole, or not at all if a file has a problem. A dry
 * run does the same checks and applies nothing.
 */
export function eventRoutes(router: Router, deps: ApiDeps): void {
  const { store, renderer } = deps;
  const placeIn = async (request: Request) => {
    const application = await applicationIn(store, request);
    const scope = { applicationId: application._id, environment: environmentIn(request) };
    return { application, scope };
  };

  resource(router, '/admin/v1/applications/:app/events/:environment', {
    put: async (request, response) => {
      const { application, scope } = await placeIn(request);
      const {
        files,
        dry_run: dryRun,
        via,
        expected_versions: expected = {},
      } = parse(pushEventsBody, request.body);
      const { changes, warnings, before, after } = await pushEvents(deps, {
        ...{ application, scope, files, dryRun, expected },
        mark: { by: authorOf(response), via },
      });
      const about = [application._id];
      await recordChange(response, dryRun ? { about, after: { dry_run: true } } : { about, before, after });
      const applied = dryRun ? [] : changes.map(({ name }) => name);
      response.json({ success: true, applied, changes, ...(warnings.length > 0 && { warnings }) });
    },
    get: async (request, response) => {
      const { scope } = await placeIn(request);
      const events = await store.events.list(scope);
      response.json({ success: true, events: events.map(eventView) });
    },
  });

  resource(router, EVENT, {
    get: async (request, response) => {
      const { scope } = await placeIn(request);
      const event = await eventIn(store, scope, request);
      const { payload = null, examples = [] } = event.definition;
      response.json({
        success: true,
        event: { ...eventView(event), payload, examples, source: event.source },
      });
    },
    delete: async (request, response) => {
      const { application, scope } = await placeIn(request);
      const { force } = parse(deleteEventBody, request.body);
      const event = await eventIn(store, scope, request);
      const open = await store.operators.countOpen(scope, event.name);
      if (open > 0 && !force) {
        const message = `${open} open ${open === 1 ? 'notification needs' : 'notifications need'} its templates. Wait until they end, cancel them, or use --force to let them fail.`;
        throw new ApiError('EVENT_IN_USE', message);
      }
      await removeEvent(deps, { scope, event, by: authorOf(response) });
      const before = { [event.name]: await fingerprint(event.definition) };
      await recordChange(response, { about: [application._id], before });
      response.json({ success: true, open });
    },
  });

  resource(router, `${EVENT}/render`, {
    post: async (request, response) => {
      const { application, scope } = await placeIn(request);
      const { file, ...body } = parse(renderEventBody, request.body);
      const event = await (file === undefined
        ? eventIn(store, scope, request).then(({ definition }) => definition)
        : draftOf(String(request.params.name), file));
      const rendered = await renderEvent(renderer, { application, event }, body);
      response.json({ success: true, rendered });

      async function draftOf(name: string, content: string) {
        const files = [{ name: `${name}.yaml`, content }];
        const message = 'The event file has problems.';
        const { events } = await readFiles(renderer, application._id, files, { field: 'file', message });
        return events[0]!;
      }
    },
  });

  resource(router, `${EVENT}/send`, {
    post: async (request, response) => {
      const { application, scope } = await placeIn(request);
      const body = parse(sendEventBody, request.body);
      const { definition: event } = await eventIn(store, scope, request);
      const id = await sendEvent(deps, { scope, application, event }, body);
      await recordChange(response, { about: [application._id, id] });
      response.json({ success: true, notification: await detailsOf(deps, id) });
    },
  });

  eventVersionRoutes(router, deps);
}

/** Returns who makes a version. */
function authorOf(response: Response): { id: string; name: string } {
  const { id, name } = adminOf(response);
  return { id, name };
}
