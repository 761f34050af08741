import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { parse, stringify } from 'yaml';
import { isMap } from '../file/read';
import { textOf } from '../../../parts/field';
import { useNames } from '../code/names';
import { COMPARISONS, firstOf } from './comparisons';
import { ValueInput, type ValueInputProps } from './value-input';

interface ConditionInputProps {
  value: unknown;
  sends: readonly string[];
  onChange: (value: unknown) => void;
}

const KINDS = [
  { value: 'value', label: 'A value of the payload or the contact' },
  { value: 'message', label: 'The status of an earlier message' },
  { value: 'delivered', label: 'A receipt of delivery in a time' },
  { value: 'yaml', label: 'Combined, as YAML' },
];

const kindOf = (value: Record<string, unknown>): string => {
  if ('delivered' in value) return 'delivered';
  if ('message' in value) return Array.isArray(value.status) ? 'yaml' : 'message';
  const others = Object.keys(value).filter((key) => key !== 'value');
  const isSimple =
    'value' in value && others.length === 1 && COMPARISONS.some((one) => one.value === others[0]);
  return isSimple ? 'value' : 'yaml';
};

/** What a condition asks. Conditions that are combined are written as in the file. */
export function ConditionInput({ value, sends, onChange }: ConditionInputProps) {
  const condition = isMap(value) ? value : {};
  const [kind, setKind] = useState(kindOf(condition));
  const { fields } = useNames();
  const first = sends[0] ?? 'send-1';
  const choose = (next: string | null): void => {
    if (next === null) return;
    setKind(next);
    if (next === 'value') onChange(firstOf(fields[0]));
    if (next === 'message') onChange({ message: first, status: 'failed' });
    if (next === 'delivered') onChange({ delivered: first, within: '2h' });
  };
  return (
    <>
      <Select
        label="What it checks"
        data={KINDS}
        value={kind}
        allowDeselect={false}
        onChange={choose}
        data-autofocus
      />
      {kind === 'value' && <ValueInput condition={condition} onChange={onChange} />}
      {(kind === 'message' || kind === 'delivered') && (
        <Select
          label="Of this SEND"
          allowDeselect={false}
          data={sends}
          value={String(condition[kind])}
          onChange={(name) => onChange({ ...condition, [kind]: name })}
        />
      )}
      {kind === 'message' && (
        <Select
          label="Has the status"
          allowDeselect={false}
          data={['queued', 'sent', 'delivered', 'failed']}
          value={String(condition.status)}
          onChange={(status) => onChange({ ...condition, status })}
        />
      )}
      {kind === 'delivered' && (
        <TextInput
          label="Within"
          description="Such as 30m or 2h"
          required
          {...textOf(String(condition.within), (within) => onChange({ ...condition, within }))}
        />
      )}
      {kind === 'yaml' && <YamlInput condition={condition} onChange={onChange} />}
    </>
  );
}

function YamlInput({ condition, onChange }: ValueInputProps) {
  const [text, setText] = useState(stringify(condition));
  const [problem, setProblem] = useState<string>();
  const change = (next: string): void => {
    setText(next);
    try {
      onChange(parse(next, { schema: 'core' }));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Textarea
      label="Condition"
      description="With all, any and not"
      autosize
      minRows={4}
      ff="monospace"
      error={problem}
      {...textOf(text, change)}
    />
  );
}
