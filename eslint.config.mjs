import { builtinModules } from 'node:module';
import { globalIgnores } from 'eslint/config';
import importX, { createNodeResolver } from 'eslint-plugin-import-x';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

// The arrows of docs/internals/architecture.md: what each layer (`target`) must not see (`from`).
const zone = (target, from, message, except = []) => ({
  target,
  from: from.map((path) => `./${path}`),
  message,
  ...(except.length > 0 && { except: except.map((path) => `./${path}`) }),
});
/** The rows of the channels are data that every layer may read. What their templates hold is a part of the domain. */
const CHANNEL_ROWS = ['table.ts'];
const CHANNEL_CONTENTS = [...CHANNEL_ROWS, 'content.ts', 'contents.ts'];
/** Each layer of the service itself. */
const processes = ['api', 'worker', 'cli', 'tools', 'test'];
// The tester that authors of sequences use runs outside Temporal's sandbox.
const workflowCode = ['./workflows/*.ts', './workflows/!(testing)/**'];
/** What makes chance, or works in a thread. */
const CHANCE = [
  'default',
  'randomBytes',
  'randomInt',
  'randomUUID',
  'randomFill',
  'randomFillSync',
  'webcrypto',
  'scrypt',
];
/** Globals that are, read or change something outside of a function. */
const IMPURE = [
  ...['process', 'console', 'global', 'globalThis', 'require', 'module', 'fetch', 'performance', 'crypto'],
  ...[
    'setTimeout',
    'setInterval',
    'setImmediate',
    'queueMicrotask',
    'WebAssembly',
    'Worker',
    'BroadcastChannel',
  ],
];
const zones = [
  zone(
    './core',
    [
      ...processes,
      'workflows',
      'activities',
      'store',
      'channels',
      'temporal',
      'net',
      'rendering',
      'process/config',
      'process/log.ts',
    ],
    'core is the pure domain and imports nothing of ours.',
    CHANNEL_CONTENTS,
  ),
  zone(
    './core/!(schemas)/**',
    ['core/schemas'],
    'core/schemas has the bodies of requests, which stand on the nouns; what nouns share is in core/shared/schemas.',
  ),
  zone(
    './core/shared/schemas',
    ['core'],
    'the schemas of values are the bottom: they know no noun, only how single values are written.',
    [
      'shared',
      ...['contacts/aliases.ts', 'contacts/email-address.ts', 'contacts/phone.ts'],
      ...['events/templates/language.ts', 'sending/sender-type.ts', 'sequences/clock.ts'],
    ],
  ),
  zone(
    './channels/{row,table,*/channel,*/*/sends-as}.ts',
    [
      ...processes,
      'core',
      'workflows',
      'activities',
      'store',
      'temporal',
      'net',
      'rendering',
      'process/config',
    ],
    'rows are plain data, which workflows and the dashboard bundle.',
  ),
  zone(
    './channels/{contents,*/content}.ts',
    ['store', 'net'],
    'what a template holds is a part of the pure domain.',
  ),
  ...workflowCode.flatMap((target) => [
    zone(
      target,
      [
        ...processes,
        'activities',
        'store',
        'channels',
        'temporal',
        'net',
        'process/config',
        'process/log.ts',
      ],
      'workflows are deterministic: they know only the types in workflows/activities-contract.ts.',
      CHANNEL_ROWS,
    ),
    zone(
      target,
      ['core/schemas', 'core/shared/schemas', 'core/events/file', 'core/events/templates'],
      'zod and Handlebars stay out of the bundle.',
    ),
  ]),
  zone(
    './rendering',
    [...processes, 'workflows', 'activities', 'store', 'channels', 'temporal', 'net', 'process/config'],
    'it is handed what it needs.',
    CHANNEL_CONTENTS,
  ),
  zone(
    './telemetry',
    [
      ...processes,
      'workflows',
      'activities',
      'store',
      'channels',
      'temporal',
      'net',
      'rendering',
      'process/config',
    ],
    'every layer counts with it, so it knows none.',
  ),
  zone('./core', ['telemetry'], 'core is the pure domain and imports nothing of ours.'),
  ...['./store', './channels', './net'].map((target) =>
    zone(
      target,
      [...processes, 'workflows', 'activities', 'temporal', 'process/config'],
      'it is handed what it needs.',
    ),
  ),
  ...['./temporal', './activities'].map((target) =>
    zone(target, [...processes, 'process/config'], 'it is handed what it needs.'),
  ),
  ...['./api/*.ts', './api/!(server.ts)/**'].map((target) =>
    zone(
      target,
      ['worker', 'cli', 'tools', 'test', 'activities', 'workflows'],
      'the API starts workflows through temporal/.',
    ),
  ),
  zone(
    './client',
    [
      ...processes,
      'core',
      'workflows',
      'activities',
      'store',
      'channels',
      'temporal',
      'net',
      'rendering',
      'process/config',
      'process/log.ts',
    ],
    'the client is a package of its own and knows the service by docs/openapi.json only.',
  ),
  ...['./*.ts', './!(dashboard|test)/**', './test/!(unit)/**', './test/unit/!(dashboard)/**'].map((target) =>
    zone(target, ['dashboard'], 'the dashboard is served as files, and imported by nobody.'),
  ),
  zone(
    './dashboard',
    [
      ...processes,
      'core',
      'workflows',
      'activities',
      'store',
      'channels',
      'temporal',
      'net',
      'rendering',
      'process/config',
      'process/log.ts',
    ],
    'the dashboard knows the service by docs/admin-openapi.json, by rows that the service has too, by how routes are called, and by how a text isolates a name.',
    [
      ...CHANNEL_ROWS,
      'contacts/table.ts',
      'shared/isolated.ts',
      'segments/names.ts',
      'sequences/steps.ts',
      'webhooks/event.ts',
      'shared/route-call.ts',
    ],
  ),
  zone(
    './dashboard',
    ['client'],
    "the client is for callers of the API, and the dashboard is an operator's.",
  ),
  zone(
    './cli',
    ['worker', 'store', 'activities', 'temporal', 'tools', 'test'],
    'the command line speaks to the admin routes.',
  ),
  zone('./cli', ['api'], 'of the API the command line knows only the types in generated/admin-openapi.d.ts.'),
];

export default tseslint.config(
  globalIgnores([
    'node_modules',
    '**/dist',
    '.data',
    'coverage',
    '.mutation',
    'test/histories',
    // Made by `npm run api-types`.
    'client/src/openapi.ts',
    'generated',
    // The user's own.
    'extensions',
  ]),
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './dashboard/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // One import per module: `import type` if it takes types only, `type` before a name otherwise.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Repositories and the like are plain objects of closures: their methods need no `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
      eqeqeq: 'error',
      'no-console': 'off',
    },
  },
  {
    // Workflow code runs in Temporal's sandbox: Node's modules and the environment are not there.
    files: ['workflows/**/*.ts'],
    ignores: ['workflows/testing/**'],
    rules: { 'no-restricted-globals': ['error', 'process', 'setInterval', 'require', 'Buffer'] },
  },
  {
    files: [
      'api/**/*.ts',
      'worker/**/*.ts',
      'activities/**/*.ts',
      'store/**/*.ts',
      'channels/**/*.ts',
      'net/**/*.ts',
      'rendering/**/*.ts',
      'temporal/**/*.ts',
      'telemetry/**/*.ts',
      'core/**/*.ts',
      'workflows/**/*.ts',
      'process/log.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'process/config/ is the only reader of the environment.',
        },
      ],
    },
  },
  {
    // The domain is pure: the same arguments have the same result. It reads and changes nothing outside, has no clock and no
    // chance of its own, starts no timer and no thread, and keeps nothing between two calls. What needs any of these is
    // handed in, or lives in another layer. core/shared/remember.ts has the caches, which change no result, and
    // core/shared/random.ts and ids.ts make new secrets and ids.
    files: ['core/**/*.ts', 'channels/{row,table,content,contents}.ts', 'channels/*/{channel,content}.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'node:crypto', importNames: CHANCE, message: 'Chance is made in core/shared/random.ts.' },
            { name: 'node:net', allowImportNames: ['isIP', 'isIPv4', 'isIPv6'] },
            { name: 'node:url', allowImportNames: ['domainToASCII', 'domainToUnicode'] },
            { name: 'lru-cache', message: 'Caches are made by core/shared/remember.ts.' },
            { name: 'uuid', message: 'Ids are made in core/shared/ids.ts.' },
          ],
          patterns: [
            { regex: '^node:(?!(crypto|net|url)$)', message: 'core is pure: no input, output or threads.' },
            {
              regex: `^(${builtinModules.join('|')})$`,
              message: "Begin the name of Node's modules with node:.",
            },
          ],
        },
      ],
      'no-restricted-globals': ['error', ...IMPURE],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The time is an argument.' },
        { object: 'Math', property: 'random', message: 'Chance is an argument.' },
        { object: 'Temporal', property: 'Now', message: 'The time is an argument.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'The time is an argument.',
        },
        {
          selector: ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind!=const]',
          message: 'core keeps nothing between two calls.',
        },
        {
          selector:
            ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration NewExpression[callee.name=/^(Weak)?(Map|Set)$/][arguments.length=0]',
          message: 'core keeps nothing between two calls, except by core/shared/remember.ts.',
        },
      ],
    },
  },
  {
    // What one request can do to a process is decided in one place.
    files: ['**/*.ts'],
    ignores: ['net/listeners/**', 'test/**', 'tools/bench/**', 'tools/scripts/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        ...['http', 'https', 'http2']
          .flatMap((name) => [name, `node:${name}`])
          .map((name) => ({
            name,
            importNames: ['default', 'createServer', 'createSecureServer', 'Server'],
            allowTypeImports: true,
            message: 'Make HTTP servers with net/listeners/http-listener.ts.',
          })),
      ],
    },
  },
  {
    // The router's redirects are thrown.
    files: ['dashboard/src/router.tsx'],
    rules: { '@typescript-eslint/only-throw-error': 'off' },
  },
  { files: ['test/**/*.ts'], rules: { '@typescript-eslint/no-unsafe-assignment': 'off' } },
  { files: ['**/*.js'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js'] })] },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
    },
  },
  prettier,
);
