import { type Finding, findingsOf } from '../../../core/doctor/finding';
import { sealedFor } from '../../../core/shared/at-rest';
import { VaultError } from '../../../core/shared/vault';
import type { Application } from '../../../store/accounts/applications';
import { openLinkKey } from '../../../store/preferences/link-key';
import type { ApiDeps } from '../../deps';

const ACTION =
  'Add the key that encrypted it to ENCRYPTION_KEY, for API and worker (docs/operations/encryption-key.md).';

/** Says which keys of an application no key of ENCRYPTION_KEY opens: those that sign its e-mail, and that of its links. */
export function sealedFindings(application: Application, { vault }: Pick<ApiDeps, 'vault'>): Finding[] {
  const { _id, name, dkim = [] } = application;
  const { problem } = findingsOf(`application ${name}`);
  const signing = dkim
    .filter(({ state }) => state === 'active')
    .flatMap((key) => {
      const why = whyClosed(() => vault.open(key.sealed, sealedFor.dkim(_id, key)));
      if (why === undefined) return [];
      const action = `${ACTION} If it is lost, rotate: heliograph senders dkim add ${key.domain} --app ${name}`;
      return [
        problem(
          `The DKIM key ${key.selector} of ${key.domain} cannot be decrypted (${why}). Its e-mail waits.`,
          action,
        ),
      ];
    });
  const why = whyClosed(() => openLinkKey(vault, application));
  if (why === undefined) return signing;
  const summary = `The key of the links that unsubscribe cannot be decrypted (${why}). Messages with links wait, and the pages answer 503.`;
  return [...signing, problem(summary, ACTION)];
}

function whyClosed(open: () => unknown): string | undefined {
  try {
    open();
    return undefined;
  } catch (error) {
    if (error instanceof VaultError) return error.message;
    throw error;
  }
}
