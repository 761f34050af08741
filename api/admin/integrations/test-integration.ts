import { openProvider } from '../../../channels/open-providers';
import type { OutboundMessage, Provider } from '../../../channels/provider';
import { createOpenSigner } from '../../../channels/email/dkim/open-signers';
import { withSignature } from '../../../channels/email/dkim/with-signature';
import { smtp } from '../../../channels/email/smtp/provider';
import { createPushProvider } from '../../../channels/push/push-provider';
import type { Integration } from '../../../core/sending/integration';
import { newId } from '../../../core/shared/ids';
import { formatMailbox, resolveSender } from '../../../core/sending/sender';
import { lookupsOf } from '../../../net/resolver/owner';
import type { Application } from '../../../store/accounts/applications';
import type { ApiDeps } from '../../deps';

/** The result of a test, in words for the operator. */
interface TestResult {
  /** Null if the provider cannot check credentials without sending. */
  ok: boolean | null;
  detail: string;
}

const DEADLINE_MS = 15_000;

type Tools = Pick<ApiDeps, 'vault' | 'providerTools'>;

/** Checks the credentials without sending anything, within `deadlineMs`. */
export async function checkCredentials(
  integration: Integration,
  tools: Tools,
  application: Application,
  deadlineMs = DEADLINE_MS,
): Promise<TestResult> {
  const sender = resolveSender(application, 'email', { requested: null, event: undefined });
  const from = sender.ok ? formatMailbox(sender.sender) : undefined;
  return opened(application, integration, tools, async (provider) => {
    if (!provider.check)
      return { ok: null, detail: 'This provider cannot check credentials without sending a message.' };
    const result = await provider.check(AbortSignal.timeout(deadlineMs), from);
    return result.ok ? result : { ok: false, detail: result.reason };
  });
}

/** Sends one message that says it is a test. */
export async function sendTest(
  integration: Integration,
  tools: Tools,
  { application, to }: { application: Application; to: string },
): Promise<TestResult> {
  const { channel } = integration;
  const sender = resolveSender(application, channel, { requested: null, event: undefined });
  if (!sender.ok) return { ok: false, detail: sender.message };
  const text = `This is a test message of ${application.name}, sent by Heliograph.`;
  const id = newId();
  const message: OutboundMessage = {
    id,
    notificationId: id,
    contactId: null,
    to,
    from: formatMailbox(sender.sender) ?? sender.sender.phone ?? undefined,
    content: { subject: 'Test message', title: 'Test message', text },
  };
  return opened(application, integration, tools, async (provider) => {
    const result = await sendingOf(provider, { integration, application, tools }).send(
      message,
      AbortSignal.timeout(DEADLINE_MS),
    );
    if (result.outcome === 'sent') return { ok: true, detail: `Accepted: ${result.response}` };
    return { ok: false, detail: `${result.code}: ${result.response}` };
  });
}

/** Returns the provider as notifications use it. */
function sendingOf(
  provider: Provider,
  { integration, application, tools }: { integration: Integration; application: Application; tools: Tools },
): Provider {
  if (integration.channel === 'push') return createPushProvider([integration], () => provider);
  return integration.provider === smtp.name
    ? withSignature(provider, application, createOpenSigner(tools.vault))
    : provider;
}

async function opened<T>(
  application: Application,
  integration: Integration,
  tools: Tools,
  use: (provider: Provider) => Promise<T>,
): Promise<T> {
  const provider = openProvider(integration, tools.vault, tools.providerTools);
  try {
    return await lookupsOf(application._id, () => use(provider));
  } finally {
    await provider.close();
  }
}
