import { z } from 'zod';
import { type ApiReply, type ApiRequest, type ApiServer, must, startApiServer } from './api-server';

const text = z.string();
/** The fields of docs.expo.dev's message format that we use; all others are refused. */
const message = z.strictObject({
  to: text.regex(/^Expo(nent)?PushToken\[[^\]]+\]$|^[\da-f-]{36}$/),
  title: text.optional(),
  body: text.optional(),
  data: z.record(text, text),
  badge: z.number().int().optional(),
  ttl: z.number().int().min(0),
  sound: z.literal('default'),
  priority: z.enum(['default', 'normal', 'high']),
  richContent: z.strictObject({ image: z.url() }).optional(),
  mutableContent: z.literal(true).optional(),
});
export type ExpoBody = z.infer<typeof message>;

export interface ExpoServer extends ApiServer {
  sent(): ExpoBody[];
}

/** Expo's push service; with `accessToken` it refuses who does not show it. */
export async function startExpoServer(accessToken?: string): Promise<ExpoServer> {
  const answer = ({ method, path, headers, json }: ApiRequest): ApiReply => {
    must(method === 'POST', `method ${method}`);
    must(headers['content-type'] === 'application/json', 'content-type');
    must(headers.accept === 'application/json', 'accept');
    if (path === '/--/api/v2/push/send') z.union([message, z.array(message).min(1).max(100)]).parse(json);
    else must(path === '/--/api/v2/push/getReceipts', `path ${path}`);
    if (accessToken !== undefined && headers.authorization !== `Bearer ${accessToken}`) {
      return expoErrors(401, 'UNAUTHORIZED', 'The bearer token is invalid.');
    }
    if (path.endsWith('getReceipts')) {
      z.strictObject({ ids: z.array(z.uuid()).length(1) }).parse(json);
      return { status: 200, body: { data: {} } };
    }
    if (!Array.isArray(json)) return { status: 200, body: { data: { status: 'ok', id: '019a-receipt' } } };
    const tickets = (json as ExpoBody[]).map(({ to }) => ({ status: 'ok', id: `ticket-${to}` }));
    return { status: 200, body: { data: tickets } };
  };
  const server = await startApiServer(answer, { strict: true });
  return {
    ...server,
    sent: () => server.requests.map(({ json }) => json as ExpoBody),
  };
}

export const expoErrors = (
  status: number,
  code: string,
  words = 'words of Expo',
  headers = {},
): ApiReply => ({
  status,
  headers,
  body: { errors: [{ code, message: words, isTransient: false }] },
});

export const ticketError = (error: string | undefined, words = 'words of Expo'): ApiReply => ({
  status: 200,
  body: { data: { status: 'error', message: words, ...(error !== undefined && { details: { error } }) } },
});
