import type { Channel, Environment } from '../core/channels';
import type { Integration } from '../core/integration';
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
import { splitTokens } from '../core/push-tokens';

/** The part of an application that says who sends for it. */
export interface ProviderSettings {
  _id: string;
  integrations?: Integration[];
  sandboxRecipients?: string[];
}

/** For whom a provider is wanted. */
export interface ProviderRequest {
  application: ProviderSettings;
  environment: Environment;
  channel: Channel;
  /** The message's address. */
  address: string;
}

export interface ProviderRegistry {
  /** The provider for a message, null where none is set up. */
  pick(request: ProviderRequest): Provider | null;
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

  const real = ({ integrations = [] }: ProviderSettings, channel: Channel): Provider | null => {
    const own = integrationsOf(integrations, channel);
    if (channel === 'push') return own.length > 0 ? createPushProvider(own, opened.open) : null;
    const first = own[0];
    if (first) return opened.open(first);
    return channel === 'email' ? smtp : null;
  };
  return {
    pick: ({ application, environment, channel, address }) => {
      if (environment === 'sandbox' && !isListed(application, channel, address)) {
        return createSandboxProvider(inbox, application._id, channel);
      }
      const provider = real(application, channel);
      return provider && channel === 'email' ? withAttachments(provider, attachments) : provider;
    },
    close: async () => {
      await Promise.all([smtp?.close(), opened.close(), attachments.close()]);
      await Promise.all([tools.http.close(), tools.guardedHttp.close()]);
    },
  };
}

/** Whether sandbox really delivers there; of push to all of its devices. */
function isListed({ sandboxRecipients = [] }: ProviderSettings, channel: Channel, address: string): boolean {
  const addresses = channel === 'push' ? splitTokens(address) : [address];
  return addresses.every((one) => sandboxRecipients.includes(one));
}
