import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Code } from '../code/code';
import { canSetText, setText } from '../file/edit';
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
}

/** The texts of one template. Each change is a change of the file, whose comments stay. */
export function TemplateEditor({ source, which, onChange, onSave, choose }: TemplateEditorProps) {
  const { set, channel, language } = which;
  const path: Path = [...set.path, channel, language];
  const template = useMemo(() => valueAt(readFile(source).value, path), [source, path.join('.')]);
  return (
    <Stack>
      {fieldsOf(channel, template).map((field) => (
        <Field
          key={[...path, ...field.path].join('.')}
          field={field}
          name={`${field.label}, ${channel}, ${language}`}
          path={[...path, ...field.path]}
          source={source}
          onChange={onChange}
          onSave={onSave}
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

interface FieldProps extends Pick<TemplateEditorProps, 'source' | 'onChange' | 'onSave'> {
  field: TemplateField;
  name: string;
  path: Path;
}

function Field({ field: { label, about, text, editor }, name, path, source, onChange, onSave }: FieldProps) {
  const isEditable = useMemo(() => canSetText(source, path), [source, path.join('.')]);
  const change =
    onChange && isEditable ? (value: string) => onChange(setText(source, path, value)) : undefined;
  const description =
    onChange && !isEditable ? 'It repeats another part of the file. Edit it in the source.' : about;
  if (editor === 'line' && !text.includes('\n'))
    return (
      <TextInput
        label={label}
        description={description}
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
      <Code label={name} language={editor} value={text} onChange={change} onSave={onSave} maxHeight="50vh" />
    </div>
  );
}
