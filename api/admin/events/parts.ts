import { z } from 'zod';
import { PART_KINDS, usedName } from '../../../core/events/parts/part';
import { eventVersionsQuery, partsQuery, restoreVersionBody } from '../../../core/schemas/admin';
import type { Scope } from '../../../core/shared/scope';
import type { FoundPart } from '../../../store/events/parts';
import type { Store } from '../../../store/store';
import { ApiError } from '../../http/api-error';
import { fileProblem } from '../../http/error-body';
import { answer, next, timestamp } from '../../http/formats';
import { route } from '../../http/route';
import { scopeIn } from './event-in';
import { authorOf, pushEvents } from './push';
import {
  changeSchema,
  partChangeSchema,
  versionNumber,
  versionSchema,
  versionsPage,
  versionView,
} from './view';

const PARTS = '/admin/v1/applications/:app/parts/:environment';
const PART = `${PARTS}/:folder/:file` as const;
const missingPart = ['APPLICATION_NOT_FOUND', 'PART_NOT_FOUND'] as const;
const missingVersion = ['APPLICATION_NOT_FOUND', 'PART_VERSION_NOT_FOUND'] as const;

const partSchema = z
  .object({
    name: z.string().describe('Its folder and file, such as `partials/footer.de.mjml`. A push gives it.'),
    kind: z.enum(Object.values(PART_KINDS)),
    language: z.string().nullable().describe('Null: it is used for every language that has no file.'),
    version: z.int().min(1),
    updated_at: timestamp,
    events: z.array(z.string()).describe('Names of the events that use it, also through other partials.'),
    content: z.string().optional().describe('In a list only if it is asked for.'),
  })
  .meta({ id: 'Part' });

const partView = (
  { name, part, version, updatedAt }: FoundPart,
  users: ReadonlyMap<string, readonly string[]>,
): z.output<typeof partSchema> => ({
  ...{ name, kind: PART_KINDS[part.folder], language: part.language ?? null },
  ...{ version: version.number, updated_at: updatedAt.toISOString() },
  events: [...(users.get(usedName(part)) ?? [])],
});

export const listParts = route({
  id: 'listParts',
  tag: 'Events',
  method: 'get',
  path: PARTS,
  role: 'viewer',
  summary: 'List the layouts, partials and translations of an environment',
  query: partsQuery,
  answer: answer('PartsAnswer', { parts: z.array(partSchema) }),
  errors: ['APPLICATION_NOT_FOUND'],
  handler: async (call, { store }) => {
    const { scope } = await scopeIn(store, call);
    const parts = await store.parts.list(scope);
    const users = await store.events.users(
      scope,
      parts.map(({ part }) => usedName(part)),
    );
    const isWanted = ({ part }: FoundPart): boolean => call.query.content === PART_KINDS[part.folder];
    return {
      parts: parts.map((one) => ({
        ...partView(one, users),
        ...(isWanted(one) && { content: one.source }),
      })),
    };
  },
});

export const getPart = route({
  id: 'getPart',
  tag: 'Events',
  method: 'get',
  path: PART,
  role: 'viewer',
  summary: 'View a layout, partial or translation with its content',
  answer: answer('PartAnswer', { part: z.object({ ...partSchema.shape, content: z.string() }) }),
  errors: missingPart,
  handler: async (call, { store }) => {
    const { scope } = await scopeIn(store, call);
    const found = await partIn(store, scope, call);
    const users = await store.events.users(scope, [usedName(found.part)]);
    return { part: { ...partView(found, users), content: found.source } };
  },
});

export const deletePart = route({
  id: 'deletePart',
  tag: 'Events',
  method: 'delete',
  path: PART,
  role: 'owner',
  audit: 'part.delete',
  summary: 'Delete a layout, partial or translation',
  description:
    'Refused while an event needs it. Events that can use another file of the same name, such as the one for every language, are recompiled with it.',
  answer: answer('PartDeleted', { changes: z.array(changeSchema) }),
  errors: [...missingPart, 'PART_IN_USE', 'EVENT_CHANGED'],
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const { name, part } = await partIn(deps.store, scope, call);
    const { changes, before, after } = await pushEvents(deps, {
      ...{ application, scope, files: [], removed: [name], dryRun: false, expected: {} },
      mark: { by: authorOf(call.admin), via: 'api' },
    }).catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error;
      const users = [...(await deps.store.events.using(scope, [usedName(part)])).keys()].sort();
      const message = `${name} is used by ${users.join(', ')}. Push these events without it first, or push another file of the same name.`;
      throw new ApiError('PART_IN_USE', message);
    });
    await call.record({ about: [application._id], before, after });
    return { changes };
  },
});

export const listPartVersions = route({
  id: 'listPartVersions',
  tag: 'Events',
  method: 'get',
  path: `${PART}/versions`,
  role: 'viewer',
  summary: 'List the versions of a layout, partial or translation',
  description: 'The newest first, at most 100. Those of a deleted one are kept for a time.',
  query: eventVersionsQuery,
  answer: answer('PartVersionsAnswer', { versions: z.array(versionSchema), next }),
  errors: missingPart,
  handler: async (call, { store }) => {
    const { scope } = await scopeIn(store, call);
    const found = await store.partVersions.list(scope, nameIn(call), call.query);
    if (found.length === 0 && call.query.after === undefined) await partIn(store, scope, call);
    return versionsPage(found, call.query.limit);
  },
});

export const getPartVersion = route({
  id: 'getPartVersion',
  tag: 'Events',
  method: 'get',
  path: `${PART}/versions/:version`,
  role: 'viewer',
  summary: 'View a version of a layout, partial or translation with its content',
  answer: answer('PartVersionAnswer', { version: z.object({ ...versionSchema.shape, content: z.string() }) }),
  errors: missingVersion,
  handler: async (call, { store }) => {
    const { scope } = await scopeIn(store, call);
    const found = await versionIn(store, scope, call);
    return { version: { ...versionView(found), content: found.source ?? '' } };
  },
});

export const restorePartVersion = route({
  id: 'restorePartVersion',
  tag: 'Events',
  method: 'post',
  path: `${PART}/versions/:version/restore`,
  role: 'editor',
  audit: 'part.restore',
  summary: 'Restore a version of a layout, partial or translation',
  description: 'Pushes its content again. The events that use it are recompiled.',
  body: restoreVersionBody.meta({ id: 'PartRestore' }),
  bodyIsOptional: true,
  answer: answer('PartRestored', {
    part: partChangeSchema,
    changes: z.array(changeSchema),
    warnings: z.array(fileProblem).optional(),
  }),
  errors: [...missingVersion, 'EVENT_CHANGED'],
  handler: async (call, deps) => {
    const { application, scope } = await scopeIn(deps.store, call);
    const { expected_version: expected } = call.body;
    const { name, number, source } = await versionIn(deps.store, scope, call);
    const { parts, changes, warnings, before, after } = await pushEvents(deps, {
      ...{ application, scope, dryRun: false, files: [{ name, content: source ?? '' }] },
      mark: { by: authorOf(call.admin), via: 'restore', restored: number },
      expected: expected === undefined ? {} : { [name]: expected },
    });
    await call.record({ about: [application._id], before, after });
    return { part: parts[0]!, changes, ...(warnings.length > 0 && { warnings }) };
  },
});

interface PartCall {
  params: { folder: string; file: string };
}

const nameIn = ({ params: { folder, file } }: PartCall): string => `${folder}/${file}`;

async function partIn({ parts }: Store, scope: Scope, call: PartCall): Promise<FoundPart> {
  const found = await parts.find(scope, nameIn(call));
  if (found) return found;
  throw new ApiError(
    'PART_NOT_FOUND',
    'There is no such layout, partial or translation in this environment.',
  );
}

async function versionIn(
  { partVersions }: Store,
  scope: Scope,
  call: PartCall & { params: { version: string } },
) {
  const found = await partVersions.get(scope, nameIn(call), versionNumber(call.params.version));
  if (found) return found;
  const message = 'There is no such version of this layout, partial or translation, or it is no longer kept.';
  throw new ApiError('PART_VERSION_NOT_FOUND', message);
}
