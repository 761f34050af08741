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
    const results = messages.map((): BatchResult[] => []);
    const toAll = async (devices: Device[]): Promise<void> => {
      const batch = batchFor(devices[0]?.message.to ?? '');
      const all = devices.map(({ message }) => message);
      const one = (message: OutboundMessage) => sendTo(message.to, message, signal);
      const answers = await (batch
        ? batch.send(all, signal)
        : pMap(all, one, { concurrency: DEVICES_AT_ONCE }));
      for (const [place, { at }] of devices.entries()) results[at]?.push(answers[place] ?? NO_RESULT);
    };
    await Promise.all([...groups.values()].map(toAll));
    return results.map(togetherOrAlone);
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

/**
 * Combines the results of a message's devices, some of whose calls were refused for what is in them. No further call is made for it
 * here, because it would hold the results of the other messages. `ALONE` repeats it for all its devices, so it does not go alone if
 * one has taken it or may have, or if the provider asks to wait.
 */
function togetherOrAlone(ofDevices: readonly BatchResult[]): BatchResult {
  const isDecisive = (result: BatchResult) => result !== ALONE && DECISIVE.has(result.outcome);
  if (ofDevices.includes(ALONE) && !ofDevices.some(isDecisive)) return ALONE;
  return combineResults(ofDevices.map((result) => (result === ALONE ? REFUSED : result)));
}

/** Outcomes of a device after which its message is not called again at once. */
const DECISIVE: ReadonlySet<SendResult['outcome']> = new Set(['sent', 'unknown', 'rate_limited']);

/** A device, and the place of its message among the given ones. */
interface Device {
  at: number;
  message: OutboundMessage;
}

const NO_RESULT = failure('unknown', 'the call has no result of this device');
const REFUSED = failure('message', 'the call was refused for what is in it');
