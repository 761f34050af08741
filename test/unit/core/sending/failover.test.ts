import fc from 'fast-check';
import {
  type AttemptAt,
  type Choice,
  type ChoiceFrom,
  type FailedAttempt,
  type ProviderHealth,
  chooseProvider,
  movesOn,
  restMs,
} from '../../../../core/sending/failover';

const NOW = 1_000_000;
const resting = (untilMs: number): ProviderHealth => ({
  failures: 5,
  rests: 1,
  restUntil: new Date(untilMs),
  why: 'PROVIDER_ERROR',
  at: new Date(NOW),
});
const choose = (
  candidates: string[],
  attempts: AttemptAt[] = [],
  health: Record<string, ProviderHealth> = {},
  delivery: 'at_least_once' | 'at_most_once' = 'at_least_once',
) => chooseProvider({ candidates, attempts, health, delivery, nowMs: NOW });
const use = (id: string, probe = false) => ({ kind: 'use', id, probe });

describe('who makes the next attempt', () => {
  test('the first in order at first, and the same again while it does not move on', () => {
    expect(choose(['a', 'b'])).toEqual(use('a'));
    expect(choose(['a', 'b'], [{ providerId: 'a' }])).toEqual(use('a'));
    expect(choose(['a', 'b'], [{ providerId: 'b' }])).toEqual(use('b'));
  });

  test('the next in order after one that moves on, and the first after the last', () => {
    expect(choose(['a', 'b'], [{ providerId: 'a', movesOn: true }])).toEqual(use('b'));
    expect(choose(['a', 'b'], [{ providerId: 'b', movesOn: true }])).toEqual(use('a'));
    expect(choose(['a'], [{ providerId: 'a', movesOn: true }])).toEqual(use('a'));
  });

  test('one that was removed meanwhile, or an attempt of an older version, says nothing', () => {
    expect(choose(['a', 'b'], [{ providerId: 'gone', movesOn: true }])).toEqual(use('a'));
    expect(choose(['a', 'b'], [{}, { providerId: null }])).toEqual(use('a'));
  });

  test('a rested one is passed over until its time is over, and then tried by a probe', () => {
    expect(choose(['a', 'b'], [], { a: resting(NOW + 1) })).toEqual(use('b'));
    expect(choose(['a', 'b'], [], { a: resting(NOW) })).toEqual(use('a', true));
  });

  test('where all are rested the message waits for the first of them', () => {
    const health = { a: resting(NOW + 9000), b: resting(NOW + 4000) };
    expect(choose(['a', 'b'], [], health)).toEqual({ kind: 'wait', id: 'b', untilMs: NOW + 4000 });
  });

  test('what may have gone out and must not go twice waits for the one that has it', () => {
    const attempts = [{ providerId: 'a', mayHaveSent: true }];
    const health = { a: resting(NOW + 9000) };
    expect(choose(['a', 'b'], attempts, health, 'at_most_once')).toMatchObject({ kind: 'wait' });
    expect(choose(['a', 'b'], attempts, health, 'at_least_once')).toEqual(use('b'));
  });

  test('MESSAGE-7: not even after a later attempt there was refused a connection', () => {
    const attempts = [{ providerId: 'a', mayHaveSent: true }, { providerId: 'a' }, { providerId: null }];
    expect(choose(['b', 'a'], attempts, {}, 'at_most_once')).toEqual(use('a'));
    const moved = [...attempts, { providerId: 'a', movesOn: true }, { providerId: 'b' }];
    expect(choose(['a', 'b'], moved, {}, 'at_most_once')).toEqual(use('a'));
    expect(choose(['a', 'b'], moved, {}, 'at_least_once')).toEqual(use('b'));
  });

  test('MESSAGE-7: nobody if that one was removed, unless an operator has requested a repeat since', () => {
    const attempts = [
      { id: '1', providerId: 'gone', mayHaveSent: true },
      { id: '2', providerId: 'gone' },
    ];
    const at = (repeatOf: string | null | undefined, delivery: 'at_least_once' | 'at_most_once') =>
      chooseProvider({ candidates: ['b'], attempts, health: {}, delivery, repeatOf, nowMs: NOW });
    expect([at(null, 'at_most_once'), at(undefined, 'at_most_once')]).toEqual([
      { kind: 'lost' },
      { kind: 'lost' },
    ]);
    expect([at('1', 'at_most_once'), at('2', 'at_most_once'), at(null, 'at_least_once')]).toEqual(
      Array(3).fill(use('b')),
    );
  });

  test('of three each has its turn, and those before it follow the last', () => {
    const three = (providerId: string, ...tired: string[]) =>
      choose(
        ['a', 'b', 'c'],
        [{ providerId, movesOn: true }],
        Object.fromEntries(tired.map((id) => [id, resting(NOW + 9000)])),
      );
    expect([three('a'), three('b'), three('c')]).toEqual([use('b'), use('c'), use('a')]);
    expect([three('a', 'b'), three('b', 'c'), three('b', 'c', 'a')]).toEqual([use('c'), use('a'), use('b')]);
    expect(three('b', 'a', 'b', 'c')).toEqual({ kind: 'wait', id: 'c', untilMs: NOW + 9000 });
  });

  test('what the next provider was to take is not held back by what may have gone out before', () => {
    const attempts = [{ providerId: 'a', mayHaveSent: true, movesOn: true }];
    expect(choose(['a', 'b', 'c'], attempts, { b: resting(NOW + 9000) }, 'at_most_once')).toEqual(use('c'));
    const stays = [{ providerId: 'b', mayHaveSent: true }];
    const health = { b: resting(NOW + 9000) };
    expect(choose(['a', 'b'], stays, health, 'at_most_once')).toEqual({
      kind: 'wait',
      id: 'b',
      untilMs: NOW + 9000,
    });
  });

  test('one of the candidates, or the time at which one of them can be tried', () => {
    const ids = ['a', 'b', 'c'];
    const attempt = fc.record({
      providerId: fc.constantFrom(...ids, 'gone', null),
      movesOn: fc.boolean(),
      mayHaveSent: fc.boolean(),
    });
    const state = fc.constantFrom(undefined, resting(NOW - 1), resting(NOW + 1));
    fc.assert(
      fc.property(fc.array(attempt), fc.tuple(state, state, state), (attempts, states) => {
        const known = ids.flatMap((id, index) => (states[index] ? [[id, states[index]] as const] : []));
        const choice = choose(ids, attempts, Object.fromEntries(known));
        if (choice.kind === 'wait') expect(known.every(([, { restUntil }]) => +restUntil! > NOW)).toBe(true);
        else if (choice.kind === 'use')
          expect(states[ids.indexOf(choice.id)]?.restUntil?.getTime() ?? NOW).toBeLessThanOrEqual(NOW);
        else throw new Error('a message that may be sent twice has a provider');
      }),
    );
  });
});

describe('whether the next provider takes over', () => {
  const base: FailedAttempt = {
    outcome: 'transient',
    refusedAccount: false,
    mayHaveSent: false,
    isHeld: false,
    inARow: 1,
  };
  test.each<[string, Partial<FailedAttempt>, boolean]>([
    ['not after a first hiccup', {}, false],
    ['after the second failure in a row', { inARow: 2 }, true],
    ['at once where credentials or the account are refused', { refusedAccount: true }, true],
    [
      'not for a short wait that a rate limit asks for',
      { outcome: 'rate_limited', retryAfterMs: 1000 },
      false,
    ],
    ['for a long one', { outcome: 'rate_limited', retryAfterMs: 3_600_000 }, true],
    ['not for half a minute', { outcome: 'rate_limited', retryAfterMs: 30_000 }, false],
    ['for more than that', { outcome: 'rate_limited', retryAfterMs: 30_001 }, true],
    ['not for a first limit without a time', { outcome: 'rate_limited' }, false],
    ['for the second', { outcome: 'rate_limited', inARow: 2 }, true],
    ['not while the message may have gone out there', { outcome: 'unknown', inARow: 2 }, false],
    ['after the third of those, for then it stays down', { outcome: 'unknown', inARow: 3 }, true],
    ['as little where the provider knows a repeat', { mayHaveSent: true, inARow: 2 }, false],
    ['never where it must not go twice', { mayHaveSent: true, inARow: 99, isHeld: true }, false],
    ['MESSAGE-7: nor for a refused account', { refusedAccount: true, isHeld: true }, false],
    [
      'MESSAGE-7: nor for a long wait',
      { outcome: 'rate_limited', retryAfterMs: 3_600_000, isHeld: true },
      false,
    ],
  ])('%s', (_name, over, expected) => {
    expect(movesOn({ ...base, ...over })).toBe(expected);
  });
});

test('rests grow to two minutes', () => {
  expect([0, 1, 2, 3, 4, 50].map(restMs)).toEqual([10_000, 20_000, 40_000, 80_000, 120_000, 120_000]);
});

describe('PAUSE-3: paused candidates', () => {
  const paused = (...ids: string[]) => new Set(ids);
  const of = { attempts: [], health: {}, delivery: 'at_least_once', nowMs: NOW } as const;
  const mayHaveSent = [{ providerId: 'a', mayHaveSent: true }];
  test.each<[string, ChoiceFrom, Choice]>([
    [
      'are skipped',
      { ...of, candidates: ['a', 'b'], paused: paused('a') },
      { kind: 'use', id: 'b', probe: false },
    ],
    [
      'hold a message if all are',
      { ...of, candidates: ['a', 'b'], paused: paused('a', 'b') },
      { kind: 'held', ids: ['a', 'b'] },
    ],
    [
      'let it wait for one that cools down',
      {
        ...of,
        candidates: ['a', 'b'],
        paused: paused('a'),
        health: {
          b: { failures: 5, rests: 1, restUntil: new Date(NOW + 1000), why: 'TIMEOUT', at: new Date(NOW) },
        },
      },
      { kind: 'wait', id: 'b', untilMs: NOW + 1000 },
    ],
    [
      'hold what only they may repeat',
      {
        ...of,
        candidates: ['a', 'b'],
        paused: paused('a'),
        delivery: 'at_most_once',
        attempts: mayHaveSent,
      },
      { kind: 'held', ids: ['a'] },
    ],
  ])('%s', (_name, from, choice) => {
    expect(chooseProvider(from)).toEqual(choice);
  });
});
