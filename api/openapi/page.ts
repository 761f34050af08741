import path from 'node:path';

/** Where the routes of the page's parts are. */
export const PAGE_ASSETS = '/docs/assets';

const VIEWER = path.dirname(require.resolve('swagger-ui-dist/package.json'));

/** The parts of Swagger UI that the page uses, by the name that they are served under. */
export const VIEWER_FILES: Record<string, string> = {
  'swagger-ui.css': path.join(VIEWER, 'swagger-ui.css'),
  'swagger-ui-bundle.js': path.join(VIEWER, 'swagger-ui-bundle.js'),
};

/** Nothing but our own files runs or is loaded; Swagger UI sets style attributes and has its icons in `data:`. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the page runs: the viewer over the document of the same address, which asks no other host for anything. */
export const PAGE_SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** The page of an environment that shows the document to people. */
export const docsPage = (environment: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Heliograph API, ${environment}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${PAGE_ASSETS}/swagger-ui.css">
  </head>
  <body>
    <main id="docs">
      <noscript>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    </main>
    <script src="${PAGE_ASSETS}/swagger-ui-bundle.js"></script>
    <script src="${PAGE_ASSETS}/start.js"></script>
  </body>
</html>
`;
