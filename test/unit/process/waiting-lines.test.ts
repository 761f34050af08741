import { createWaitingLines, type Place, type WaitingLines } from '../../../process/waiting-lines';

/** Joins in the given order. Returns who has entered, and what ends the place of each. */
function callers(lines: WaitingLines, names: readonly string[], signal?: AbortSignal) {
  const entered: string[] = [];
  const places = new Map<string, Place | null>();
  for (const name of names)
    lines.join(
      name[0]!,
      (place) => {
        places.set(name, place);
        if (place) entered.push(name);
      },
      { signal },
    );
  return { entered, places, leave: (name: string): void => places.get(name)?.leave() };
}

test('owners take turns, each with at most its share', () => {
  const { entered, leave } = callers(createWaitingLines({ each: 2, all: 3 }), [
    'a1',
    'a2',
    'a3',
    'a4',
    'b1',
    'b2',
    'c1',
  ]);
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  for (const name of ['a1', 'b1', 'a2', 'c1', 'a3']) leave(name);
  expect(entered).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'a3', 'a4']);
});

test('a place is free once, however often it is left', () => {
  const { entered, leave } = callers(createWaitingLines({ all: 1 }), ['a1', 'a2', 'a3']);
  leave('a1');
  leave('a1');
  expect(entered).toEqual(['a1', 'a2']);
});

test('an aborted caller gets no place and takes none', () => {
  const lines = createWaitingLines({ each: 1 });
  const control = new AbortController();
  const first = callers(lines, ['a1']);
  const { places } = callers(lines, ['a2', 'a3'], control.signal);
  const later = callers(lines, ['a4']);
  control.abort();
  expect([...places]).toEqual([
    ['a2', null],
    ['a3', null],
  ]);
  expect(callers(lines, ['b1'], control.signal).places.get('b1')).toBeNull();
  first.leave('a1');
  expect(later.entered).toEqual(['a4']);
});

test('new places are taken at once, and taken ones stay', () => {
  const lines = createWaitingLines({ all: 1 });
  const { entered, leave } = callers(lines, ['a1', 'a2', 'a3', 'a4']);
  lines.resize(3);
  expect(entered).toEqual(['a1', 'a2', 'a3']);
  lines.resize(1);
  leave('a1');
  leave('a2');
  expect(entered).toHaveLength(3);
  leave('a3');
  expect(entered).toHaveLength(4);
});

test('closed lines refuse who waits and who comes', async () => {
  const lines = createWaitingLines({ each: 1 });
  const { places } = callers(lines, ['a1', 'a2', 'b1', 'b2']);
  lines.close();
  expect([places.get('a2'), places.get('b2'), await lines.take('c')]).toEqual([null, null, null]);
});

test('an owner with nothing is forgotten', () => {
  const lines = createWaitingLines({ each: 1 });
  const { leave } = callers(lines, ['a1', 'a2']);
  expect([lines.placesOf('a').size, lines.waitingOf('a')]).toEqual([1, 1]);
  leave('a1');
  leave('a2');
  expect([lines.placesOf('a').size, lines.waitingOf('a')]).toEqual([0, 0]);
});
