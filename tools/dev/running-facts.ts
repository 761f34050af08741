import { DataFolder, StartError } from './data-folder';
import type { Facts } from './facts';
import { devSettings } from './settings';

/** Returns what `npm start` wrote for scripts. Throws StartError if it does not run in this folder. */
export async function runningFacts(): Promise<Facts> {
  const folder = new DataFolder(devSettings().dataDirectory);
  const facts = await folder.readJson('dev.json');
  if (facts !== undefined) return facts as Facts;
  throw new StartError(
    `Heliograph does not run here: ${folder.file('dev.json')} is missing. Start it with \`npm start\`.`,
  );
}
