import type { EventDefinition } from '../../../core/events/definition';
import type { SourceFile } from '../../../core/events/file/source-file';
import { mentionsParts } from '../../../core/events/parts/mentioned';
import { renderEventBody } from '../../../core/schemas/admin';
import type { Scope } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';
import { answer } from '../../http/formats';
import { route } from '../../http/route';
import { tenantOf } from '../../sending/tenant-of';
import { previewSchema } from '../notifications/message-view';
import { EVENTS, eventIn, missingEvent, scopeIn } from './event-in';
import { readFiles } from './read-files';
import { renderMessageOf } from './render-message-of';

export const renderEvent = route({
  id: 'renderEvent',
  tag: 'Events',
  method: 'post',
  path: `${EVENTS}/:name/render`,
  role: 'editor',
  audit: null,
  summary: 'Render a message of an event',
  description: 'Nothing is stored or sent.',
  body: renderEventBody.meta({ id: 'RenderRequest' }),
  answer: answer('EventRendered', { rendered: previewSchema }),
  errors: [...missingEvent, 'TEMPLATE_MISSING'],
  handler: async (call, deps) => {
    const { store, renderer } = deps;
    const { application, scope } = await scopeIn(store, call);
    const { file, tenant: tenantId, ...body } = call.body;
    const { tenant } = await tenantOf(deps, application, tenantId);
    const event =
      file === undefined
        ? (await eventIn(store, scope, call)).definition
        : await draftOf(deps, { application, scope }, { name: `${call.params.name}.yaml`, content: file });
    return { rendered: await renderMessageOf(renderer, { application, tenant, event }, body) };
  },
});

/** Returns the event of a file that is not pushed, with the layouts and partials that are. */
async function draftOf(
  { renderer, store }: Pick<ApiDeps, 'renderer' | 'store'>,
  { application, scope }: { application: Application; scope: Scope },
  file: SourceFile,
): Promise<EventDefinition> {
  const stored = mentionsParts(file.content) ? await store.parts.list(scope) : [];
  const files = {
    ...{ events: [file], parts: [], stored: stored.map(({ part }) => part), categories: [] },
    storedCategories: application.categories?.[scope.environment] ?? [],
  };
  const message = 'The event file has problems.';
  const { events } = await readFiles(renderer, application._id, files, { field: 'file', message });
  return events[0]!.event;
}
