import { pino } from 'pino';
import { logRarely } from '../../../../net/listeners/log-rarely';

test('what one client can cause a thousand times a second is logged once a minute', () => {
  const lines: { level: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as { level: number }) });
  const [warn, fail] = [logRarely(log), logRarely(log, 'error')];
  for (let n = 0; n < 1000; n += 1) {
    warn({ n }, 'closed');
    fail({ n }, 'held nothing');
  }
  expect(lines).toMatchObject([
    { level: 40, n: 0 },
    { level: 50, n: 0 },
  ]);
});
