import { audit } from '../../simulator/audit';
import type { Observation, Read } from '../../simulator/observation';
import { ADA, call, cancel, message, read, REST, send, t, webhook } from './history';

const rules = (history: Observation[]): string[] => audit(history).map(({ rule }) => rule);
const WINDOW_S = 1800;
const digest = (id: string, seconds: number): Observation =>
  send({
    request: id,
    askedAt: t(seconds),
    digestWindow: WINDOW_S * 1000,
    to: [{ address: ADA, notification: id }],
  });
const collected = (into: string): Observation => ({
  ...(read('completed', []) as Observation & Read),
  at: REST,
  notification: 'n2',
  body: { status: 'completed', messages: [], completedAt: t(60), digestedInto: into },
});
const run = (seconds: number): Observation[] => [
  call({ askedAt: t(seconds) }),
  webhook('sent', { askedAt: t(seconds + 1) }),
  read('completed', [message('sent')]),
];

test('NOTIFICATION-1: a digest collects the sends of its window', () => {
  expect(audit([digest('n1', 0), digest('n2', 60), ...run(WINDOW_S + 1), collected('n1')])).toEqual([]);
});

describe('NOTIFICATION-1: a digest loses no member', () => {
  test('a member is collected into what is sent after it', () => {
    const history = [digest('n1', 0), ...run(WINDOW_S + 1), digest('n2', WINDOW_S + 60), collected('n1')];
    expect(rules(history)).toEqual(['NOTIFICATION-1']);
  });

  test('a member is not collected into what is cancelled before it', () => {
    const cancelled = [cancel({ askedAt: t(30) }), read('stopped', [])];
    expect(rules([digest('n1', 0), ...cancelled, digest('n2', 60), collected('n1')])).toEqual([
      'NOTIFICATION-1',
    ]);
    expect(audit([digest('n1', 0), digest('n2', 20), ...cancelled, collected('n1')])).toEqual([]);
  });

  test('a member is collected into a notification of its person', () => {
    expect(rules([digest('n2', 60), collected('n9')])).toEqual(['NOTIFICATION-1']);
    expect(rules([digest('n2', 60), collected('n2')])).toEqual(['NOTIFICATION-1']);
  });

  test('STATUS-3: a member that is collected by nobody is sent', () => {
    const nothing = read('completed', [], { notification: 'n2', atRest: true });
    expect(rules([digest('n1', 0), digest('n2', 60), ...run(WINDOW_S + 1), nothing])).toEqual(['STATUS-3']);
  });
});

describe('STATUS-7: a digest is sent when its window ends', () => {
  test('neither before its end nor long after it', () => {
    expect(rules([digest('n1', 0), ...run(600)])).toEqual(['STATUS-7']);
    expect(rules([digest('n1', 0), ...run(WINDOW_S + 600)])).toEqual(['STATUS-7']);
  });

  test('another send may have opened the window, also one that is cancelled', () => {
    const stopped = read('stopped', [], { notification: 'n2', atRest: true });
    const cancelled = (seconds: number) => [digest('n2', 0), cancel({ askedAt: t(seconds) }), stopped];
    expect(audit([...cancelled(30), digest('n1', 600), ...run(WINDOW_S + 1)])).toEqual([]);
    expect(rules([...cancelled(30), digest('n1', 600), ...run(900)])).toEqual(['STATUS-7']);
  });

  test('a window that has ended takes no send', () => {
    const early = {
      ...read('completed', [message('sent', { id: 'm2' })]),
      notification: 'n2',
    } as Observation;
    const of = { notification: 'n2', message: 'm2' };
    const before = [digest('n2', 0), call({ askedAt: t(WINDOW_S + 1), ...of }), early];
    const hook = webhook('sent', { askedAt: t(WINDOW_S + 2), ...of });
    const late = [digest('n1', WINDOW_S + 60), ...run(WINDOW_S + 90)];
    expect(rules([...before, hook, ...late])).toEqual(['STATUS-7']);
  });
});
