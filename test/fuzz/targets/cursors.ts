import fc from 'fast-check';
import { ApiError } from '../../../api/http/api-error';
import { cursorOf, placeOf } from '../../../api/http/cursor';
import { repeated, text } from '../grammar';
import { fuzzTarget, promise, unlessThrown } from '../target';

const digits = fc.stringMatching(/^\d{0,16}$/);
const id = fc.oneof(fc.uuid(), fc.stringMatching(/^[0-9a-f-]{30,40}$/));

/** A cursor is read to a place whose cursor is read to the same place; anything else is a 400. */
export const cursors = fuzzTarget<string>({
  name: 'cursors',
  arbitrary: fc.oneof(
    fc.tuple(digits, fc.constantFrom('_', '-', '__', '', '\n'), id).map((parts) => parts.join('')),
    fc
      .tuple(fc.date({ min: new Date(0), max: new Date(5e12), noInvalidDate: true }), fc.uuid())
      .map(([at, uuid]) => cursorOf(at, uuid)),
    text,
    repeated(fc.oneof(digits, text)),
  ),
  check(input) {
    const place = unlessThrown(() => placeOf(input), ApiError);
    if (place === undefined) return;
    const again = placeOf(cursorOf(place.at, place.id));
    promise(again?.id === place.id && again.at.getTime() === place.at.getTime(), 'it is another place');
  },
});
