import { setImmediate } from 'node:timers/promises';
import type { Request, Router } from 'express';
import { type Environment, ENVIRONMENTS } from '../../core/shared/channels';
import type { EventDefinition } from '../../core/events/definition';
import { fingerprintOf } from '../../core/shared/fingerprint';
import type { Scope } from '../../core/shared/scope';
import { deleteEventBody, pushEventsBody, renderEventBody, sendEventBody } from '../../core/schemas/admin';
import { recordChange } from './access/audit';
import { type ReadEvent, type SourceFile, joinEvents } from '../../core/events/file/read';
import { TemplateError } from '../../core/events/templates/template-error';
import { BusyError } from '../../rendering/fair-queue';
import type { Renderer } from '../../rendering/renderer';
import { ApiError, invalid, parse, unavailable } from '../http/api-error';
import type { ApiDeps } from '../deps';
import { resource } from '../http/resource';
import { applicationIn } from './applications';
import { detailsOf } from './notifications/details';
import { renderEvent } from './render-event';
import { sendEvent } from './send-event';
import { warnOfUnusedTemplates } from './unused-templates';

/**
 * Routes of events, which are pushed as files. A push is applied as a whole, or not at all if a file has a problem. A dry
 * run does the same checks and applies nothing.
 */
export function eventRoutes(router: Router, deps: ApiDeps): void {
  const { store, cached, vault, renderer } = deps;
  resource(router, '/admin/v1/applications/:app/events/:environment', {
    put: async (request, response) => {
      const application = await applicationIn(store, request);
      const scope = { applicationId: application._id, environment: environmentIn(request) };
      const { files, dry_run: dryRun } = parse(pushEventsBody, request.body);
      const read = await readFiles(renderer, application._id, files);
      const parsed = joinEvents(files, read.map(warnOfUnusedTemplates));
      if (!parsed.ok) {
        const message = 'The event files have problems. Nothing was applied.';
        throw new ApiError('VALIDATION_ERROR', message, { field: 'files', problems: parsed.problems });
      }
      const sensitive = parsed.events.find((event) => event.sensitive);
      if (sensitive && !vault.canSeal) {
        const message = `The event ${sensitive.name} is sensitive, and what it says cannot be encrypted: set ENCRYPTION_KEY for API and worker (docs/reference/settings.md). Nothing was applied.`;
        throw new ApiError('VALIDATION_ERROR', message, { field: 'files' });
      }
      const names = parsed.events.map(({ name }) => name);
      const known = (await store.events.list(scope)).map(({ definition }) => definition);
      const before = await fingerprintsOf(known.filter(({ name }) => names.includes(name)));
      const after = await fingerprintsOf(parsed.events);
      const changes = names.map((name) => ({ name, change: changeOf(before[name], after[name]) }));
      const warned = parsed.warnings.length > 0 ? { warnings: parsed.warnings } : {};
      if (dryRun) {
        await recordChange(response, { about: [application._id], after: { dry_run: true } });
        response.json({ success: true, applied: [], changes, ...warned });
        return;
      }
      const sources = files.map(({ content }) => content);
      await store.events.put(scope, parsed.events, new Date(), sources);
      await recordChange(response, { about: [application._id], before, after });
      cached.clear();
      response.json({ success: true, applied: names, changes, ...warned });
    },
    get: async (request, response) => {
      const application = await applicationIn(store, request);
      const scope = { applicationId: application._id, environment: environmentIn(request) };
      const events = await store.events.list(scope);
      response.json({ success: true, events: events.map(eventView) });
    },
  });

  resource(router, '/admin/v1/applications/:app/events/:environment/:name', {
    get: async (request, response) => {
      const application = await applicationIn(store, request);
      const scope = { applicationId: application._id, environment: environmentIn(request) };
      const event = await store.events.find(scope, String(request.params.name));
      if (!event) throw noEvent();
      const { payload = null, examples = [] } = event.definition;
      response.json({
        success: true,
        event: { ...eventView(event), payload, examples, source: event.source },
      });
    },
    delete: async (request, response) => {
      const application = await applicationIn(store, request);
      const scope = { applicationId: application._id, environment: environmentIn(request) };
      const { force } = parse(deleteEventBody, request.body);
      const event = await eventIn(store, scope, request);
      const open = await store.operators.countOpen(scope, event.name);
      if (open > 0 && !force) {
        const message = `${open} open ${open === 1 ? 'notification needs' : 'notifications need'} its templates. Wait until they end, cancel them, or use --force to let them fail.`;
        throw new ApiError('EVENT_IN_USE', message);
      }
      await store.events.remove(scope, event.name);
      cached.clear();
      await recordChange(response, { about: [application._id], before: await fingerprintsOf([event]) });
      response.json({ success: true, open });
    },
  });

  resource(router, '/admin/v1/applications/:app/events/:environment/:name/render', {
    post: async (request, response) => {
      const application = await applicationIn(store, request);
      const scope = { applicationId: application._id, environment: environmentIn(request) };
      const body = parse(renderEventBody, request.body);
      const event = await eventIn(store, scope, request);
      const rendered = await renderEvent(renderer, { application, event }, body);
      await recordChange(response, { about: [application._id] });
      response.json({ success: true, rendered });
    },
  });

  resource(router, '/admin/v1/applications/:app/events/:environment/:name/send', {
    post: async (request, response) => {
      const application = await applicationIn(store, request);
      const scope = { applicationId: application._id, environment: environmentIn(request) };
      const body = parse(sendEventBody, request.body);
      const event = await eventIn(store, scope, request);
      const id = await sendEvent(deps, { scope, application, event }, body);
      await recordChange(response, { about: [application._id, id] });
      response.json({ success: true, notification: await detailsOf(deps, id) });
    },
  });
}

/** Returns the event that `:name` names. */
async function eventIn(
  { events }: ApiDeps['store'],
  scope: Scope,
  request: Request,
): Promise<EventDefinition> {
  const event = await events.get(scope, String(request.params.name));
  if (!event) throw noEvent();
  return event;
}

const noEvent = (): ApiError =>
  new ApiError('EVENT_NOT_FOUND', 'There is no such event in this environment.');

/** Reads files one by one, so that other requests run in between. Stops at a file that breaks a thread. */
async function readFiles(renderer: Renderer, application: string, files: SourceFile[]): Promise<ReadEvent[]> {
  const read: ReadEvent[] = [];
  try {
    for (const file of files) {
      read.push(await renderer.eventFile(application, file));
      await setImmediate();
    }
  } catch (error) {
    if (error instanceof TemplateError) {
      return [...read, { ok: false, problems: [{ line: 1, message: error.message }], count: 1 }];
    }
    if (!(error instanceof BusyError)) throw error;
    const message = 'The service is too busy to check the event files; nothing was applied. Try again.';
    throw unavailable(message, Math.ceil(error.retryAfterMs / 1000));
  }
  return read;
}

/** Returns the environment that `:environment` names. */
export function environmentIn(request: Request): Environment {
  const environment = String(request.params.environment);
  if ((ENVIRONMENTS as readonly string[]).includes(environment)) return environment as Environment;
  throw invalid('environment', `must be one of ${ENVIRONMENTS.join(', ')}`);
}

/** What a push does to an event. */
export type EventChange = 'created' | 'changed' | 'unchanged';

const changeOf = (before: string | undefined, after: string | undefined): EventChange =>
  before === undefined ? 'created' : before === after ? 'unchanged' : 'changed';

/** Returns a fingerprint of each event by name. Templates are too long for the audit log and are in the pushed files. */
async function fingerprintsOf(events: EventDefinition[]): Promise<Record<string, string>> {
  // An event may be named `constructor`.
  const found = Object.create(null) as Record<string, string>;
  for (const event of events) {
    const body = JSON.parse(JSON.stringify(event)) as unknown;
    found[event.name] = `sha256:${fingerprintOf({ method: 'PUT', path: event.name, body }).slice(0, 16)}`;
    await setImmediate();
  }
  return found;
}

export const eventView = ({ definition, updatedAt }: { definition: EventDefinition; updatedAt: Date }) => ({
  name: definition.name,
  channels: definition.channels,
  languages: [...new Set(Object.values(definition.templates).flatMap(Object.keys))].sort(),
  steps:
    definition.code === undefined
      ? definition.steps.map(({ type, name }) => ({ type, name }))
      : [{ type: 'code', name: definition.code }],
  updated_at: updatedAt.toISOString(),
});
