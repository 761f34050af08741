import type { Integration } from '../../core/integration';
import type { PushService } from '../../core/push-tokens';
import { pushServiceOf, splitTokens } from '../../core/push-tokens';
import type { OutboundMessage, Provider, SendResult } from '../provider';

/**
 * All devices of a contact as one message: each token goes to the integration of its service. Accepted for one device
 * is sent; what the others said stands in `response`. Only where no device took it is it tried again.
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
      const tokens = splitTokens(message.to);
      return together(await Promise.all(tokens.map((token) => sendTo(token, message, signal))));
    },
    // They belong to the process, which closes them.
    close: () => Promise.resolve(),
  };

  function sendTo(token: string, message: OutboundMessage, signal: AbortSignal): Promise<SendResult> {
    const service = pushServiceOf(token);
    const integration = byService.get(service);
    if (integration) return open(integration).send({ ...message, to: token }, signal);
    const response = `no integration for ${service}`;
    return Promise.resolve({ outcome: 'permanent', code: 'NO_PROVIDER', response });
  }
}

/** Worst last: what is worth another try outranks what is not, and a message that any device got is sent. */
const RANK: Record<SendResult['outcome'], number> = {
  sent: 0,
  unknown: 1,
  rate_limited: 2,
  transient: 3,
  permanent: 4,
};

/** One answer for all devices. */
export function together(results: readonly SendResult[]): SendResult {
  const best = results.reduce((one, other) => (RANK[other.outcome] < RANK[one.outcome] ? other : one));
  const gone = results.flatMap((result) => result.gone ?? []);
  const words = [...new Set(results.map(({ response }) => response))].join('; ');
  const response =
    results.length === 1 ? words : `${countOf(results, 'sent')} of ${results.length} devices: ${words}`;
  return { ...best, response, ...(gone.length > 0 && { gone }) };
}

const countOf = (results: readonly SendResult[], outcome: SendResult['outcome']): number =>
  results.filter((result) => result.outcome === outcome).length;
