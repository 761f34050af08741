import { z } from 'zod';
import { topicPageQuery } from '../../../core/schemas/topics';
import type { ApiDeps } from '../../deps';
import type { AdminCall } from '../../http/call';
import { route } from '../../http/route';
import { changeImport, importIn, importsPage, sendRejects } from '../../topics/import-actions';
import { IMPORT_TYPES } from '../../topics/import-types';
import { importAnswer, importsAnswer, importView } from '../../topics/import-view';
import { takeImport } from '../../topics/take-import';
import { ofOneTopic, TOPIC, topicIn } from './topic-in';

const IMPORTS = `${TOPIC}/imports` as const;
const IMPORT = `${IMPORTS}/:id` as const;
const missing = [...ofOneTopic.errors, 'IMPORT_NOT_FOUND'] as const;

export const startImport = route({
  ...ofOneTopic,
  id: 'startImport',
  method: 'post',
  path: IMPORTS,
  role: 'editor',
  audit: 'topic.import',
  summary: 'Import a file of contacts into a topic',
  streamed: IMPORT_TYPES,
  answer: importAnswer,
  status: 201,
  handler: async (call, deps) => {
    const { application, topic } = await topicIn(deps, call);
    const one = await takeImport(deps, topic, call);
    await call.record({
      about: [application._id, topic.topic, one._id],
      after: { environment: topic.environment, format: one.format, rows: one.rows },
    });
    return { import: importView(one) };
  },
});

export const listImports = route({
  ...ofOneTopic,
  id: 'listImports',
  method: 'get',
  path: IMPORTS,
  role: 'viewer',
  summary: "List a topic's imports",
  description: 'The newest first.',
  query: topicPageQuery,
  answer: importsAnswer,
  handler: async (call, deps) => importsPage(deps.store, (await topicIn(deps, call)).topic, call.query),
});

export const getImport = route({
  ...ofOneTopic,
  id: 'getImport',
  method: 'get',
  path: IMPORT,
  role: 'viewer',
  summary: 'View an import and how far it is',
  answer: importAnswer,
  errors: missing,
  handler: async (call, deps) => ({
    import: importView(await importIn(deps.store, (await topicIn(deps, call)).topic, call.params.id)),
  }),
});

export const getImportRejects = route({
  ...ofOneTopic,
  id: 'getImportRejects',
  method: 'get',
  path: `${IMPORT}/rejects`,
  role: 'viewer',
  summary: 'View the rows that were not imported',
  answer: z.string(),
  answersAs: 'text/csv',
  answered: 'A CSV with the columns `line`, `code`, `field` and `error`.',
  errors: missing,
  handler: async (call, deps) => {
    const one = await importIn(deps.store, (await topicIn(deps, call)).topic, call.params.id);
    await sendRejects(deps.store, one, call.response);
    return '';
  },
});

export const stopImport = route({
  ...ofOneTopic,
  id: 'stopImport',
  method: 'post',
  path: `${IMPORT}/stop`,
  role: 'editor',
  audit: 'topic.import_stop',
  summary: 'Stop an import',
  description: 'It finishes its page of at most 500 rows.',
  answer: importAnswer,
  errors: [...missing, 'IMPORT_STATE'],
  handler: (call, deps) => changed(call, deps, 'stop'),
});

export const continueImport = route({
  ...ofOneTopic,
  id: 'continueImport',
  method: 'post',
  path: `${IMPORT}/continue`,
  role: 'editor',
  audit: 'topic.import_continue',
  summary: 'Let a stopped import continue',
  answer: importAnswer,
  errors: [...missing, 'IMPORT_STATE'],
  handler: (call, deps) => changed(call, deps, 'continue'),
});

type ImportCall = AdminCall<
  { app: string; environment: string; topic: string; id: string },
  unknown,
  unknown
>;

async function changed(call: ImportCall, deps: ApiDeps, what: 'stop' | 'continue') {
  const { application, topic } = await topicIn(deps, call);
  const one = importView(await changeImport(deps, topic, call.params.id, what));
  await call.record({
    about: [application._id, topic.topic, one.id],
    after: { state: one.state, read: one.read },
  });
  return { import: one };
}
