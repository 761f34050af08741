import { z } from 'zod';
import { FAULT_POINTS } from '../../core/shared/fault-points';
import { anyWebAddress, type Read, readBy, text } from './values';

const ROLES = ['api', 'worker'] as const;

function rolesIn(text: string): Read<(typeof ROLES)[number][]> {
  const given = text.split(',').map((role) => role.trim());
  const unknown = given.find((role) => !ROLES.some((known) => known === role));
  if (unknown === undefined) return { value: ROLES.filter((role) => given.includes(role)) };
  const problem = unknown === '' ? 'has an empty role' : `has an unknown role "${unknown}"`;
  return { problem: `${problem}. Set api, worker or api,worker` };
}

export const processSettings = {
  HELIOGRAPH_MODE: z
    .enum(['production', 'development'])
    .default('production')
    .describe(
      '`production` or `development`. `development` allows webhook endpoints and attachments on http: and loopback addresses, Web Push endpoints and integrations on loopback addresses, weak keys and fault points. It changes nothing else.',
    ),
  HELIOGRAPH_ROLES: readBy(rolesIn, ROLES.join()).describe(
    'Roles of one process, separated by commas: `api`, `worker` or both. Only the entry that can be both reads it (`main.ts`, in a build `dist/process/main.js`). `npm run api` and `npm run worker` ignore it. A process with both roles starts a send without the task queues of Temporal. To scale the roles, run them in separate processes (docs/operations/docker.md).',
  ),
  HELIOGRAPH_EXTENSIONS: text
    .optional()
    .describe(
      'Folder of your own sequences, providers and settings, for example ./extensions (docs/guides/extensions.md). API, worker and command line need the same folder. If it is not set, there are none.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe(
      'Minimum severity of the log lines that are written: fatal, error, warn, info, debug, trace or silent.',
    ),
};

export const tracing = {
  OTEL_EXPORTER_OTLP_ENDPOINT: anyWebAddress
    .optional()
    .describe(
      "Address of an OpenTelemetry collector that accepts OTLP over HTTP, for example http://127.0.0.1:4318. It turns traces on in API and worker. OpenTelemetry's other OTEL_ variables apply too (docs/operations/tracing.md). If it is not set, there are no traces.",
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: anyWebAddress
    .optional()
    .describe(
      'Complete address for traces. If it is not set, traces go to /v1/traces at OTEL_EXPORTER_OTLP_ENDPOINT.',
    ),
};

export const faults = {
  HELIOGRAPH_FAULT: z
    .enum(FAULT_POINTS)
    .optional()
    .describe(
      'Fault point at which the process crashes in tests. Production refuses it. If it is not set, the process does not crash.',
    ),
};
