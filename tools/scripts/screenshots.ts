import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AdminClient } from '../../cli/admin-client';
import { startChromium } from '../dev/chromium';
import { linkOfDeveloper } from '../dev/developer';
import { runningFacts } from '../dev/running-facts';
import { fillSample } from './screenshots/sample-data';
import { startProviders } from './screenshots/providers';
import { DOCUMENTED, everyShot } from './screenshots/shots';
import { take } from './screenshots/take';

const ROOT = path.join(__dirname, '../..');
const USAGE = `npm run screenshots               the pictures of the documentation, to docs/images
npm run screenshots -- --to DIR   the same pictures, to a folder
npm run screenshots -- --all DIR  each page at phone and desktop width, light and dark, to a folder

\`npm start -- --fresh\` has to run in another terminal. The command fills an application "acme" in it.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { all: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(USAGE);
  const facts = await runningFacts();
  const admin = new AdminClient({ url: facts.admin.baseUrl, key: facts.admin.apiKey });
  const providers = await startProviders();
  const browser = await startChromium();
  try {
    const sample = await fillSample(facts, {
      providers: providers.url,
      events: path.join(ROOT, 'examples', 'events'),
    });
    const folder = values.all ?? values.to ?? path.join(ROOT, 'docs', 'images');
    await mkdir(folder, { recursive: true });
    const link = await linkOfDeveloper(admin);
    for await (const { name, png } of take(browser, {
      ...{ link, sample, shots: values.all === undefined ? DOCUMENTED : everyShot() },
    })) {
      await writeFile(path.join(folder, name), png);
      console.log(`${name}  ${Math.ceil(png.length / 1000)} kB`);
    }
  } finally {
    await browser.close();
    providers.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
