import express from 'express';
import type { Express, Router } from 'express';
import type { Environment } from '../core/channels';
import { MAX_PUSH_BYTES } from '../core/schemas/event-file/limits';
import { isInSubnets, readAddress } from '../core/subnets';
import type { ApiDeps } from './deps';
import { authenticateAdmin } from './access/authenticate-admin';
import { accessLog } from './middleware/access-log';
import { authenticate } from './middleware/authenticate';
import { errorHandler, notFound } from './middleware/error-handler';
import { needsIndexes } from './middleware/needs-indexes';
import { jsonBody } from './middleware/json-body';
import { rateLimit } from './middleware/rate-limit';
import { requestId } from './middleware/request-id';
import { readBodiesWith } from './resource';
import { adminKeyRoutes } from './routes/admin/admin-keys';
import { applicationRoutes } from './routes/admin/applications';
import { auditRoutes } from './routes/admin/audit';
import { eventRoutes } from './routes/admin/events';
import { integrationRoutes } from './routes/admin/integrations';
import { keyRoutes } from './routes/admin/keys';
import { adminNotificationRoutes } from './routes/admin/notifications';
import { operatorRoutes } from './routes/admin/operators';
import { secretRoutes } from './routes/admin/secrets';
import { senderRoutes } from './routes/admin/senders';
import { suppressionRoutes } from './routes/admin/suppressions';
import { adminWebhookRoutes } from './routes/admin/webhooks';
import { cancelRoutes } from './routes/cancel';
import { contactRoutes } from './routes/contacts';
import { docsRoutes } from './routes/docs';
import { healthRoutes } from './routes/health';
import { notificationRoutes } from './routes/notifications';
import { receiptRoutes } from './routes/receipts';
import { sendRoutes } from './routes/send';
import { webhookEventRoutes } from './routes/webhook-events';
import { webhookRoutes } from './routes/webhooks';

/** Bytes of a body. */
const MAX_BODY = 1024 * 1024;

/** The interface of one environment; the caller listens. */
export function createApp(deps: ApiDeps, environment: Environment): Express {
  return build(deps, environment, (app, router) => {
    const documents = express.Router();
    docsRoutes(documents, environment);
    app.use(documents);
    app.use(needsIndexes(deps));
    const receipts = express.Router({ caseSensitive: true });
    receiptRoutes(receipts, deps);
    app.use(receipts);
    app.use(authenticate(deps, environment));
    app.use(rateLimit(deps.connection, environment));
    readBodiesWith(router, jsonBody(MAX_BODY));
    for (const routes of [
      sendRoutes,
      notificationRoutes,
      cancelRoutes,
      contactRoutes,
      webhookRoutes,
      webhookEventRoutes,
    ]) {
      routes(router, deps);
    }
  });
}

/** The admin routes, which have a listener of their own so that a firewall can tell them apart. */
export function createAdminApp(deps: ApiDeps): Express {
  return build(deps, 'admin', (app, router) => {
    app.use(needsIndexes(deps));
    app.use(authenticateAdmin(deps));
    readBodiesWith(router, jsonBody(MAX_PUSH_BYTES));
    for (const routes of [
      adminKeyRoutes,
      auditRoutes,
      applicationRoutes,
      keyRoutes,
      senderRoutes,
      integrationRoutes,
      suppressionRoutes,
      eventRoutes,
      adminNotificationRoutes,
      secretRoutes,
      operatorRoutes,
      adminWebhookRoutes,
    ]) {
      routes(router, deps);
    }
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
  app.use(accessLog(deps.log, listener));
  const health = express.Router();
  healthRoutes(health, deps);
  app.use(health);
  const router = express.Router({ caseSensitive: true });
  add(app, router);
  app.use(router);
  app.use(notFound);
  app.use(errorHandler(deps.log));
  return app;
}
