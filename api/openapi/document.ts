import type { oas31, ZodOpenApiObject } from 'zod-openapi';
import { completed } from './complete';
import { otherErrorResponses } from './errors';
import { webhookEvents } from './events';
import { publicRoutes } from '../routes';
import { pathsOf } from './paths';
import { servicePaths } from './service';
import { anyError } from './schemas/error';

const DESCRIPTION = `Heliograph sends notifications over e-mail, SMS, Slack, push, Telegram, WhatsApp and Discord. A send calls a named event, which is a set of templates.

**Authentication.** \`Authorization: Bearer <API key>\`. Keys that start with \`live_\` are for production, \`test_\` for sandbox, and a key works at the address of its own environment only. A key may have scopes (\`send\`, \`read\`, \`contacts\`, \`webhooks\`; all of them unless it was made with fewer) and a time when it expires. Events, contacts, notifications and the webhook endpoint are per environment. Sandbox captures what it would send.

**Bodies** are JSON in UTF-8 (\`Content-Type: application/json\`), 1 MB and 100 levels at most, without NUL characters and lone surrogates. An unknown field is 400, except in contacts and in the object form of \`to\`, where it is metadata.

**Answers** may get new fields. Ignore fields that you do not know.

**Errors** have a body with \`error\` for humans and \`code\` for programs, and \`field\`, \`channel\`, \`current\` and \`limit\` where they apply. An unknown path is 404 \`ROUTE_NOT_FOUND\`. A method that a path does not have is 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`. Every path with GET also has HEAD.

**Limits.** A key may send 100 requests a second in production, 10 in sandbox. Beyond that the answer is 429 with \`Retry-After\`. Notifications have monthly and daily quotas. Beyond them the answer is 402 with \`current\` and \`limit\`.`;

/** Returns the OpenAPI document of the interface, from the schemas that validate requests. */
export function openApiDocument(): oas31.OpenAPIObject {
  const document: ZodOpenApiObject = {
    openapi: '3.1.1',
    info: {
      title: 'Heliograph',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: 'http://127.0.0.1:3000', description: 'Production, as `npm start` serves it.' },
      { url: 'http://127.0.0.1:3001', description: 'Sandbox, as `npm start` serves it.' },
    ],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Sending', description: 'Sends, cancels and signals.' },
      { name: 'Notifications', description: 'The result of a send.' },
      { name: 'Contacts', description: 'Recipients with their identifiers and metadata.' },
      { name: 'Webhooks', description: 'The endpoint that receives delivery events.' },
      { name: 'Webhook events', description: 'What that endpoint receives.' },
      { name: 'Service', description: 'Health and this document; no key is needed.' },
    ],
    paths: {
      ...pathsOf(publicRoutes),
      ...servicePaths,
    },
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
      schemas: { Error: anyError },
      responses: otherErrorResponses(),
    },
  };
  return completed(document);
}
