/** A page as gateways, proxies and captive portals show it. */
const PAGE = `<!DOCTYPE html><html><head><title>Gateway</title><style>p { color: red }</style>
<script>const page = '<b>not shown</b>';</script></head>
<body><h1>Access denied</h1><p>by <a href="https://gateway.example/">Example&nbsp;Gateway</a> &amp; Co</p></body></html>`;
const SHOWN = 'Access denied by Example Gateway & Co';
const OTHER_JSON = JSON.stringify({ status: 'success', code: 200, result: 'accepted', data: null });
const JSON_ERROR = JSON.stringify({ code: 400, error: 'Bad Request', message: 'Blocked by policy 7' });

export interface GatewayAnswer {
  what: string;
  reply: { status: number; headers?: Record<string, string>; body: string };
  /** What an operator sees of it. */
  shown: string;
  /** It is no web page: a vendor whose form is the status alone may have given it. */
  plain?: true;
}

const page = (status: number, location?: string): GatewayAnswer => ({
  what: location === undefined ? `a web page with status ${status}` : `a redirect to a login page: ${status}`,
  reply: { status, headers: { 'content-type': 'text/html', ...(location && { location }) }, body: PAGE },
  shown: SHOWN,
});
const plain = (status: number, type: string, body: string): GatewayAnswer => ({
  what: body === '' ? `an empty ${status}` : `${status} ${type} of another form`,
  reply: { status, headers: { 'content-type': type }, body },
  shown: body,
  plain: true,
});

/** What may answer in a vendor's place. */
export const GATEWAY_ANSWERS: readonly GatewayAnswer[] = [
  ...[200, 202, 400, 403, 404, 407, 410, 413, 422, 429, 500, 502, 503, 504].map((status) => page(status)),
  ...[301, 302, 307].map((status) => page(status, '/login')),
  ...[200, 202].map((status) => plain(status, 'text/plain', '')),
  { ...plain(204, 'text/plain', ''), reply: { status: 204, body: '' } },
  plain(200, 'application/json', OTHER_JSON),
  ...[400, 404, 422].map((status) => plain(status, 'application/json', JSON_ERROR)),
  plain(403, 'text/plain', 'error code: 1010'),
];
