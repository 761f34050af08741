import { z } from 'zod';
import { topicPageQuery } from '../../core/schemas/topics';
import { MOST_ROWS } from '../../core/topics/import';
import type { ApiDeps } from '../deps';
import type { PublicCall } from '../http/call';
import { uuid } from '../http/formats';
import { route } from '../http/route';
import { changeImport, importIn, importsPage, sendRejects } from './import-actions';
import { IMPORT_TYPES } from './import-types';
import { IMPORT_EXAMPLE, importAnswer, importsAnswer, importView } from './import-view';
import { takeImport } from './take-import';
import { ofOneTopic, TOPIC, topicNamed, topicParam } from './topic-in';

const IMPORTS = `${TOPIC}/imports` as const;
const IMPORT = `${IMPORTS}/:id` as const;
const AN_IMPORT = { 'An import': { success: true, import: IMPORT_EXAMPLE } };

const ofOneImport = {
  ...ofOneTopic,
  params: { ...topicParam, id: uuid.describe('Id of the import.') },
  errors: ['TOPIC_NOT_FOUND', 'IMPORT_NOT_FOUND'],
} as const;

const topicOf = (
  { caller, params }: Pick<PublicCall<{ topic: string }, unknown, unknown>, 'caller' | 'params'>,
  { store }: ApiDeps,
) => topicNamed(store, caller.scope, params.topic);

export const startImport = route({
  ...ofOneTopic,
  id: 'startImport',
  method: 'post',
  path: IMPORTS,
  summary: 'Import a file of contacts into a topic',
  description: `At most ${MOST_ROWS} rows. The answer comes after the file is stored. A workflow then creates or changes the contacts and adds them, and continues after a crash. A repeat adds nobody twice.`,
  streamed: IMPORT_TYPES,
  answer: importAnswer,
  status: 201,
  answered: 'The import has begun.',
  errors: ['TOPIC_NOT_FOUND'],
  examples: { answer: AN_IMPORT },
  handler: async (call, deps) => ({
    import: importView(await takeImport(deps, await topicOf(call, deps), call)),
  }),
});

export const listImports = route({
  ...ofOneTopic,
  id: 'listImports',
  method: 'get',
  path: IMPORTS,
  summary: "List a topic's imports",
  description: 'The newest first.',
  query: topicPageQuery,
  answer: importsAnswer,
  answered: 'One page of the imports.',
  errors: ['TOPIC_NOT_FOUND'],
  examples: { answer: { 'One import': { success: true, imports: [IMPORT_EXAMPLE], next: null } } },
  handler: async (call, deps) => importsPage(deps.store, await topicOf(call, deps), call.query),
});

export const getImport = route({
  ...ofOneImport,
  id: 'getImport',
  method: 'get',
  path: IMPORT,
  summary: 'Read an import and how far it is',
  answer: importAnswer,
  answered: 'The import.',
  examples: { answer: AN_IMPORT },
  handler: async (call, deps) => ({
    import: importView(await importIn(deps.store, await topicOf(call, deps), call.params.id)),
  }),
});

export const getImportRejects = route({
  ...ofOneImport,
  id: 'getImportRejects',
  method: 'get',
  path: `${IMPORT}/rejects`,
  summary: 'Read the rows that were not imported',
  description: 'In the order of lines, with the reason of each. It has nothing else of the rows.',
  answer: z.string(),
  answersAs: 'text/csv',
  answered: 'A CSV with the columns `line`, `code`, `field` and `error`.',
  examples: {
    answer: {
      'One row':
        'line,code,field,error\r\n7,VALIDATION_ERROR,contact.email,contact.email must be an e-mail address such as ada@example.com.\r\n',
    },
  },
  handler: async (call, deps) => {
    const one = await importIn(deps.store, await topicOf(call, deps), call.params.id);
    await sendRejects(deps.store, one, call.response);
    return '';
  },
});

export const stopImport = route({
  ...ofOneImport,
  id: 'stopImport',
  method: 'post',
  path: `${IMPORT}/stop`,
  summary: 'Stop an import',
  description: 'It finishes its page of at most 500 rows. Who was added stays in the topic.',
  answer: importAnswer,
  answered: 'The import.',
  errors: [...ofOneImport.errors, 'IMPORT_STATE'],
  examples: { answer: AN_IMPORT },
  handler: async (call, deps) => ({
    import: importView(await changeImport(deps, await topicOf(call, deps), call.params.id, 'stop')),
  }),
});

export const continueImport = route({
  ...ofOneImport,
  id: 'continueImport',
  method: 'post',
  path: `${IMPORT}/continue`,
  summary: 'Let a stopped import continue',
  description: 'It continues at the row that it had reached.',
  answer: importAnswer,
  answered: 'The import.',
  errors: [...ofOneImport.errors, 'IMPORT_STATE'],
  examples: { answer: AN_IMPORT },
  handler: async (call, deps) => ({
    import: importView(await changeImport(deps, await topicOf(call, deps), call.params.id, 'continue')),
  }),
});
