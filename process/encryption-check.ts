import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Vault, VaultError } from '../core/shared/vault';
import type { Store } from '../store/store';
import type { Health } from '../telemetry/health';

const TEXT = 'heliograph';
const CONTEXT = 'check:ENCRYPTION_KEY';
/** While the key is wrong, it is checked again, because `secrets reseal` may accept it. Milliseconds. */
const AGAIN_MS = 10_000;

/** `changed`: no key of the setting opens what this database was encrypted with. */
export type KeyState = 'unchecked' | 'right' | 'changed';
export type EncryptionCheck = ReturnType<typeof createEncryptionCheck>;

/**
 * Recognizes an ENCRYPTION_KEY that is not the one of the database, by a text that the first key sealed. The first
 * process with a key stores it. During a rotation the old key opens it, until `secrets reseal` replaces it.
 */
export function createEncryptionCheck({
  store: { encryptionCheck },
  vault: own,
  log,
}: {
  store: Pick<Store, 'encryptionCheck'>;
  vault: Vault;
  log: Logger;
}) {
  let state: KeyState = 'unchecked';

  /** Checks the key now. */
  const check = async (): Promise<KeyState> => {
    let sealed = await encryptionCheck.get();
    if (sealed === null && own.canSeal) {
      await encryptionCheck.putFirst(own.seal(TEXT, CONTEXT));
      sealed = await encryptionCheck.get();
    }
    state = sealed === null || isOpened(own, sealed) ? 'right' : 'changed';
    return state;
  };

  const vault: Vault = {
    ...own,
    seal: (plain, context) => {
      if (state !== 'changed') return own.seal(plain, context);
      throw new VaultError('ENCRYPTION_KEY is not the key that this database is encrypted with');
    },
  };

  return {
    /** A vault that seals nothing with a wrong key, because other processes could not open it. */
    vault,
    /** The vault of `secrets reseal`, which may make the first key the one of this database. */
    resealing: own,
    check,
    /** What the last check said. */
    state: (): KeyState => state,
    /** The part of a role's health. */
    health: (): Pick<Health, 'encryption_key'> => (state === 'changed' ? { encryption_key: false } : {}),
    /** Makes the first key the one of this database, after all that it can open is sealed with it. */
    accept: async (): Promise<void> => {
      await encryptionCheck.replace(own.seal(TEXT, CONTEXT));
      state = 'right';
    },
    /** Checks the key at the start. While it is wrong, or MongoDB does not answer, it goes on in the background. */
    begin: async (signal: AbortSignal): Promise<void> => {
      const isOver = async (): Promise<boolean> => {
        const before = state;
        await check().catch((error: unknown) =>
          log.warn({ err: error }, 'ENCRYPTION_KEY could not be checked'),
        );
        if (state === 'changed' && before !== 'changed')
          log.error(
            'ENCRYPTION_KEY does not contain the key of this database; sends are refused. Add the old key after the new one and restart (docs/operations/encryption-key.md)',
          );
        if (state === 'right' && before === 'changed')
          log.info('ENCRYPTION_KEY contains the key of this database again');
        return state === 'right';
      };
      const goOn = async (): Promise<void> => {
        do await sleep(AGAIN_MS, undefined, { signal, ref: false });
        while (!(await isOver()));
      };
      if (!(await isOver())) void goOn().catch(() => undefined);
    },
  };
}

function isOpened(vault: Vault, sealed: string): boolean {
  try {
    return vault.open(sealed, CONTEXT) === TEXT;
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}
