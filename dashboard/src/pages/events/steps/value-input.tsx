import { Autocomplete, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { textOf } from '../../../parts/field';
import { useNames } from '../code/names';
import type { Field } from '../file/payload-fields';
import { asTyped, comparisonsFor, firstOf, firstValue, typed, typeOf } from './comparisons';

export interface ValueInputProps {
  condition: Record<string, unknown>;
  onChange: (value: unknown) => void;
}

/** Compares a field that is declared, or one whose path is typed. */
export function ValueInput({ condition, onChange }: ValueInputProps) {
  const { fields } = useNames();
  const { value: path = '', ...rest } = condition;
  const [[comparison = 'is', compared] = []] = [Object.entries(rest)[0] ?? []];
  const field = fields.find((one) => one.path === path);
  const choose = (next: string): void => {
    const known = fields.find((one) => one.path === next);
    const isSame = !known || (typeOf(known) === typeOf(field) && !known.values);
    onChange(isSame ? { ...condition, value: next } : firstOf(known));
  };
  return (
    <>
      <Autocomplete
        label="Field"
        description="Choose one, or write a path such as payload.plan or contact.meta.tier"
        required
        data={fields.map((one) => one.path)}
        maxDropdownHeight={240}
        value={String(path)}
        onChange={choose}
      />
      <Select
        label="Comparison"
        allowDeselect={false}
        data={[...comparisonsFor(field, comparison)]}
        value={comparison}
        onChange={(next) => {
          if (next === null || next === comparison) return;
          const stays = next !== 'exists' && next !== 'in' && comparison !== 'exists' && comparison !== 'in';
          onChange({ value: path, [next]: stays ? compared : firstValue(field, next) });
        }}
      />
      <Compared
        key={`${String(path)} ${comparison}`}
        {...{ field, comparison, compared }}
        onChange={(next) => onChange({ value: path, [comparison]: next })}
      />
    </>
  );
}

interface ComparedProps {
  field: Field | undefined;
  comparison: string;
  compared: unknown;
  onChange: (value: unknown) => void;
}

const BOOLEANS = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
];

/** What a field is compared with, by its type. */
function Compared({ field, comparison, compared, onChange }: ComparedProps) {
  const type = typeOf(field);
  const [text, setText] = useState(() => asTyped(compared));
  if (comparison === 'exists' || type === 'boolean')
    return (
      <Select
        label="With"
        allowDeselect={false}
        data={BOOLEANS}
        value={String(compared)}
        onChange={(next) => onChange(next === 'true')}
      />
    );
  const values = field?.values?.map((value) => ({ value: JSON.stringify(value), label: String(value) }));
  if (comparison === 'in') {
    const given = Array.isArray(compared) ? compared : [];
    if (values)
      return (
        <MultiSelect
          label="With"
          data={values}
          value={given.map((value) => JSON.stringify(value))}
          onChange={(next) => onChange(next.map((value): unknown => JSON.parse(value)))}
        />
      );
    return (
      <TagsInput
        label="With"
        description="Enter adds a value"
        value={given.map(String)}
        onChange={(next) => onChange(next.map((value) => (type === 'string' ? value : typed(value))))}
      />
    );
  }
  if (values && (comparison === 'is' || comparison === 'is_not'))
    return (
      <Select
        label="With"
        allowDeselect={false}
        data={values}
        value={JSON.stringify(compared)}
        onChange={(next) => next !== null && onChange(JSON.parse(next))}
      />
    );
  if (type === 'number' || type === 'integer' || comparison === 'at_least' || comparison === 'at_most')
    return (
      <NumberInput
        label="With"
        allowDecimal={type !== 'integer'}
        value={typeof compared === 'number' ? compared : ''}
        onChange={(next) => typeof next === 'number' && onChange(next)}
      />
    );
  if (type === 'string')
    return <TextInput label="With" {...textOf(typeof compared === 'string' ? compared : '', onChange)} />;
  return (
    <TextInput
      label="With"
      description="5 is a number, “5” in quotes is a text"
      {...textOf(text, (next) => {
        setText(next);
        onChange(typed(next));
      })}
    />
  );
}
