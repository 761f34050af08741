import { Code } from '@mantine/core';
import { type Range, RANGES, type Span } from '../../api/statistics';
import type { Statistics } from '../../api/types';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { NothingHere } from '../../parts/nothing-here';
import { Section } from '../../parts/section';

/** Returns whether nothing happened in the whole time. */
export const isQuiet = ({ totals }: Statistics): boolean =>
  [totals.accepted, totals.sent, totals.delivered, totals.failed, totals.complained].every(
    (count) => count === 0,
  ) && Object.values(totals.webhook_attempts).every((count) => count === 0);

/** What stands in place of the charts if there is nothing to draw. */
export function Quiet({ range }: { range: Range | Span }) {
  const place = usePlace();
  const label = RANGES.find(({ value }) => value === range)?.label;
  return (
    <Section title="Messages over time">
      <NothingHere
        title={
          label === undefined ? 'Nothing was sent in this time' : `Nothing was sent in the last ${label}`
        }
      >
        Your program sends with <Code>POST /v1/send/&#123;event&#125;</Code> and{' '}
        <AnchorLink to="/$app/$environment/keys" params={place} size="sm">
          a key of {place.environment}
        </AnchorLink>
        . To send a test by hand, open{' '}
        <AnchorLink to="/$app/$environment/events" params={place} size="sm">
          an event
        </AnchorLink>
        .
      </NothingHere>
    </Section>
  );
}
