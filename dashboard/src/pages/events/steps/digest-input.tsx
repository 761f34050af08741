import { TextInput } from '@mantine/core';
import { textOf } from '../../../parts/field';
import { isMap } from '../file/read';
import { TimeInput } from './time-input';

interface InputProps {
  value: unknown;
  onChange: (value: unknown) => void;
}

/** The window of a digest, and the field of the payload that separates windows. */
export function DigestInput({ value, onChange }: InputProps) {
  const key = isMap(value) && typeof value['key'] === 'string' ? value['key'] : '';
  const setKey = (next: string): void => {
    if (!isMap(value)) onChange(next === '' ? value : { for: value, key: next });
    else {
      const { key: _, ...window } = value;
      if (next !== '') onChange({ ...window, key: next });
      else onChange(window['for'] ?? window);
    }
  };
  return (
    <>
      <TimeInput value={value} onChange={onChange} />
      <TextInput
        label="One message for each"
        description="A field of the payload, such as payload.project_id. Empty: one message for all."
        pattern="payload(\.[^.\s]+)+"
        {...textOf(key, setKey)}
      />
    </>
  );
}
