import type { oas31 } from 'zod-openapi';
import { completed } from './complete';
import { otherErrorResponses } from './errors';
import { documentRoutes } from '../service/documents';
import { healthRoutes } from '../service/health';
import { openPaths } from '../service/open-route';
import { publicRoutes } from '../routes';
import { webhookEvents } from '../webhooks/delivery-events';
import { pathsOf } from './paths';
import { publicError } from '../http/error-body';

const DESCRIPTION = `Heliograph sends notifications over e-mail, SMS, Slack, push, Telegram, WhatsApp and Discord. A send calls a named event, which is a set of templates.

**Authentication.** \`Authorization: Bearer <API key>\`. Keys that start with \`live_\` are for production, \`test_\` for sandbox, and a key works only at the address of its environment. A key may have scopes (\`send\`, \`read\`, \`contacts\`, \`webhooks\`; all of them unless it was made with fewer) and a time when it expires. Events, contacts, notifications and the webhook endpoint are per environment. Sandbox captures what it would send.

**Bodies** are JSON in UTF-8 (\`Content-Type: application/json\`), 1 MB and 100 levels at most, without NUL characters and lone surrogates. An unknown field is 400. In contacts and in the object form of \`to\`, it is metadata.

**Answers** may get new fields. Ignore fields that you do not know.

**Errors** have a body with \`error\` for humans and \`code\` for programs, and \`field\`, \`channel\`, \`current\` and \`limit\` if they apply. An unknown path is 404 \`ROUTE_NOT_FOUND\`. A method that a path does not have is 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`. Every path with GET also has HEAD.

**Limits.** A key may send 100 requests a second in production, 10 in sandbox. Above that, the answer is 429 with \`Retry-After\`. Notifications have monthly and daily quotas. Above them, the answer is 402 with \`current\` and \`limit\`.`;

const HEAD = {
  title: 'Heliograph',
  description: DESCRIPTION,
  servers: {
    'http://127.0.0.1:3000': 'Production, as `npm start` serves it.',
    'http://127.0.0.1:3001': 'Sandbox, as `npm start` serves it.',
  },
  tags: {
    Sending: 'Sends, cancels and signals.',
    Notifications: 'The result of a send.',
    Contacts: 'Recipients with their identifiers and metadata.',
    Topics: 'Lists of contacts that messages are for, and imports into them.',
    Webhooks: 'The endpoint that receives delivery events.',
    'Webhook events': 'What that endpoint receives.',
    Service: 'Health and this document; no key is needed.',
  },
};

/** Returns the OpenAPI document of the interface, from the schemas that validate requests. */
export const openApiDocument = (): oas31.OpenAPIObject =>
  completed(HEAD, {
    security: [{ apiKey: [] }],
    paths: { ...pathsOf(publicRoutes), ...openPaths([...healthRoutes, ...documentRoutes]) },
    webhooks: webhookEvents,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'live_… in production, test_… in sandbox',
          description: 'An API key of the environment.',
        },
      },
      schemas: { Error: publicError },
      responses: otherErrorResponses(),
    },
  });
