import type { oas31 } from 'zod-openapi';
import { completed } from './complete';
import { adminRoutes } from '../routes';
import { pathsOf } from './paths';

const DESCRIPTION = `The admin API of Heliograph: applications, keys, senders, integrations, events, and what operators do with notifications. It has a separate listener (\`ADMIN_PORT\`).

**Authentication.** \`Authorization: Bearer <admin key>\`: the key of \`ADMIN_API_KEY\`, or one that was made with a role. A viewer reads, an editor changes what applications send and how, an owner removes things and hands out keys and secrets. Each change is in the audit log.

A browser may sign in instead: \`POST /admin/v1/session/password\`, \`…/link\` or \`…/oidc\` sets a cookie. With it, a change needs the header \`X-CSRF-Token\` with the \`csrf_token\` of the answer.

**Bodies** are JSON in UTF-8 (\`Content-Type: application/json\`). An unknown field is 400.

**Answers** may get new fields. Ignore fields that you do not know.`;

const HEAD = {
  title: 'Heliograph admin API',
  description: DESCRIPTION,
  servers: { 'http://127.0.0.1:3002': 'As `npm start` serves it.' },
  tags: {
    Applications: 'What sends: each has its events, contacts, keys and settings.',
    Keys: 'API keys of applications, and admin keys.',
    Operators: 'People who sign in to the dashboard, and their sessions.',
    Senders: 'Domains, addresses and numbers that an application may send as.',
    Integrations: 'Accounts at providers through which messages go out.',
    Events: 'Templates and sequences, pushed as files.',
    Contacts: 'Recipients, as operators see them.',
    Topics: 'Lists of contacts, and imports into them.',
    Suppressions: 'Addresses to which nothing is sent.',
    Notifications: 'Find, cancel, retry, reopen, signal.',
    Search: 'Find what a text may mean.',
    Jobs: 'What is done with many notifications, in the background.',
    Explain: 'Why a recipient got a message or not.',
    Statistics: 'Numbers over time, and the use of quotas.',
    Webhooks: 'The endpoints that receive delivery events, as operators see them.',
    Doctor: 'What is wrong with the service, and what to do.',
    Audit: 'Who changed what over this API, and the upkeep of stored secrets.',
  },
};

/** Returns the OpenAPI document of the admin routes, from the schemas that validate requests. */
export const adminDocument = (): oas31.OpenAPIObject =>
  completed(HEAD, {
    security: [{ adminKey: [] }, { session: [] }],
    paths: pathsOf(adminRoutes),
    components: {
      securitySchemes: {
        adminKey: { type: 'http', scheme: 'bearer', bearerFormat: 'admin_…', description: 'An admin key.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-heliograph_session',
          description: 'The session of an operator. A change also needs the header `X-CSRF-Token`.',
        },
      },
    },
  });
