import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ReadEvent } from '../core/events/file/read';
import type { KnownSequences } from '../core/sequences/names';
import { type SendNames, sendNamesIn } from '../core/sequences/send-names';
import { suggestion } from '../core/shared/suggestion';

/** Beside this file in sources and in a build. `npm start` compiles the API to one file, and runs it in the sources. */
const SEQUENCES = [path.join(__dirname, '../workflows/sequences'), path.resolve('workflows/sequences')];

const namesBy = new Map<string | undefined, SendNames>();

/** Adds a warning for each name in `step_templates` that no SEND of a sequence in code can have, which may be mistyped. */
export function warnOfUnusedTemplates(one: ReadEvent, { folder: own }: KnownSequences): ReadEvent {
  if (!one.ok || one.event.code === undefined) return one;
  const folder = SEQUENCES.find((one) => existsSync(one));
  if (folder === undefined) return one;
  const names = namesBy.get(own) ?? sendNamesIn([folder, own ?? []].flat().flatMap(sourcesIn));
  namesBy.set(own, names);
  const { has, known } = names;
  const unused = one.stepTemplates.filter(({ send }) => !has(send));
  const warnings = unused.map(({ send, line }) => ({
    line,
    message: `"step_templates.${send}": no sequence in code has a SEND of this name${suggestion(send, known)}`,
  }));
  return { ...one, warnings: [...one.warnings, ...warnings] };
}

/** Returns the sources in a folder, or their compiled code. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.[jt]s$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
