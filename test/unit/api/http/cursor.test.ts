import { cursorOf, nextCursor, placeOf } from '../../../../api/http/cursor';

const id = '11111111-1111-4111-8111-111111111111';
const at = new Date('2026-03-01T09:00:00.123Z');

test('a cursor reads back as the place it was made of', () => {
  expect(cursorOf(at, id)).toBe(`1772355600123_${id}`);
  expect(placeOf(cursorOf(at, id))).toEqual({ at, id });
  expect(placeOf(undefined)).toBeUndefined();
});

test('a full page has a next cursor, of its last item', () => {
  const page = [
    { _id: 'x', at: new Date(0) },
    { _id: id, at },
  ];
  expect(nextCursor(page, 2, (item) => item.at)).toBe(cursorOf(at, id));
  expect(nextCursor(page, 3, (item) => item.at)).toBeNull();
  expect(nextCursor([], 2, () => at)).toBeNull();
});

test.each([
  [`x1_${id}`],
  [`1_${id}x`],
  [`_${id}`],
  [`1-${id}`],
  [`1234567890123456_${id}`],
  [`1_${id.slice(1)}`],
  [`1_${id}`],
  [`999999999999999_${id}`],
  [`1_${id.replace('1', 'g')}`],
  [''],
])('%p is no cursor', (after) => {
  const error = { code: 'VALIDATION_ERROR', details: { field: 'after' } };
  expect(() => placeOf(after)).toThrow('after must be the value of next in an earlier response.');
  expect(() => placeOf(after)).toThrow(expect.objectContaining(error) as Error);
});
