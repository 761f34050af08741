import express, { type Express, type Router } from 'express';
import type { Environment } from '../core/shared/channels';
import { MAX_PUSH_BYTES } from '../core/events/file/limits';
import { isInSubnets, readAddress } from '../core/access/subnets';
import type { ApiDeps } from './deps';
import { sameSite } from './http/access/same-site';
import { authenticateAdmin } from './http/access/authenticate-admin';
import { accessLog } from './http/middleware/access-log';
import { authenticate } from './http/middleware/authenticate';
import { readEarly } from './http/middleware/early-body';
import { errorHandler, notFound } from './http/middleware/error-handler';
import { needsIndexes } from './http/middleware/needs-indexes';
import { jsonBody } from './http/middleware/json-body';
import { rateLimit } from './http/middleware/rate-limit';
import { oneHost } from './http/middleware/one-host';
import { requestId } from './http/middleware/request-id';
import { underWay } from './http/middleware/under-way';
import { traceRequest } from './http/middleware/trace-request';
import type { Route } from './http/route';
import { serve } from './http/serve';
import { dashboardFiles } from './dashboard/files';
import { adminDocument } from './openapi/admin-document';
import { openApiDocument } from './openapi/document';
import { serveAdminDocuments, serveDocuments } from './service/documents';
import { healthRoutes } from './service/health';
import { serveOpen } from './service/open-route';
import { preferenceRoutes } from './preferences/routes';
import { receiptRoutes } from './receipts/routes';
import { adminRoutes, publicRoutes } from './routes';

/** Maximum size of a body, in bytes. */
const MAX_BODY = 1024 * 1024;

/** Maximum size of the body of a sign-in, in bytes. */
const MAX_SIGN_IN = 8192;

/** Creates the app of one environment. The caller listens. */
export function createApp(deps: ApiDeps, environment: Environment): Express {
  return build(deps, environment, (app, router) => {
    const documents = express.Router();
    serveDocuments(documents, {
      title: `Heliograph API, ${environment}`,
      make: openApiDocument,
      environment,
      sequences: deps.sequences,
    });
    app.use(documents);
    app.use(needsIndexes(deps));
    const receipts = express.Router({ caseSensitive: true });
    receiptRoutes(receipts, deps);
    app.use(receipts);
    const preferences = express.Router({ caseSensitive: true });
    preferenceRoutes(preferences, deps);
    app.use(preferences);
    app.use(readEarly);
    app.use(authenticate(deps, environment));
    app.use(rateLimit(deps, environment));
    app.use(underWay(deps.waits));
    serve(router, deps, publicRoutes, jsonBody(MAX_BODY));
  });
}

/** Creates the app of the admin routes. They have a listener of their own, so that a firewall can separate them. */
export function createAdminApp(deps: ApiDeps): Express {
  return build(deps, 'admin', (app, router) => {
    const documents = express.Router();
    serveAdminDocuments(documents, {
      title: 'Heliograph admin API',
      make: adminDocument,
      environment: 'admin',
      sequences: deps.sequences,
    });
    dashboardFiles(documents, deps.dashboardFiles);
    app.use(documents);
    app.use(needsIndexes(deps));
    app.use(sameSite(deps.dashboardUrl));
    app.use(readEarly);
    const signIn = express.Router({ caseSensitive: true });
    const isOpen = ({ role }: Route): boolean => role === 'anyone';
    serve(signIn, deps, adminRoutes.filter(isOpen), jsonBody(MAX_SIGN_IN));
    app.use(signIn);
    app.use(authenticateAdmin(deps));
    const behindKey = adminRoutes.filter((route) => !isOpen(route));
    serve(router, deps, behindKey, jsonBody(MAX_PUSH_BYTES));
  });
}

function build(
  deps: ApiDeps,
  listener: Environment | 'admin',
  add: (app: Express, router: Router) => void,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', (address: string) => {
    const read = readAddress(address);
    return read !== null && isInSubnets(read, deps.trustedProxies);
  });
  app.use(requestId);
  app.use(traceRequest(listener));
  app.use(accessLog(deps.log, listener));
  app.use(oneHost);
  const health = express.Router();
  serveOpen(health, healthRoutes, deps);
  app.use(health);
  const router = express.Router({ caseSensitive: true });
  add(app, router);
  app.use(router);
  app.use(notFound);
  app.use(errorHandler(deps.log, listener));
  return app;
}
