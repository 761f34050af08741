import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../eventually';
import { HttpApi } from './http-api';
import { type ServiceOptions, type Services, startServices } from './services';
import { type LeaseOptions, leaseServices } from './shared-services';

const EXAMPLES = path.join(__dirname, '../../../examples/events');
/** The WAIT of onboarding is longer here: tests cancel within it, or change something, on a busy machine too. */
const EXAMPLE_FILES = readdirSync(EXAMPLES).map((name) => ({
  name,
  content: readFileSync(path.join(EXAMPLES, name), 'utf8').replace('wait: 5s', 'wait: 10s'),
}));
/** So high that only the tests of the limit, with keys of their own, meet one. */
const RATE_LIMIT = 100_000;

const APPLICATIONS = '/admin/v1/applications';
const DEMO = { name: 'demo', otp_domain: 'example.com' };

export interface StackOptions extends ServiceOptions, LeaseOptions {
  /** Event files besides the examples: name to content. */
  events?: Record<string, string>;
}

/** The service as separate processes, and an application in it. */
export interface Stack extends Services {
  production: HttpApi;
  sandbox: HttpApi;
  applicationId: string;
  /** When the test file got it: Temporal's lists have older executions of the same queues. */
  since: Date;
}

/**
 * The service, with an empty database and a new application. The test files of a Jest worker use the same processes, one
 * after the other; what a file stops or starts with other settings is put right after it. A file that needs settings or
 * servers of its own from the start gets processes of its own.
 */
export async function startStack({ events = {}, ...options }: StackOptions = {}): Promise<Stack> {
  const { env, mongodbUri, temporalAddress, clockShiftMs, oneProcess, longLived } = options;
  const isPlain = !env && !mongodbUri && !temporalAddress && !clockShiftMs && !oneProcess && !longLived;
  const services = isPlain ? await leaseServices(options) : await startServices(options);
  const since = new Date();
  try {
    const { applicationId, keys } = await setUpApplication(services.admin, events);
    const api = (environment: 'production' | 'sandbox'): HttpApi =>
      new HttpApi(`http://127.0.0.1:${services.api.ports[environment]}`, keys[environment]);
    return Object.assign(services, {
      production: api('production'),
      sandbox: api('sandbox'),
      applicationId,
      since,
    });
  } catch (error) {
    await services.stop();
    throw error;
  }
}

/**
 * Makes the application, and returns its id. On a busy machine the database of an API may be away for a moment, so that the
 * answer is 503: then the application may have been made all the same.
 */
function makeDemo(admin: HttpApi): Promise<string> {
  let wasAway = false;
  return eventually('the admin routes to answer', async () => {
    const { status, body } = await admin.post<{ application?: { id: string } }>(APPLICATIONS, DEMO);
    if (body.application) return body.application.id;
    if (status === 503) wasAway = true;
    else if (status !== 409 || !wasAway)
      throw new Error(`no application, but ${status}: ${JSON.stringify(body)}`);
    const listed = await admin.get<{ applications?: { id: string; name: string }[] }>(APPLICATIONS);
    return listed.body.applications?.find(({ name }) => name === DEMO.name)?.id;
  });
}

async function setUpApplication(admin: HttpApi, events: Record<string, string>) {
  const applicationId = await makeDemo(admin);
  const base = `${APPLICATIONS}/${applicationId}`;
  await admin.post(`${base}/senders`, { type: 'domain', value: 'example.com' });
  await admin.post(`${base}/senders`, { type: 'phone', value: '+15005550006' });
  const own = Object.entries(events).map(([name, content]) => ({ name, content }));
  const keyOf = async (environment: string): Promise<string> => {
    const files = [...EXAMPLE_FILES, ...own];
    const pushed = await admin.request('PUT', `${base}/events/${environment}`, { files });
    if (pushed.status !== 200) throw new Error(`events were refused: ${JSON.stringify(pushed.body)}`);
    const made = await admin.post(`${base}/keys`, { environment, rate_limit: RATE_LIMIT });
    return (made.body as { key: { api_key: string } }).key.api_key;
  };
  return { applicationId, keys: { production: await keyOf('production'), sandbox: await keyOf('sandbox') } };
}
