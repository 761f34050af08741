import type { Channel } from '../core/channels';
import type { SendingApplication, SendingRequest } from '../core/choose-integration';
import { isCaptured, sendQueueFor } from '../core/choose-integration';
import { integrationsOf } from '../core/integration';
import type { Vault } from '../core/vault';
import type { InboxStore } from '../store/inbox';
import type { ProviderTools } from './definition';
import { createAttachmentFetcher } from './email/attachment-fetch';
import { createSmtpProvider } from './email/smtp';
import { withAttachments } from './email/with-attachments';
import { createOpenProviders } from './open-providers';
import type { Provider } from './provider';
import { createPushProvider } from './push/push-provider';
import { createSandboxProvider } from './sandbox';

/** For whom a provider is wanted. */
export interface ProviderRequest extends SendingRequest {
  application: SendingApplication & { _id: string };
}

/** Who sends a message, and in which integration's queue it waits for that; null: in that of all. */
export interface Picked {
  provider: Provider;
  queue: string | null;
}

export interface ProviderRegistry {
  /** The provider for a message, null where none is set up. */
  pick(request: ProviderRequest): Picked | null;
  close(): Promise<void>;
}

export interface RegistryOptions {
  inbox: InboxStore;
  vault: Vault;
  tools: ProviderTools;
  /** SMTP server for the e-mail of applications without an integration of their own. */
  smtpUrl?: string;
  smtpPoolSize: number;
  /** Whether attachments may be fetched from `http:` and loopback addresses. */
  development: boolean;
}

/** The providers of one process, opened when they are first needed and closed when it ends. */
export function createProviderRegistry(options: RegistryOptions): ProviderRegistry {
  const { inbox, vault, tools, smtpUrl, smtpPoolSize, development } = options;
  const { returnPath } = tools;
  const smtp =
    smtpUrl === undefined ? null : createSmtpProvider({ url: smtpUrl, poolSize: smtpPoolSize, returnPath });
  const opened = createOpenProviders(vault, tools);
  const attachments = createAttachmentFetcher({ development });

  const real = ({ integrations = [] }: SendingApplication, channel: Channel): Provider | null => {
    const own = integrationsOf(integrations, channel);
    if (channel === 'push') return own.length > 0 ? createPushProvider(own, opened.open) : null;
    const first = own[0];
    if (first) return opened.open(first);
    return channel === 'email' ? smtp : null;
  };
  return {
    pick: (request) => {
      const { application, channel } = request;
      if (isCaptured(request)) {
        return { provider: createSandboxProvider(inbox, application._id, channel), queue: null };
      }
      const provider = real(application, channel);
      if (!provider) return null;
      const queue = sendQueueFor(request);
      return { provider: channel === 'email' ? withAttachments(provider, attachments) : provider, queue };
    },
    close: async () => {
      await Promise.all([smtp?.close(), opened.close(), attachments.close()]);
      await Promise.all([tools.http.close(), tools.guardedHttp.close()]);
    },
  };
}
