import { Select } from '@mantine/core';

const DAY_MS = 86_400_000;
const CHOICES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

interface ExpiryInputProps {
  /** Days. Empty: never. */
  days: string;
  change: (days: string) => void;
}

/** A field for when a key expires. */
export const ExpiryInput = ({ days, change }: ExpiryInputProps) => (
  <Select
    label="Expires"
    data={CHOICES}
    value={days}
    allowDeselect={false}
    onChange={(next) => change(next ?? '')}
  />
);

/** Returns when a key expires that is made now. Null: never. */
export const expiryIn = (days: string): string | null =>
  days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
