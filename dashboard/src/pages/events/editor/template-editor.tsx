import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Code } from '../code/code';
import type { LineProblem } from '../code/diagnostics';
import { canSetText, setText } from '../file/edit';
import { isWithin } from '../file/edit-steps';
import { type Placed, placeOf } from '../file/path-at';
import { type Path, readFile, valueAt } from '../file/read';
import { AddLanguage } from './add-language';
import { fieldsOf, type TemplateField } from './fields';
import type { Choose, Which } from './which';

interface TemplateEditorProps {
  source: string;
  which: Which;
  /** Absent: the file can only be read. */
  onChange?: (source: string) => void;
  onSave: () => void;
  choose: Choose;
  /** What is wrong with the file. */
  problems: readonly LineProblem[];
}

/** The texts of one template. Each change is a change of the file, whose comments stay. */
export default function TemplateEditor({
  source,
  which,
  onChange,
  onSave,
  choose,
  problems,
}: TemplateEditorProps) {
  const { set, channel, language } = which;
  const path: Path = [...set.path, channel, language];
  const template = useMemo(() => valueAt(readFile(source).value, path), [source, path.join('.')]);
  const placed = useMemo(
    () => problems.map((problem) => ({ ...problem, ...placeOf(source, problem.line) })),
    [source, problems],
  );
  const ofWhole = placed.filter((one) => one.path.length > 1 && isWithin(path, one.path));
  return (
    <Stack>
      {ofWhole.map(({ message }) => (
        <Text key={message} size="sm" c="var(--mantine-color-error)" className="pre">
          {message}
        </Text>
      ))}
      {fieldsOf(channel, template).map((field) => (
        <Field
          key={[...path, ...field.path].join('.')}
          field={field}
          name={`${field.label}, ${channel}, ${language}`}
          path={[...path, ...field.path]}
          source={source}
          onChange={onChange}
          onSave={onSave}
          problems={placed.filter((one) => isWithin(one.path, [...path, ...field.path]))}
        />
      ))}
      <Text size="xs" c="var(--dimmed-text)">
        An empty field is left out of the file. Everything else of the event is in its source.
      </Text>
      {onChange && (
        <AddLanguage source={source} which={which} template={template} onChange={onChange} choose={choose} />
      )}
    </Stack>
  );
}

/** A text from right to left begins at the right. */
const STARTS = { input: { textAlign: 'start' } } as const;

type PlacedProblem = LineProblem & Placed;

interface FieldProps extends Pick<TemplateEditorProps, 'source' | 'onChange' | 'onSave'> {
  field: TemplateField;
  name: string;
  path: Path;
  problems: readonly PlacedProblem[];
}

function Field({ field, name, path, source, onChange, onSave, problems }: FieldProps) {
  const { label, about, text, editor } = field;
  const isEditable = useMemo(() => canSetText(source, path), [source, path.join('.')]);
  const change =
    onChange && isEditable ? (value: string) => onChange(setText(source, path, value)) : undefined;
  const description =
    onChange && !isEditable ? 'It repeats another part of the file. Edit it in the source.' : about;
  const error = problems.length > 0 && problems.map(({ message }) => message).join(' ');
  const marks = useMemo(
    () => problems.map(({ textLine, message, severity }) => ({ line: textLine, message, severity })),
    [error, problems.map(({ textLine }) => textLine).join()],
  );
  if (editor === 'line' && !text.includes('\n'))
    return (
      <TextInput
        label={label}
        description={description}
        dir="auto"
        styles={STARTS}
        error={error}
        value={text}
        readOnly={!change}
        onChange={(event) => change?.(event.currentTarget.value)}
      />
    );
  if (editor === 'text' || editor === 'line')
    return (
      <Textarea
        label={label}
        description={description}
        autosize
        minRows={2}
        maxRows={16}
        dir="auto"
        styles={STARTS}
        error={error}
        value={text}
        readOnly={!change}
        onChange={(event) => change?.(event.currentTarget.value)}
      />
    );
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      {description !== undefined && (
        <Text size="xs" c="var(--dimmed-text)" mb={4}>
          {description}
        </Text>
      )}
      <Code
        label={name}
        language={editor}
        value={text}
        onChange={change}
        onSave={onSave}
        problems={marks}
        maxHeight="50vh"
      />
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}
