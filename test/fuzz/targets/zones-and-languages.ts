import fc from 'fast-check';
import { normalizeLanguage, pickLanguage } from '../../../core/events/templates/language';
import { check } from '../../../core/shared/schemas/check';
import { language, timezone } from '../../../core/shared/schemas/fields';
import { month, time } from '../../../core/shared/schemas/times';
import { TIME_ZONES } from '../../../core/shared/schemas/time-zones';
import { quietUntil } from '../../../core/sending/quiet-hours';
import { nextTimeOfDay } from '../../../core/sequences/time-of-day';
import { changedText, repeated, text } from '../grammar';
import { fuzzTarget, promise } from '../target';

interface Local {
  zone: string;
  tag: string;
  at: number;
  time: string;
  from: string;
  to: string;
}

const ZONES = Object.entries(TIME_ZONES).flatMap(([area, names]) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => (area === '' ? name : `${area}/${name}`)),
);
const zonePieces = fc.constantFrom(
  '/',
  '_',
  '+',
  '-',
  '..',
  'Etc/',
  'GMT',
  '+25',
  '+14:00',
  'UTC',
  '\n',
  'é',
);
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const DAY = 86_400_000;
const [FIRST, LAST] = [Date.UTC(2000), Date.UTC(2099)];

/** Zones, tags and times of requests are read or refused, and rules about local time always have a next moment. */
export const zonesAndLanguages = fuzzTarget<Local>({
  name: 'zones-and-languages',
  arbitrary: fc.record({
    zone: fc.oneof(
      fc.constantFrom(...ZONES),
      changedText(['Europe/Stockholm', 'Etc/GMT+1', '+01:00', 'utc'], zonePieces),
      repeated(zonePieces, 5000),
    ),
    tag: fc.oneof(
      changedText(
        ['en', 'pt-BR', 'zh-Hant-TW', 'iw', 'x-y', 'de_AT'],
        fc.constantFrom('-', '_', 'a', 'Hant', 'u-ca', '1', ' '),
      ),
      repeated(fc.constantFrom('-', 'en-', 'a'), 5000),
      text,
    ),
    at: fc.integer({ min: FIRST, max: LAST }),
    time: fc.oneof(
      fc
        .date({ noInvalidDate: true, min: new Date(FIRST), max: new Date(LAST) })
        .map((date) => date.toISOString()),
      changedText(
        ['2026-03-01T09:00:00Z', '2026-02-29T24:00:60+14:00', '2026-03'],
        fc.constantFrom('T', 'Z', ':', '+99:99', '-00:00', '.', '9', ' '),
      ),
      repeated(fc.constantFrom('0', '2026-', 'T', '.'), 5000),
    ),
    from: clock,
    to: clock,
  }),
  msPer10kB: 100,
  check({ zone, tag, at, time: written, from, to }) {
    const known = check(timezone, zone);
    const read = check(language, tag);
    if (read.ok) {
      promise(normalizeLanguage(read.data) === read.data, () => `the tag ${read.data} changes again`);
      promise(
        pickLanguage([read.data], [read.data], 'en') === read.data,
        () => `${read.data} does not find itself`,
      );
    }
    for (const schema of [time, month]) check(schema, written);
    const given = check(time, written);
    if (given.ok) promise(!Number.isNaN(given.data.getTime()), () => `${written} is no time`);
    // What is stored of older releases may have a zone that is none.
    const [hour = 0, minute = 0] = from.split(':').map(Number);
    const next = nextTimeOfDay({ hour, minute }, [zone], at);
    promise(
      next > at && next - at <= 2 * DAY + 1,
      () => `the next ${from} in ${zone} is ${(next - at) / DAY} days away`,
    );
    if (from === to || !known.ok) return;
    const end = quietUntil({ from, to, timezone: zone }, null, at);
    promise(end === null || (end > at && end - at <= 3 * DAY), () => `quiet until ${String(end)}`);
    if (end !== null)
      promise(quietUntil({ from, to, timezone: zone }, null, end) === null, 'quiet at its end');
  },
});
