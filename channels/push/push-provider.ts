import pMap from 'p-map';
import type { Integration } from '../../core/sending/integration';
import { type PushService, pushServiceOf, splitTokens } from '../../core/contacts/push-tokens';
import { failure } from '../http/verdict';
import {
  ALONE,
  type Batch,
  type BatchResult,
  type OutboundMessage,
  type Provider,
  type SendResult,
} from '../provider';
import { combineResults } from './combine-results';

/** Maximum number of devices of one message that are called at once: a contact may have a hundred, and a worker many messages. */
const DEVICES_AT_ONCE = 10;
/** Messages that go together, if the provider of all their devices has a batch. Their devices may need several of its calls. */
const MESSAGES_TOGETHER = 100;

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
    batch: {
      most: MESSAGES_TOGETHER,
      takes: ({ to }) => splitTokens(to).every(batchFor),
      send: sendTogether,
    },
    send: async (message, signal) => {
      const tokens = [...new Set(splitTokens(message.to))];
      const toDevice = (token: string) => sendTo(token, message, signal);
      return combineResults(await pMap(tokens, toDevice, { concurrency: DEVICES_AT_ONCE }));
    },
    // The process closes the providers.
    close: () => Promise.resolve(),
  };

  /** Returns the batch of the provider of a device. */
  function batchFor(token: string): Batch | undefined {
    const integration = byService.get(pushServiceOf(token));
    return integration && open(integration).batch;
  }

  /** Sends messages to all their devices. Those of a provider with a batch share its calls. */
  async function sendTogether(
    messages: readonly OutboundMessage[],
    signal: AbortSignal,
  ): Promise<BatchResult[]> {
    const groups = new Map<PushService, Device[]>();
    for (const [at, message] of messages.entries()) {
      for (const to of new Set(splitTokens(message.to))) {
        const service = pushServiceOf(to);
        const devices = groups.get(service) ?? [];
        if (devices.push({ at, message: { ...message, to } }) === 1) groups.set(service, devices);
      }
    }
    const results = messages.map((): { to: string; result: BatchResult }[] => []);
    const toAll = async (devices: Device[]): Promise<void> => {
      const batch = batchFor(devices[0]?.message.to ?? '');
      const all = devices.map(({ message }) => message);
      const one = (message: OutboundMessage) => sendTo(message.to, message, signal);
      const answers = await (batch
        ? batch.send(all, signal)
        : pMap(all, one, { concurrency: DEVICES_AT_ONCE }));
      for (const [place, { at, message }] of devices.entries())
        results[at]?.push({ to: message.to, result: answers[place] ?? NO_RESULT });
    };
    await Promise.all([...groups.values()].map(toAll));
    return Promise.all(
      messages.map(async (message, at) => {
        const own = results[at] ?? [];
        if (own.length > 0 && own.every(({ result }) => result === ALONE)) return ALONE;
        const ofDevices: SendResult[] = [];
        for (const { to, result } of own)
          ofDevices.push(result === ALONE ? await sendTo(to, message, signal) : result);
        return combineResults(ofDevices);
      }),
    );
  }

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

/** A device, and the place of its message among the given ones. */
interface Device {
  at: number;
  message: OutboundMessage;
}

const NO_RESULT = failure('unknown', 'the call has no result of this device');
