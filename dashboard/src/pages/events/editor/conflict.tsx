import { Alert, Button, Group, Text } from '@mantine/core';
import { Dialog } from '../../../parts/dialog';
import { MergeFiles } from '../code/code';
import type { Draft } from './draft';

/** Says that somebody else has saved the event, and asks whose file counts. */
export function Conflict({ draft: { text, theirs, settle } }: { draft: Draft }) {
  if (theirs === null) return null;
  return (
    <Alert color="orange" title="Somebody has saved this event since you opened it" role="alert" mb="md">
      <Text size="sm" mb="sm">
        Compare both files, then choose the one to keep. Nothing is saved yet.
      </Text>
      <Group gap="xs">
        <Dialog label="Compare" title="The saved file and yours" size="90rem">
          {() => (
            <MergeFiles
              before={{ label: 'The saved file', text: theirs }}
              after={{ label: 'Your file', text }}
            />
          )}
        </Dialog>
        <Button size="xs" variant="default" onClick={() => settle('theirs')}>
          Use the saved file
        </Button>
        <Button size="xs" variant="default" onClick={() => settle('mine')}>
          Use my file
        </Button>
      </Group>
    </Alert>
  );
}
