import { randomInt } from 'node:crypto';
import { freePort } from '../../../tools/dev/servers/ports';

test('no port is returned twice', async () => {
  const first = 2 * randomInt(10_000 / 2, 32_000 / 2);
  const ports = new Set<number>();
  for (let asked = 0; asked < 30; asked += 1) ports.add(await freePort({ first, end: first + 100 }));
  expect(ports.size).toBe(30);
});
