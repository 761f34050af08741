import * as activities from './activities';
import type { TellOwnerInput } from './contract';

/** Tells the owner of an application that its endpoint was switched off. */
export async function tellOwner(input: TellOwnerInput): Promise<void> {
  await activities.tellOwner(input);
}
