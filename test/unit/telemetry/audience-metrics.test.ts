import { countImportRows } from '../../../telemetry/audience-metrics';
import { registry } from '../../../telemetry/registry';

const rowsOf = async (): Promise<string[]> =>
  (await registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('heliograph_topic_import_rows_total{'))
    .map((line) => line.slice('heliograph_topic_import_rows_total'.length));

test('rows of imports are 0 by each outcome until there are some', async () => {
  expect(await rowsOf()).toEqual([
    '{outcome="subscribed"} 0',
    '{outcome="already_subscribed"} 0',
    '{outcome="rejected"} 0',
  ]);
  countImportRows({ subscribed: 3, already: 2, rejected: 1 });
  expect(await rowsOf()).toEqual([
    '{outcome="subscribed"} 3',
    '{outcome="already_subscribed"} 2',
    '{outcome="rejected"} 1',
  ]);
});
