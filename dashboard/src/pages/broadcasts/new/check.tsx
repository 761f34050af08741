import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { Dialog } from '../../../parts/dialog';
import type { EventDetails } from '../../events/query';
import { type BroadcastContent, previewQuery } from '../queries';
import { contentIn, type Draft } from './draft';
import { DryRun } from './dry-run';
import { Send } from './send';
import { TestForm } from './test-form';

/** The buttons that show whom it would reach, send a test, and send it. */
export function Check({ draft, event }: { draft: Draft; event: EventDetails | undefined }) {
  const read = contentIn(draft, event);
  if ('missing' in read) return <Text size="sm">{read.missing}</Text>;
  if (draft.when === 'time' && draft.at === '') return <Text size="sm">Enter when it begins.</Text>;
  if (draft.when === 'local' && draft.local === '') return <Text size="sm">Enter a time of day.</Text>;
  return <Buttons draft={draft} content={read.content} />;
}

function Buttons({ draft, content }: { draft: Draft; content: BroadcastContent }) {
  const place = usePlace();
  const text = JSON.stringify(content);
  const [asked, setAsked] = useState<string>();
  const isAsked = asked === text;
  const dryRun = useQuery({ ...previewQuery(place, content), enabled: isAsked });
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={dryRun.isFetching}
          onClick={() => (isAsked ? void dryRun.refetch() : setAsked(text))}
        >
          Dry run
        </Button>
        <Dialog label="Send a test" title="Send it to up to five people" size="lg">
          {() => <TestForm content={content} />}
        </Dialog>
        <Send draft={draft} content={content} />
      </Group>
      {isAsked && <Awaited query={dryRun} height={80} />}
      {isAsked && dryRun.data && <DryRun preview={dryRun.data} />}
    </Stack>
  );
}
