import pMap from 'p-map';
import type { Integration } from '../../core/sending/integration';
import { type PushService, pushServiceOf, splitTokens } from '../../core/contacts/push-tokens';
import { failure } from '../http/verdict';
import type { OutboundMessage, Provider, SendResult } from '../provider';
import { combineResults } from './combine-results';

/** Maximum number of devices of one message that are called at once: a contact may have a hundred, and a worker many messages. */
const DEVICES_AT_ONCE = 10;

/**
 * Sends one message to all devices of a contact: each token goes to the integration of its service. If one device takes it,
 * it is sent, and `response` has the others' failures. It is retried only if no device took it.
 */
export function createPushProvider(
  integrations: readonly Integration[],
  open: (integration: Integration) => Provider,
): Provider {
  const byService = new Map<PushService, Integration>();
  for (const one of integrations) {
    const service = one.provider as PushService;
    if (!byService.has(service)) byService.set(service, one);
  }
  return {
    name: [...byService.keys()].join('+'),
    send: async (message, signal) => {
      const tokens = [...new Set(splitTokens(message.to))];
      const toDevice = (token: string) => sendTo(token, message, signal);
      return combineResults(await pMap(tokens, toDevice, { concurrency: DEVICES_AT_ONCE }));
    },
    // The process closes the providers.
    close: () => Promise.resolve(),
  };

  /** Never rejects: an error of one device must not lose the answers of the others. */
  async function sendTo(token: string, message: OutboundMessage, signal: AbortSignal): Promise<SendResult> {
    const service = pushServiceOf(token);
    const integration = byService.get(service);
    if (!integration)
      return { outcome: 'permanent', code: 'NO_PROVIDER', response: `no integration for ${service}` };
    if (signal.aborted) return failure('timeout', 'no time left to call');
    try {
      return await open(integration).send({ ...message, to: token }, signal);
    } catch (error) {
      return failure('unknown', String(error));
    }
  }
}
