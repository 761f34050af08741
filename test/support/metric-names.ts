import { readFileSync } from 'node:fs';
import path from 'node:path';

const NAME = /\b(?:heliograph|temporal|process|nodejs)_[a-z0-9_]+\b/g;
const read = (file: string): string => readFileSync(path.join(__dirname, '../..', file), 'utf8');

/** Returns the names of metrics in a file. */
export const namesIn = (file: string): string[] => [...new Set(read(file).match(NAME))];

/** Returns the metrics of ours that a table documents, each with its labels. */
export function documentedNames(file: string): Map<string, string[]> {
  const rows = [...read(file).matchAll(/^\| `(heliograph_[a-z0-9_]+)` *\|([^|]*)\|/gm)];
  return new Map(
    rows.map(([, name = '', labels = '']) => [name, [...labels.matchAll(/`(\w+)`/g)].map(([, l = '']) => l)]),
  );
}

/** Returns the labels that the selectors and groupings of a file use of each metric of ours. */
export function labelsIn(file: string): { name: string; labels: string[] }[] {
  const text = read(file).replaceAll('\\"', '"');
  return [...text.matchAll(/(heliograph_[a-z0-9_]+)\{([^}]*)\}/g)].map(([, full = '', selector = '']) => ({
    name: full.replace(/_(?:bucket|sum|count)$/, ''),
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
}
