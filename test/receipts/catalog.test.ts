import { readFileSync } from 'node:fs';
import path from 'node:path';
import { catalog } from '../../channels/catalog';

const readers = catalog.filter(({ receipts }) => receipts).map(({ name }) => name);

it.each(readers)('%s runs through what every reader of receipts must hold', (name) => {
  const test = readFileSync(path.join(__dirname, `${name}.test.ts`), 'utf8');
  const call = new RegExp(`^itReadsReceiptsOf(?:<[^>(]+>)?\\(${name}, \\{`, 'm');
  expect(test).toMatch(call);
  expect(test).toMatch(
    new RegExp(`^import \\{ ${name} \\} from '../../channels/[a-z]+/${name}/provider';`, 'm'),
  );
});
