import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeSettings } from '../../process/config';
import { devSettings } from '../dev/settings';

/** One line of a table: a variable, its default, and its description. */
interface Row {
  name: string;
  fallback: string;
  text: string;
}

const INTRODUCTION = `# Settings

Every setting is an environment variable, and an empty one counts as not set. If a value is not valid, the process does not start, and its message names the setting.

A setting of API and worker can also be in a file, as Docker and Kubernetes mount secrets: \`ENCRYPTION_KEY_FILE=/run/secrets/encryption_key\` reads \`ENCRYPTION_KEY\` from there. The line break after the value is ignored. The command line reads its key from \`HELIOGRAPH_ADMIN_KEY_FILE\` in the same way.

This file is written by \`node --import tsx tools/scripts/settings.ts\` from what the code reads.`;

const SERVICE = `## API and worker

API and worker read all of these settings. Give both the same values. The defaults suit one machine.`;

const DEVELOPMENT = `## \`npm start\` and \`npm test\`

\`npm start\` sets the addresses, ports and keys of API and worker and passes the other settings above to them. \`npm test\` uses free ports and reads only the last six settings below.`;

const COMMAND_LINE = `## The command line

An option overrides these variables, and a variable overrides what \`npm start\` wrote.`;

/** Returns the content of docs/reference/settings.md. */
export function settingsDoc(): string {
  const service = describeSettings().map((setting) => ({
    ...setting,
    fallback: setting.fallback === '(none)' ? '' : setting.fallback,
  }));
  const parts = [
    INTRODUCTION,
    SERVICE,
    table(service),
    DEVELOPMENT,
    table(development()),
    COMMAND_LINE,
    table(COMMAND_LINE_ROWS),
  ];
  return `${parts.join('\n\n')}\n`;
}

function development(): Row[] {
  const { ports, temporalNamespace, logLevel } = devSettings({});
  const port = (name: string, value: number, what: string): Row => ({
    name,
    fallback: String(value),
    text: `Port of ${what}.`,
  });
  return [
    {
      name: 'HELIOGRAPH_DATA_DIR',
      fallback: '.data',
      text: 'Folder of the data, the logs and `dev.json`, which the command line reads too.',
    },
    {
      name: 'MONGODB_URI',
      fallback: '',
      text: 'Connection string of a MongoDB to use. Its path names the database. If it is not set, `npm start` starts a MongoDB.',
    },
    {
      name: 'TEMPORAL_ADDRESS',
      fallback: '',
      text: 'Address of a Temporal to use, as host:port. If it is not set, `npm start` starts a Temporal.',
    },
    { name: 'TEMPORAL_NAMESPACE', fallback: temporalNamespace, text: 'Temporal namespace of the workflows.' },
    port('API_PORT', ports.api, 'the production environment'),
    port('API_SANDBOX_PORT', ports.sandbox, 'the sandbox environment'),
    port('ADMIN_PORT', ports.admin, 'the admin routes'),
    port('METRICS_PORT', ports.metrics, 'metrics and probes'),
    port('SMTP_PORT', ports.smtp, 'the mail catcher'),
    port('INBOX_PORT', ports.inbox, 'the inbox of caught mail'),
    port('TEMPORAL_PORT', ports.temporal, 'the Temporal that `npm start` starts'),
    port('TEMPORAL_UI_PORT', ports.temporalUi, 'the Temporal UI'),
    port('MONGO_PORT', ports.mongo, 'the MongoDB that `npm start` starts'),
    { name: 'LOG_LEVEL', fallback: logLevel, text: 'Log level of all processes.' },
    {
      name: 'HELIOGRAPH_CACHE_DIR',
      fallback: '',
      text: "Folder of downloaded and built servers, outside the clone. If it is not set, it is `heliograph` in the user's cache folder.",
    },
    {
      name: 'HELIOGRAPH_DEV_TEMPORAL',
      fallback: '',
      text: 'Only source of Temporal: `path`, `download` or `build`. If it is not set, all of them are tried.',
    },
    {
      name: 'HELIOGRAPH_DEV_MONGO',
      fallback: '',
      text: 'Only source of MongoDB: `path`, `download` or `build`. If it is not set, all of them are tried.',
    },
    {
      name: 'HELIOGRAPH_TEST_TEMPORAL_ADDRESS',
      fallback: '',
      text: 'Address of a Temporal for the tests, as host:port. If it is not set, the tests start one.',
    },
    {
      name: 'HELIOGRAPH_TEST_MONGODB_URI',
      fallback: '',
      text: 'Connection string of a MongoDB for the tests, without a database. If it is not set, the tests start one.',
    },
    {
      name: 'HELIOGRAPH_TEST_SUITE',
      fallback: 'usual',
      text: 'Suite that `npx jest` runs: `usual`, `long`, `slow` or `real-mongodb`.',
    },
  ];
}

const COMMAND_LINE_ROWS: Row[] = [
  {
    name: 'HELIOGRAPH_ADMIN_URL',
    fallback: '',
    text: 'Address of the admin routes, for example http://127.0.0.1:3002 (`--url`).',
  },
  {
    name: 'HELIOGRAPH_ADMIN_KEY',
    fallback: '',
    text: 'Admin key, for example ADMIN_API_KEY of the service (`--admin-key`).',
  },
  {
    name: 'HELIOGRAPH_ADMIN_KEY_FILE',
    fallback: '',
    text: 'File that contains the admin key.',
  },
];

/** Returns a table as Prettier formats it: columns as wide as their widest cell. */
function table(rows: Row[]): string {
  const lines = [
    ['Name', 'Default', 'What it is'],
    ...rows.map(({ name, fallback, text }) => [`\`${name}\``, fallback && `\`${fallback}\``, escaped(text)]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]!.length)));
  const [head = '', ...body] = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [head, rule, ...body].join('\n');
}

/** Escapes what Markdown would read as HTML or as the end of a cell. */
const escaped = (text: string): string =>
  text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '\\|');

if (require.main === module) {
  const file = path.join(__dirname, '../../docs/reference/settings.md');
  writeFile(file, settingsDoc()).then(
    () => console.log(`wrote ${file}`),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
