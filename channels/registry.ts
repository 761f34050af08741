import type { Channel } from '../core/channels';
import type { Scope } from '../core/scope';
import type { InboxStore } from '../store/inbox';
import { createSmtpProvider } from './email/smtp';
import type { Provider } from './provider';
import { createSandboxProvider } from './sandbox';

export interface ProviderRegistry {
  /** The provider for a message, null where none is set up. */
  pick(scope: Scope, channel: Channel): Provider | null;
  close(): Promise<void>;
}

export interface RegistryOptions {
  inbox: InboxStore;
  /** SMTP server for e-mail in production. */
  smtpUrl?: string;
  smtpPoolSize: number;
}

/** The providers of one process, made when it starts and closed when it ends. */
export function createProviderRegistry({ inbox, smtpUrl, smtpPoolSize }: RegistryOptions): ProviderRegistry {
  const smtp = smtpUrl === undefined ? null : createSmtpProvider({ url: smtpUrl, poolSize: smtpPoolSize });
  return {
    pick: ({ applicationId, environment }, channel) => {
      if (environment === 'sandbox') return createSandboxProvider(inbox, applicationId, channel);
      return channel === 'email' ? smtp : null;
    },
    close: async () => {
      await smtp?.close();
    },
  };
}
