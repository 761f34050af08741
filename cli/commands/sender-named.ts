import type { AppContext } from '../context';
import { CliError } from '../errors';

/** Returns the sender that a value or an id names. `doing` is for errors. */
export async function senderNamed({ admin, app, path }: AppContext, value: string, doing: string) {
  const { senders } = await admin.get(doing, '/admin/v1/applications/{app}/senders', path);
  const found = senders.find((one) => one.id === value || one.value === value.toLowerCase());
  if (found) return found;
  throw new CliError(`"${app}" has no sender ${value}.`, {
    next: `Add it: heliograph senders add domain ${value}`,
  });
}
