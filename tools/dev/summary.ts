import pc from 'picocolors';
import type { Demo } from './demo';
import type { Facts } from './facts';

/** Returns the last text of a start: all addresses, and a first request. */
export function summaryOf(
  facts: Facts,
  demo: Demo,
  { signInLink, logs }: { signInLink: string; logs: string },
): string {
  const { production, sandbox, admin } = facts;
  const rows: [string, string][] = [
    ['API, production', `${production.baseUrl}   key ${production.apiKey}`],
    ['API, sandbox', `${sandbox.baseUrl}   key ${sandbox.apiKey}`],
    ['Admin routes', `${admin.baseUrl}   key ${admin.apiKey}`],
    ['Dashboard', `${signInLink}   (signs in once; then ${admin.baseUrl}/dashboard)`],
    ['Caught mail', `${facts.inboxUrl}   (JSON for programs, a page for browsers)`],
    ['Temporal UI', facts.temporalUi ?? `of the server at ${facts.temporalAddress}`],
    ['MongoDB', facts.mongoUri],
    ['Metrics', `${facts.metricsUrl}   (Prometheus; /healthz and /readyz beside it)`],
    ['Events', demo.events.join(', ') || 'none'],
    ['Logs', logs],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return [
    '',
    pc.bold('Heliograph runs.'),
    ...rows.map(([label, value]) => `  ${pc.dim(label.padEnd(width))}  ${value}`),
    '',
    'Send a first notification:',
    '',
    firstSend(facts),
    '',
    `and read it:  curl -sS '${facts.inboxUrl}?limit=1'`,
    '',
    pc.dim('Ctrl-C stops everything and keeps the data. `npm start -- --fresh` starts without it.'),
    '',
  ].join('\n');
}

function firstSend({ production }: Facts): string {
  return [
    `curl -sS ${production.baseUrl}/v1/send/welcome \\`,
    `  -H 'Authorization: Bearer ${production.apiKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"to":{"email":"ada@example.com","name":"Ada Lovelace"},"payload":{"name":"Ada"}}'`,
  ].join('\n');
}
