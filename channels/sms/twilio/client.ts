import type { Twilio } from 'twilio';
import type { HttpResult, ProviderHttp } from '../../http/provider-http';

/** Where Twilio's own client sends everything. */
export const TWILIO_API = 'https://api.twilio.com';

export interface TwilioAccount {
  account_sid: string;
  auth_token?: string;
  api_key?: string;
  api_secret?: string;
  base_url: string;
}

/** What we read of the client's request to its transport. */
interface ClientRequest {
  method: string;
  uri: string;
  headers: Record<string, string>;
  params?: object;
  data?: object;
}

/** Returns user and password of a call: the API key's, else the account's. */
export const twilioLogin = ({ account_sid, auth_token = '', api_key, api_secret }: TwilioAccount) =>
  api_key !== undefined && api_secret !== undefined
    ? { user: api_key, password: api_secret }
    : { user: account_sid, password: auth_token };

/**
 * Makes one call with Twilio's client on our transport. The client builds the request. Its result is not used, because its
 * exceptions leave out the headers. Each call has a client of its own (10 µs), so that the call's signal reaches the
 * transport. The package is loaded with the first call, because it costs 25 MB.
 */
export async function callTwilio(
  account: TwilioAccount,
  http: ProviderHttp,
  signal: AbortSignal,
  call: (client: Twilio) => Promise<unknown>,
): Promise<HttpResult> {
  const { default: twilio } = await import('twilio');
  const { user, password } = twilioLogin(account);
  let result: HttpResult | undefined;
  const httpClient = {
    request: async ({ method, uri, headers: theirs, params, data }: ClientRequest) => {
      const { 'User-Agent': _agent, ...headers } = theirs;
      const query = params === undefined ? '' : `?${formOf(params)}`;
      result = await http.request({
        method: method === 'get' ? 'GET' : 'POST',
        url: uri.replace(TWILIO_API, account.base_url) + query,
        headers: { ...headers, Authorization: basicAuth(user, password) },
        ...(data !== undefined && { body: formOf(data) }),
        signal,
      });
      if (!result.ok) throw new Error(result.reason);
      const { status, headers: answered, body } = result.answer;
      return { statusCode: status, headers: answered, body };
    },
  };
  // Empty edge, region and level keep the client from looking into the environment.
  const options = { accountSid: account.account_sid, edge: '', region: '', logLevel: '', autoRetry: false };
  const client = new twilio.Twilio(user, password, {
    ...options,
    httpClient: httpClient as unknown as NonNullable<ClientOptions['httpClient']>,
  });
  try {
    await call(client);
  } catch (error) {
    if (result === undefined) throw error;
  }
  if (result === undefined) throw new Error('the client made no call');
  return result;
}

type ClientOptions = NonNullable<ConstructorParameters<typeof Twilio>[2]>;

export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const formOf = (fields: object): string => new URLSearchParams(fields as Record<string, string>).toString();
