import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** Where an embedded server comes from. */
export type SourceName = 'path' | 'download' | 'build';

const sourceName = z.enum(['path', 'download', 'build']).optional();
const portNumber = z
  .string()
  .transform(Number)
  .refine((value) => Number.isInteger(value) && value > 0 && value < 65_536, 'must be a port, 1 to 65535');
const port = (fallback: number) => portNumber.default(fallback);

const serverSourcesSchema = z.object({
  /** Looks for Temporal in this place only. */
  HELIOGRAPH_DEV_TEMPORAL: sourceName,
  /** The same for MongoDB. */
  HELIOGRAPH_DEV_MONGO: sourceName,
  /** Where downloads and builds are kept, outside the clone. */
  HELIOGRAPH_CACHE_DIR: z.string().optional(),
});

const devSchema = z.object({
  HELIOGRAPH_DATA_DIR: z.string().default('.data'),
  /** Uses this MongoDB and starts none. Its path names the database. */
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb://')
    .optional(),
  MONGO_PORT: port(27027),
  /** Uses this Temporal and starts none. */
  TEMPORAL_ADDRESS: z
    .string()
    .regex(/^[^\s/]+:\d+$/, 'must be host:port')
    .optional(),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_PORT: port(7233),
  TEMPORAL_UI_PORT: port(8233),
  API_PORT: port(3000),
  API_SANDBOX_PORT: port(3001),
  ADMIN_PORT: port(3002),
  METRICS_PORT: port(3003),
  SMTP_PORT: port(1025),
  INBOX_PORT: port(8025),
  /** Turn traces on: the processes inherit them. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  /** Folder of extensions, which the processes load too. */
  HELIOGRAPH_EXTENSIONS: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});

const mailSchema = z.object({
  MONGODB_URI: z.string(),
  ENCRYPTION_KEY: z.string(),
  SMTP_PORT: port(1025),
  INBOX_PORT: port(8025),
  LOG_LEVEL: devSchema.shape.LOG_LEVEL,
});

export type DevSettings = ReturnType<typeof devSettings>;

/** Thrown if the environment has a value that cannot be used. The message names each variable. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/** Returns which sources of the embedded servers may be used, and the folder of their programs. */
export function serverSources(env: NodeJS.ProcessEnv = process.env) {
  const values = parse(serverSourcesSchema, env);
  return {
    temporal: values.HELIOGRAPH_DEV_TEMPORAL,
    mongo: values.HELIOGRAPH_DEV_MONGO,
    cacheDirectory: path.resolve(values.HELIOGRAPH_CACHE_DIR ?? userCache()),
  };
}

/** Returns addresses, ports and the data folder of `npm start`. */
export function devSettings(env: NodeJS.ProcessEnv = process.env) {
  const values = parse(devSchema, env);
  return {
    dataDirectory: path.resolve(values.HELIOGRAPH_DATA_DIR),
    mongoUri: values.MONGODB_URI,
    temporalAddress: values.TEMPORAL_ADDRESS,
    temporalNamespace: values.TEMPORAL_NAMESPACE,
    logLevel: values.LOG_LEVEL,
    extensions:
      values.HELIOGRAPH_EXTENSIONS === undefined ? null : path.resolve(values.HELIOGRAPH_EXTENSIONS),
    traced: Boolean(values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT),
    ports: {
      mongo: values.MONGO_PORT,
      temporal: values.TEMPORAL_PORT,
      temporalUi: values.TEMPORAL_UI_PORT,
      api: values.API_PORT,
      sandbox: values.API_SANDBOX_PORT,
      admin: values.ADMIN_PORT,
      metrics: values.METRICS_PORT,
      smtp: values.SMTP_PORT,
      inbox: values.INBOX_PORT,
    },
  };
}

/** Returns the settings that the supervisor passes to the mail catcher. */
export function mailSettings(env: NodeJS.ProcessEnv = process.env) {
  const values = parse(mailSchema, env);
  return {
    mongoUri: values.MONGODB_URI,
    smtpPort: values.SMTP_PORT,
    inboxPort: values.INBOX_PORT,
    encryptionKeys: [Buffer.from(values.ENCRYPTION_KEY, 'base64')],
    logLevel: values.LOG_LEVEL,
  };
}

function parse<T extends z.ZodType>(schema: T, env: NodeJS.ProcessEnv): z.infer<T> {
  // Shells and Compose files write "not set" as an empty variable.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path: [name], message }) => {
    // An address may contain a password.
    const value = given[String(name)]?.replace(/\/\/.*@/, '//***@') ?? '';
    return `  ${String(name)}=${value}: ${message}`;
  });
  throw new SettingsError(`These environment variables cannot be used:\n${problems.join('\n')}`);
}

function userCache(): string {
  const home = os.homedir();
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Caches', 'heliograph');
  if (process.platform === 'win32') {
    return path.join(process.env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'heliograph');
  }
  return path.join(process.env.XDG_CACHE_HOME ?? path.join(home, '.cache'), 'heliograph');
}
