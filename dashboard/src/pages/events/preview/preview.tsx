import { Alert, Loader, Paper, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../../layout/place';
import { Problem } from '../../../parts/problem';
import type { Which } from '../editor/which';
import type { EventDetails, RenderedMessage } from '../query';
import { ChatPreview, Others, PushPreview, SmsPreview } from './cards';
import { EmailPreview } from './email-preview';
import { previewQuery } from './preview-query';
import { richOf } from './rich';
import { objectIn, type Sample } from './sample';
import { SampleEditor } from './sample-editor';

const PAUSE_MS = 600;

interface PreviewProps {
  event: EventDetails;
  which: Which;
  isDirty: boolean;
  sample: Sample;
  change: (next: Partial<Sample>) => void;
  reset: () => void;
}

/** What the chosen template of the saved file looks like, and the sample that it is rendered with. */
export function Preview({ event, which, isDirty, sample, change, reset }: PreviewProps) {
  return (
    <Paper withBorder p="sm" component="section" aria-label="Preview">
      <Tabs defaultValue="preview" keepMounted={false}>
        <Tabs.List mb="sm" aria-label="Preview and sample">
          <Tabs.Tab value="preview">Preview</Tabs.Tab>
          <Tabs.Tab value="sample">Sample</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="preview">
          <Rendered event={event} which={which} isDirty={isDirty} sample={sample} />
        </Tabs.Panel>
        <Tabs.Panel value="sample">
          <SampleEditor event={event} sample={sample} change={change} reset={reset} />
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
}

function Rendered({ event, which, isDirty, sample }: Omit<PreviewProps, 'change' | 'reset'>) {
  const place = usePlace();
  const [payload] = useDebouncedValue(sample.payload, PAUSE_MS);
  const [contact] = useDebouncedValue(sample.contact, PAUSE_MS);
  const { set, channel, language } = which;
  const isWrong = 'problem' in objectIn(payload) || 'problem' in objectIn(contact);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...previewQuery({
      place,
      name: event.name,
      savedAt: event.updated_at,
      which: { step: set.step, channel, language },
      sample: { payload, contact },
    }),
    enabled: !isWrong,
  });
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {channel}, {language}
        {set.step !== '' && `, step ${set.step}`} {isFetching && <Loader size={12} aria-label="Rendering" />}
      </Title>
      {isDirty && (
        <Text size="sm" role="status">
          This is the saved file. Save to see your changes.
        </Text>
      )}
      {isWrong && <Alert color="orange">The sample is not a JSON object. Mend it under “Sample”.</Alert>}
      {error && !isWrong && <Problem error={error} retry={() => void refetch()} />}
      {isPending && !isWrong && !error && <Skeleton height={200} aria-label="Loading" role="status" />}
      {data && !error && <Message channel={channel} rendered={data} />}
    </Stack>
  );
}

function Message({ channel, rendered }: { channel: Which['channel']; rendered: RenderedMessage }) {
  switch (channel) {
    case 'email':
      return (
        <>
          <EmailPreview rendered={rendered} />
          <Others rich={richOf(rendered).others} />
        </>
      );
    case 'sms':
      return <SmsPreview rendered={rendered} />;
    case 'push':
      return <PushPreview rendered={rendered} />;
    default:
      return <ChatPreview rendered={rendered} />;
  }
}
