import { Text } from '@mantine/core';
import { useMay } from '../../../api/session';
import type { Application } from '../../../api/types';
import { Facts } from '../../../parts/facts';
import { Outside } from '../../../parts/outside';
import { Section } from '../../../parts/section';
import { codeEventsOf, codeLimitIn, percentOf } from './draft';
import { EditSms } from './edit-sms';

const mostText = (most: number | undefined): string => (most === undefined ? 'no limit' : `at most ${most}`);

const guardText = (guard: Application['sms_guard']): string =>
  guard === null
    ? 'off'
    : `holds a calling code for ${guard.hold_minutes} minutes if more than ${percentOf(guard.share)} % of at least ${guard.at_least.toLocaleString('en')} SMS have no follow-up`;

/** What stops strangers who let the application send SMS to numbers that earn money. */
export function Sms({ application }: { application: Application }) {
  const mayChange = useMay('editor');
  const { sms_countries: countries, sms_guard: guard, limits } = application;
  const events = codeEventsOf(application);
  return (
    <Section title="SMS pumping" actions={mayChange && <EditSms application={application} />}>
      <Text size="sm" mb="sm">
        Strangers can enter number after number in a form, and earn with each SMS that you send. Nothing stops
        them until you set it.
      </Text>
      <Facts
        aria-label="SMS pumping"
        nameWidth="45%"
        facts={{
          'Countries that SMS may go to': countries?.join(', ') ?? 'all',
          'Events that send codes': events.length > 0 ? <Outside>{events.join(', ')}</Outside> : 'not set',
          'SMS to a number in ten minutes': mostText(codeLimitIn(limits, 'address')?.most),
          'SMS to a prefix in ten minutes': mostText(codeLimitIn(limits, 'prefix')?.most),
          'The guard': guardText(guard),
        }}
      />
    </Section>
  );
}
