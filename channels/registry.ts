import type { Channel } from '../core/shared/channels';
import {
  type Candidate,
  type SendingApplication,
  type SendingRequest,
  candidatesFor,
  PUSH,
  SANDBOX,
  SERVICE_SMTP,
} from '../core/sending/candidates';
import { integrationsOf } from '../core/sending/integration';
import { openDialer } from '../net/dialer';
import type { ResolveAll } from '../net/resolver/resolver';
import { systemResolver } from '../net/resolver/system-resolver';
import type { ProviderTools } from './definition';
import { createOpenSigner, type SignedApplication } from './email/dkim/open-signers';
import { withSignature } from './email/dkim/with-signature';
import { createAttachmentFetcher } from './email/attachment-fetch';
import { createSmtpProvider } from './email/smtp/client';
import { smtp as smtpProvider } from './email/smtp/provider';
import { openStore, type StoreOptions } from './email/stored/open';
import { withAttachments } from './email/with-attachments';
import { createOpenProviders } from './open-providers';
import type { Provider } from './provider';
import { createPushProvider } from './push/push-provider';
import { createSandboxProvider, type SandboxOptions } from './sandbox';

/** The message that needs a provider. */
export interface ProviderRequest extends SendingRequest {
  application: SendingApplication & SignedApplication;
}

export interface ProviderRegistry {
  /** Returns the providers that may send a message, in the order of attempts. Empty if none is set up. */
  candidates(request: SendingRequest): Candidate[];
  /** Opens the provider of one of them. */
  open(request: ProviderRequest, candidate: string): Provider;
  close(): Promise<void>;
}

export interface RegistryOptions extends SandboxOptions {
  tools: ProviderTools;
  /** SMTP server for the e-mail of applications without an integration of their own. */
  smtpUrl?: string;
  smtpPoolSize: number;
  /** Whether its password may go to a server without TLS. */
  smtpAllowPlaintext: boolean;
  /** Whether attachments may be fetched from `http:` and loopback addresses. */
  development: boolean;
  /** Where the files of attachments with `storage` are. @default nowhere */
  files?: Omit<StoreOptions, 'resolve'>;
  /** Resolver of host names. @default the system's DNS servers */
  resolve?: ResolveAll;
}

/** Opens the providers of one process when they are first needed, and closes them when it ends. */
export function createProviderRegistry(options: RegistryOptions): ProviderRegistry {
  const { vault, tools, smtpUrl, smtpPoolSize, smtpAllowPlaintext: allowPlaintext, development } = options;
  const { resolve = systemResolver } = options;
  const { ehloName, returnPath } = tools;
  const smtp =
    smtpUrl === undefined
      ? null
      : createSmtpProvider({
          ...{ url: smtpUrl, poolSize: smtpPoolSize, allowPlaintext, ehloName, returnPath },
          dialer: openDialer(resolve),
        });
  const opened = createOpenProviders(vault, tools);
  const openSigner = createOpenSigner(vault);
  const attachments = createAttachmentFetcher({ development, resolve });
  const store = options.files && openStore({ ...options.files, resolve });

  const real = ({ integrations = [] }: SendingApplication, channel: Channel, candidate: string): Provider => {
    if (candidate === PUSH) return createPushProvider(integrationsOf(integrations, channel), opened.open);
    const integration = integrations.find(({ id }) => id === candidate);
    if (integration) return opened.open(integration);
    if (smtp !== null) return smtp;
    throw new Error(`there is no provider ${candidate}`);
  };
  return {
    candidates: (request) => candidatesFor(request, { serviceSmtp: smtp !== null }),
    open: ({ application, channel }, candidate) => {
      if (candidate === SANDBOX) return createSandboxProvider(options, application._id, channel);
      const found = real(application, channel, candidate);
      if (channel !== 'email') return found;
      const provider = signsHere(application, candidate)
        ? withSignature(found, application, openSigner)
        : found;
      const applicationId = application._id;
      return withAttachments(provider, {
        fetch: attachments.fetch,
        read: store && ((request) => store.read({ applicationId, ...request })),
      });
    },
    close: async () => {
      await Promise.all([smtp?.close(), opened.close(), attachments.close(), store?.close()]);
      await Promise.all([tools.http.close(), tools.guardedHttp.close(), tools.issuerHttp?.close()]);
    },
  };
}

/** Whether a candidate is an SMTP server. The other providers sign with keys of their own. */
const signsHere = ({ integrations = [] }: SendingApplication, candidate: string): boolean =>
  candidate === SERVICE_SMTP ||
  integrations.find(({ id }) => id === candidate)?.provider === smtpProvider.name;
