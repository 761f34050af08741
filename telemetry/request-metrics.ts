import { CALL_BUCKETS, counter, seconds } from './registry';

const requests = counter('http_requests_total', 'Requests to the API, by the pattern of their route.', [
  'listener',
  'route',
  'method',
  'status',
]);
const durations = seconds(
  'http_request_duration_seconds',
  'Time from the headers of a request to the end of its answer.',
  CALL_BUCKETS,
  ['listener', 'route'],
);
const errors = counter('http_errors_total', 'Requests that were answered with an error, by its code.', [
  'listener',
  'code',
]);
const accepted = counter('notifications_accepted_total', 'Notifications that were accepted.', [
  'environment',
]);
const refused = counter(
  'notifications_refused_total',
  'Recipients of sends that were refused, by the code of the error. A request without a valid key is in heliograph_http_errors_total only.',
  ['environment', 'code'],
);

interface EndedRequest {
  listener: string;
  /** Pattern of the route. Undefined: the request was answered before one was found, or there is none. */
  route: string | undefined;
  method: string;
  /** Null: the client left before an answer. */
  status: number | null;
  seconds: number;
}

/** Counts a request that has ended. */
export function countRequest({
  listener,
  route = 'none',
  method,
  status,
  seconds: took,
}: EndedRequest): void {
  requests.inc({ listener, route, method, status: status ?? 'aborted' });
  durations.observe({ listener, route }, took);
}

export const countError = (listener: string, code: string): void => errors.inc({ listener, code });
export const countAccepted = (environment: string, count: number): void =>
  accepted.inc({ environment }, count);
export const countRefused = (environment: string, code: string): void => refused.inc({ environment, code });
