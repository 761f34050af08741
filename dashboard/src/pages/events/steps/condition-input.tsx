import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { parse, stringify } from 'yaml';
import { isMap } from '../file/read';
import { textOf } from '../../../parts/field';

interface ConditionInputProps {
  value: unknown;
  sends: readonly string[];
  onChange: (value: unknown) => void;
}

const COMPARISONS = [
  { value: 'is', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'contains', label: 'contains' },
  { value: 'at_least', label: 'is at least' },
  { value: 'at_most', label: 'is at most' },
  { value: 'exists', label: 'has a value (true or false)' },
];
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

/** Returns what a person types as YAML reads it: `5` is a number, `"5"` a text. */
function typed(text: string): unknown {
  try {
    const value: unknown = parse(text, { schema: 'core' });
    return ['string', 'number', 'boolean'].includes(typeof value) ? value : text;
  } catch {
    return text;
  }
}

/** What a condition asks. Conditions that are combined are written as in the file. */
export function ConditionInput({ value, sends, onChange }: ConditionInputProps) {
  const condition = isMap(value) ? value : {};
  const [kind, setKind] = useState(kindOf(condition));
  const first = sends[0] ?? 'send-1';
  const choose = (next: string | null): void => {
    if (next === null) return;
    setKind(next);
    if (next === 'value') onChange({ value: 'payload.plan', is: 'pro' });
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

type PartProps = Pick<ConditionInputProps, 'onChange'> & { condition: Record<string, unknown> };

function ValueInput({ condition, onChange }: PartProps) {
  const { value: path = '', ...rest } = condition;
  const [[comparison = 'is', compared] = []] = [Object.entries(rest)[0] ?? []];
  // A text that YAML would read as a number is shown in quotes.
  const [text, setText] = useState(
    typeof compared === 'string' && typed(compared) === compared ? compared : JSON.stringify(compared ?? ''),
  );
  return (
    <>
      <TextInput
        label="Path"
        description="Such as payload.plan or contact.meta.tier"
        required
        {...textOf(String(path), (typed) => onChange({ ...condition, value: typed }))}
      />
      <Select
        label="Comparison"
        allowDeselect={false}
        data={COMPARISONS}
        value={comparison}
        onChange={(next) => next !== null && onChange({ value: path, [next]: compared })}
      />
      <TextInput
        label="With"
        description="5 is a number, “5” in quotes is a text"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onChange({ value: path, [comparison]: typed(event.currentTarget.value) });
        }}
      />
    </>
  );
}

function YamlInput({ condition, onChange }: PartProps) {
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
