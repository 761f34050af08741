import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { addValue } from '../file/edit';
import type { Choose, Which } from './which';

interface AddLanguageProps {
  source: string;
  which: Which;
  /** The template that the new one begins with. */
  template: unknown;
  onChange: (source: string) => void;
  choose: Choose;
}

const LANGUAGE = /^[A-Za-z]{2}(?:[-_][A-Za-z]{2})?$/;

/** Adds a language to a channel, as a copy of the template that is shown. */
export function AddLanguage({ source, which, template, onChange, choose }: AddLanguageProps) {
  const { set, channel, language } = which;
  const [code, setCode] = useState('');
  const exists = set.channels[channel]?.includes(code) ?? false;
  const isWrong = code !== '' && !LANGUAGE.test(code);
  const error = exists
    ? `There is a template in ${code}.`
    : isWrong
      ? 'Write a code such as sv or pt-BR.'
      : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (error !== undefined || code === '') return;
    onChange(addValue(source, [...set.path, channel, code], template));
    choose({ language: code });
    setCode('');
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label={`Another language of ${channel}`}
          description={`It begins as a copy of ${language}`}
          size="xs"
          w={200}
          placeholder="sv"
          value={code}
          error={error}
          onChange={(event) => setCode(event.currentTarget.value.trim())}
        />
        <Button type="submit" size="xs" variant="default" disabled={code === '' || error !== undefined}>
          Add the language
        </Button>
      </Group>
    </form>
  );
}
