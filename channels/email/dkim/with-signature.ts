import { domainOf, parseMailbox } from '../../../core/contacts/email-address';
import { VaultError } from '../../../core/shared/vault';
import { failure } from '../../http/verdict';
import type { Provider } from '../../provider';
import type { OpenSigner, SignedApplication } from './open-signers';

/**
 * Returns an SMTP provider whose messages are signed with the application's key for the domain of From, if that has an active
 * one (DKIM-1). A message whose key cannot be opened waits, as with refused credentials: it is not sent unsigned (DKIM-4).
 */
export function withSignature(
  provider: Provider,
  application: SignedApplication,
  openSigner: OpenSigner,
): Provider {
  if ((application.dkim ?? []).length === 0) return provider;
  return {
    ...provider,
    send: (message, signal) => {
      const from = parseMailbox(message.from ?? '');
      const domain = from ? domainOf(from.address) : '';
      try {
        const signer = openSigner(application, domain);
        return provider.send(signer ? { ...message, signer } : message, signal);
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        return Promise.resolve(failure('credentials', `the DKIM key of ${domain}: ${error.message}`));
      }
    },
  };
}
