import path from 'node:path';

const VIEWER = path.dirname(require.resolve('swagger-ui-dist/package.json'));

/** The files of Swagger UI that the page uses, by the name under which they are served. */
export const VIEWER_FILES: Record<string, string> = {
  'swagger-ui.css': path.join(VIEWER, 'swagger-ui.css'),
  'swagger-ui-bundle.js': path.join(VIEWER, 'swagger-ui-bundle.js'),
};

/** Allows only our own files. Swagger UI sets style attributes and has its icons in `data:`. */
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

/** Returns the script of the page. It starts the viewer with the document of the same address, and calls no other host. */
export const pageScript = (document: string): string => `SwaggerUIBundle({
  url: '${document}',
  dom_id: '#docs',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/** Returns the page that shows a document to people. Its parts are served under `assets`. */
export const docsPage = (title: string, assets: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${assets}/swagger-ui.css">
  </head>
  <body>
    <main id="docs">
      <noscript>This page needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    </main>
    <script src="${assets}/swagger-ui-bundle.js"></script>
    <script src="${assets}/start.js"></script>
  </body>
</html>
`;
