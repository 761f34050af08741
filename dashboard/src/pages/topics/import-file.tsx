import { FileInput, Text } from '@mantine/core';
import { useState } from 'react';
import { usePlace } from '../../layout/place';
import { FormDialog } from '../../parts/form-dialog';
import { importFile, importsKey } from './queries';

const NAMES = /\.(?:csv|jsonl|ndjson)$/i;

/** A button that imports a file of contacts into a topic. */
export function ImportFile({ topic }: { topic: string }) {
  const place = usePlace();
  const [file, setFile] = useState<File | null>(null);
  return (
    <FormDialog
      label="Add contacts from a file"
      title="Import a file"
      action={`Import in ${place.environment}`}
      submitter={{ disabled: file === null }}
      reset={() => setFile(null)}
      change={{
        run: () => {
          if (!file || !NAMES.test(file.name))
            throw new Error('The name of the file must end with .csv, .jsonl or .ndjson.');
          return importFile(place, topic, file);
        },
        says: ({ rows }) =>
          `The import of ${rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`} runs.`,
        refresh: [importsKey(place, topic)],
      }}
    >
      <Text size="sm">
        A CSV whose first line names fields of contacts, such as email, name and meta.plan, or JSON Lines.
        Each row creates or changes a contact and adds it to the topic. Rows that are wrong are left out, and
        you can save them.
      </Text>
      <FileInput
        label="File"
        description="CSV (.csv) or JSON Lines (.jsonl, .ndjson)"
        placeholder="Choose a file"
        accept=".csv,.jsonl,.ndjson"
        required
        clearable
        value={file}
        onChange={setFile}
      />
    </FormDialog>
  );
}
