import type { Response, Router } from 'express';
import type { Environment } from '../../core/channels';
import { eventFileJsonSchema } from '../../core/schemas/event-file/json-schema';
import { openApiDocument } from '../openapi/document';
import { docsPage, PAGE_ASSETS, PAGE_POLICY, PAGE_SCRIPT, VIEWER_FILES } from '../openapi/page';
import { resource } from '../resource';

/** The OpenAPI document, a page that shows it, and the schema of event files. None needs a key, MongoDB, or the network. */
export function docsRoutes(router: Router, environment: Environment): void {
  let document: string | undefined;
  let eventSchema: string | undefined;

  resource(router, '/openapi.json', {
    get: (_request, response) => {
      // Made when it is first asked for, so that no start pays for it.
      document ??= JSON.stringify(documentOf(environment));
      keep(response).type('application/json').send(document);
    },
  });

  resource(router, '/event.schema.json', {
    get: (_request, response) => {
      eventSchema ??= JSON.stringify(eventFileJsonSchema());
      keep(response).type('application/schema+json').send(eventSchema);
    },
  });

  resource(router, '/docs', {
    get: (_request, response) =>
      void keep(response)
        .set({ 'Content-Security-Policy': PAGE_POLICY, 'Referrer-Policy': 'no-referrer' })
        .type('text/html')
        .send(docsPage(environment)),
  });

  resource(router, `${PAGE_ASSETS}/start.js`, {
    get: (_request, response) => void keep(response).type('text/javascript').send(PAGE_SCRIPT),
  });
  for (const [name, file] of Object.entries(VIEWER_FILES)) {
    resource(router, `${PAGE_ASSETS}/${name}`, {
      // The installation may be in a folder whose name begins with a dot.
      get: (_request, response) => keep(response).sendFile(file, { dotfiles: 'allow' }),
    });
  }
}

/** The document with the address that served it first, whatever its name is. */
function documentOf(environment: Environment) {
  const document = openApiDocument();
  const own = { url: '/', description: `${environment} of this installation.` };
  return { ...document, servers: [own, ...(document.servers ?? [])] };
}

const keep = (response: Response): Response =>
  response.set({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' });
