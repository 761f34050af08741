import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { CHANNELS } from '../../../api/channels';
import { isMap } from '../file/read';
import { checkOf, textOf } from '../../../parts/field';

interface InputProps {
  value: unknown;
  onChange: (value: unknown) => void;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The channel, the name and the fallback of a SEND. Its templates stay as they are. */
export function SendInput({ value, onChange }: InputProps) {
  const send: Record<string, unknown> = isMap(value)
    ? value
    : typeof value === 'string'
      ? { channel: value }
      : {};
  const fallback = isMap(send.fallback) ? send.fallback : undefined;
  const set = (changes: Record<string, unknown>): void =>
    onChange(shortest(without({ ...send, ...changes })));
  const setFallback = (changes: Record<string, unknown>): void =>
    set({ fallback: without({ ...fallback, ...changes }) });
  return (
    <>
      <Select
        label="Channel"
        placeholder="The first that reaches the recipient"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the channel' }}
        data={CHANNELS}
        value={text(send.channel) || null}
        onChange={(channel) => set({ channel: channel ?? undefined })}
        data-autofocus
      />
      <TextInput
        label="Name"
        description="A part of the identity of its message. Name the steps of an event that you will change"
        maxLength={64}
        {...textOf(text(send.name), (typed) => set({ name: typed || undefined }))}
      />
      <Checkbox
        label="Fall back to another channel if it fails"
        {...checkOf(fallback !== undefined, (checked) => set({ fallback: checked ? {} : undefined }))}
      />
      {fallback && (
        <>
          <MultiSelect
            label="Over these channels, in this order"
            placeholder="The channels of the event"
            data={CHANNELS}
            value={Array.isArray(fallback.to) ? fallback.to.map(String) : []}
            onChange={(to) => setFallback({ to: to.length > 0 ? to : undefined })}
          />
          <TextInput
            label="Also if no receipt confirms the delivery within"
            description="Such as 30m. Empty: only if it fails"
            value={text(fallback.unless_delivered_within)}
            onChange={(event) =>
              setFallback({ unless_delivered_within: event.currentTarget.value || undefined })
            }
          />
        </>
      )}
    </>
  );
}

const without = (map: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined));

/** Returns a SEND as people write it: the channel alone, or nothing. */
function shortest(send: Record<string, unknown>): unknown {
  const keys = Object.keys(send);
  if (keys.length === 0) return null;
  return keys.length === 1 && typeof send.channel === 'string' ? send.channel : send;
}
