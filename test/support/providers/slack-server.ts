import { z } from 'zod';
import { type ApiReply, type ApiRequest, type ApiServer, must, startApiServer } from './api-server';

export const SLACK_TOKEN = 'xoxb-1234567890-abcdefGHIJKL';

/** Arguments of chat.postMessage that we use (docs.slack.dev/reference/methods/chat.postMessage); no others. */
const postMessage = z.strictObject({
  channel: z.string().min(1),
  text: z.string().min(1).optional(),
  blocks: z.array(z.looseObject({ type: z.string() })).optional(),
  unfurl_links: z.boolean(),
  unfurl_media: z.boolean(),
  link_names: z.literal(false),
  metadata: z.strictObject({
    event_type: z.string().regex(/^[a-z0-9_]+$/),
    event_payload: z.record(z.string(), z.string()),
  }),
});

export type SlackPost = z.infer<typeof postMessage>;

/** Slack's Web API below `/api`. */
export const startSlackServer = (): Promise<ApiServer> => startApiServer(answerSlack, { strict: true });

/** Slack's answer to one request; throws if the request is not as documented. */
export function answerSlack({ method, path, headers, json }: ApiRequest): ApiReply {
  must(method === 'POST', `${method} ${path}`);
  must(headers['content-type'] === 'application/json; charset=utf-8', `${headers['content-type']}`);
  if (headers.authorization !== `Bearer ${SLACK_TOKEN}`)
    return { status: 200, body: { ok: false, error: 'invalid_auth' } };
  if (path === '/api/auth.test')
    return { status: 200, body: { ok: true, team: 'Example', user: 'heliograph' } };
  must(path === '/api/chat.postMessage', path);
  const { channel, text } = postMessage.parse(json);
  // A member's id opens a direct message, whose channel is another.
  const posted = channel.replace(/^[UW]/, 'D').replace(/^#.*/, 'C0CHANNEL1');
  return {
    status: 200,
    body: { ok: true, channel: posted, ts: '1503435956.000247', message: { text, type: 'message' } },
  };
}
