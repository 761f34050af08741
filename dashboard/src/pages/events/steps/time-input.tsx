import { MultiSelect, SegmentedControl, TextInput } from '@mantine/core';
import { isMap } from '../file/read';
import { textOf } from '../../../parts/field';

interface InputProps {
  value: unknown;
  onChange: (value: unknown) => void;
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** A duration, or a time of day on some days. A duration with more fields is `{ for: … }`. */
export function TimeInput({ value, onChange }: InputProps) {
  const time = isMap(value) ? value : undefined;
  const set = (key: string, given: unknown): void => {
    const { [key]: _, ...others } = time ?? {};
    onChange(given === undefined ? others : { ...others, [key]: given });
  };
  const isUntil = time !== undefined && time['for'] === undefined;
  const others = time?.['key'] === undefined ? undefined : { key: time['key'] };
  return (
    <>
      <SegmentedControl
        aria-label="How long"
        data={[
          { value: 'for', label: 'For a time' },
          { value: 'until', label: 'Until a time of day' },
        ]}
        value={isUntil ? 'until' : 'for'}
        onChange={(next) =>
          onChange(
            next === 'until' ? { until: '09:00', ...others } : others ? { for: '1d', ...others } : '1d',
          )
        }
      />
      {isUntil ? (
        <>
          <TextInput
            label="Time"
            type="time"
            required
            value={typeof time.until === 'string' ? time.until : ''}
            onChange={(event) => set('until', event.currentTarget.value)}
          />
          <MultiSelect
            label="Days"
            placeholder="Every day"
            data={DAYS}
            value={Array.isArray(time.on) ? time.on.map(String) : []}
            onChange={(on) => set('on', on.length > 0 ? on : undefined)}
          />
          <TextInput
            label="Time zone of contacts without one"
            placeholder="UTC"
            value={typeof time.timezone === 'string' ? time.timezone : ''}
            onChange={(event) => set('timezone', event.currentTarget.value || undefined)}
          />
        </>
      ) : (
        <TextInput
          label="Duration"
          description="Such as 90s, 10m, 6h, 3d or 1h30m"
          required
          pattern="(\d+(ms|s|m|h|d))+"
          {...textOf(durationOf(time?.['for'] ?? value), (next) =>
            time ? set('for', next) : onChange(next),
          )}
          data-autofocus
        />
      )}
    </>
  );
}

const durationOf = (value: unknown): string => (typeof value === 'string' ? value : '');
