import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 400;

interface SearchBoxProps {
  search: string;
  change: (search: string) => void;
}

/** A field that searches contacts when the typing pauses. */
export function SearchBox({ search, change }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const asked = useRef(search);
  const later = useDebouncedCallback((typed: string) => {
    asked.current = typed.trim();
    change(asked.current);
  }, PAUSE_MS);
  useEffect(() => {
    // The search that this field asked for must not undo what was typed since.
    if (search === asked.current) return;
    asked.current = search;
    setText(search);
  }, [search]);
  return (
    <TextInput
      type="search"
      label="Search"
      description="Finds what begins with the text, in any case."
      placeholder="Name, e-mail address, phone number or external id"
      leftSection={<Search size={16} aria-hidden />}
      maxLength={255}
      maw={520}
      mb="sm"
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
    />
  );
}
