import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { Problem } from '../../../parts/problem';
import { useChange } from '../../../parts/use-change';
import { ChangedMessages } from '../changed-messages';
import { Code } from '../code/code';
import { ProblemList } from '../problem-list';
import { problemsOf, pushFiles, refreshedByPush } from '../push';
import { contentQuery, languageOf, type Part } from './parts-query';

/** The content of a layout, partial or translation, which can be changed after a look at the messages that change with it. */
export function EditPart({ part, close }: { part: Part; close: () => void }) {
  const stored = useQuery({ ...contentQuery(usePlace(), part), staleTime: Infinity });
  if (stored.data === undefined) return <Awaited query={stored} />;
  return <Editor part={part} stored={stored.data} close={close} />;
}

function Editor({ part, stored, close }: { part: Part; stored: string; close: () => void }) {
  const place = usePlace();
  const [text, setText] = useState(stored);
  // A file that changes under the reader keeps the version that was opened: the service refuses to replace another one.
  const [version] = useState(part.version);
  const files = [{ name: part.name, content: text }];
  const check = useChange({
    run: () => pushFiles(place, files, { dryRun: true, differences: true }),
    refresh: [],
    showsError: true,
  });
  const save = useChange({
    run: () => pushFiles(place, files, { expected: { [part.name]: version } }),
    says: `${part.name} is saved.`,
    refresh: refreshedByPush(place),
    showsError: true,
    done: close,
  });
  // People get the next messages from what is saved there.
  const mustLook = place.environment === 'production' && !check.data;
  const error: unknown = save.error ?? check.error;
  const problems = problemsOf(error);
  const change = (next: string): void => {
    setText(next);
    check.reset();
    save.reset();
  };
  return (
    <Stack>
      <Code label={part.name} value={text} language={languageOf(part)} onChange={change} maxHeight="45vh" />
      {problems.length > 0 ? (
        <ProblemList problems={problems} />
      ) : (
        error !== null && <Problem error={error} />
      )}
      {check.data && <ChangedMessages pushed={check.data} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        <Button
          variant="default"
          disabled={text === stored}
          loading={check.isPending}
          onClick={() => check.mutate(undefined)}
        >
          Show what changes
        </Button>
        <Button
          disabled={text === stored || mustLook}
          loading={save.isPending}
          onClick={() => save.mutate(undefined)}
        >
          Save in {place.environment}
        </Button>
      </Group>
    </Stack>
  );
}
