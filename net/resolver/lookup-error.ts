/**
 * Thrown when a name has no address. `ENOTFOUND`: there is none, as DNS says. `EAI_AGAIN`: there was no answer, so a later
 * look-up may find one. Both are the codes of getaddrinfo.
 */
export class LookupError extends Error {
  override readonly name = 'LookupError';
  constructor(
    readonly code: 'ENOTFOUND' | 'EAI_AGAIN',
    host: string,
    why = '',
  ) {
    super(
      code === 'ENOTFOUND'
        ? `ENOTFOUND: DNS has no address for ${host}`
        : `EAI_AGAIN: no answer from DNS for ${host}${why && ` (${why})`}`,
    );
  }
}
