/** What a run says in Temporal while it is in a WAIT or a digest, with the step's name. */
const WAIT = /^(?:waits|gathers sends) until (\S+) \((?:WAIT|digest) (.+)\)$/s;

/** Returns what a run says of its wait: until when, and for what. */
export const waitDetails = (until: Date, why: string): string =>
  `waits until ${until.toISOString()} (${why})`;

/** Returns why a run waits in a WAIT. */
export const whyOfWait = (name: string): string => `WAIT ${name}`;

/** Returns what a run says of its digest. */
export const digestDetails = (until: Date, name: string): string =>
  `gathers sends until ${until.toISOString()} (digest ${name})`;

/** Returns the WAIT or the digest that a run says it is in. Null: it is in none. */
export function waitIn(details: string): { name: string; until: Date } | null {
  const [, until = '', name] = WAIT.exec(details) ?? [];
  return name === undefined ? null : { name, until: new Date(until) };
}
