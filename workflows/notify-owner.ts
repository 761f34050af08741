import * as activities from './activities';
import type { NotifyOwnerInput } from './contract';

/** Notifies the owner of an application that its endpoint was switched off. */
export async function tellOwner(input: NotifyOwnerInput): Promise<void> {
  await activities.tellOwner(input);
}
