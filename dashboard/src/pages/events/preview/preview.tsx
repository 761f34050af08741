import { Alert, Loader, Paper, Select, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { type Channel, CHANNEL_ROWS } from '../../../api/channels';
import { usePlace } from '../../../layout/place';
import { ChannelIcon } from '../../../parts/channel-icon';
import { Problem } from '../../../parts/problem';
import type { LineProblem } from '../code/diagnostics';
import type { Draft } from '../editor/draft';
import type { Which } from '../editor/which';
import { ProblemList } from '../problem-list';
import { inOwnFile, problemsOf } from '../push';
import type { EventDetails } from '../query';
import { type CardProps, ChatPreview, Others, PushPreview, SmsPreview } from './cards';
import { EmailPreview } from './email-preview';
import { previewQuery } from './preview-query';
import { richOf } from './rich';
import { objectIn, type Sample } from './sample';
import { SampleEditor } from './sample-editor';

const PAUSE_MS = 600;

interface PreviewProps {
  event: EventDetails;
  which: Which;
  draft: Draft;
  /** Called with what is wrong with the file of the page. */
  found: (problems: readonly LineProblem[]) => void;
  /** Goes to a line of the file. */
  goTo: (line: number) => void;
  sample: Sample;
  change: (next: Partial<Sample>) => void;
  reset: () => void;
}

/** What the chosen template looks like as the page has it, and the sample that it is rendered with. */
export default function Preview({ change, reset, ...shown }: PreviewProps) {
  const { event, sample } = shown;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Preview">
      <Tabs defaultValue="preview" keepMounted={false}>
        <Tabs.List mb="sm" aria-label="Preview and sample">
          <Tabs.Tab value="preview">Preview</Tabs.Tab>
          <Tabs.Tab value="sample">Sample</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="preview">
          <Rendered key={whole(shown.which)} {...shown} />
        </Tabs.Panel>
        <Tabs.Panel value="sample">
          <SampleEditor event={event} sample={sample} change={change} reset={reset} />
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
}

const whole = ({ set, channel, language }: Which): string => `${set.step} ${channel} ${language}`;

/** Languages of previews that no one speaks, and what they show. */
const PSEUDO = [
  { value: 'en-XA', label: 'en-XA: accented, longer' },
  { value: 'ar-XB', label: 'ar-XB: from right to left' },
];
/** Whether a file has texts of translations. */
const HAS_TEXTS = /(?:\{\{[~{&]*|\()\s*t\s+["']/;

function Rendered({ event, which, draft, sample, found, goTo }: Omit<PreviewProps, 'change' | 'reset'>) {
  const place = usePlace();
  const [payload] = useDebouncedValue(sample.payload, PAUSE_MS);
  const [contact] = useDebouncedValue(sample.contact, PAUSE_MS);
  const { set, channel } = which;
  const [language, setLanguage] = useState(which.language);
  const [text] = useDebouncedValue(draft.text, PAUSE_MS);
  // The message of a changed file is rendered from the page, and that of a saved one from the service.
  const file = text === draft.base && event.source !== null ? undefined : text;
  const isWrong = 'problem' in objectIn(payload) || 'problem' in objectIn(contact);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...previewQuery({
      place,
      name: event.name,
      of: file ?? event.updated_at,
      file,
      which: { step: set.step, channel, language },
      sample: { payload, contact },
    }),
    enabled: !isWrong,
  });
  const problems = isWrong ? [] : inOwnFile(problemsOf(error));
  useEffect(
    () => found(problems.map(({ line, message }) => ({ line, message, severity: 'error' }))),
    [error, isWrong],
  );
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        <ChannelIcon channel={channel} />
        {channel}, {language}
        {set.step !== '' && `, step ${set.step}`} {isFetching && <Loader size={12} aria-label="Rendering" />}
      </Title>
      {HAS_TEXTS.test(draft.text) && (
        <Select
          label="Language of the preview"
          size="xs"
          w={220}
          allowDeselect={false}
          data={[...new Set([which.language, ...event.languages]), ...PSEUDO]}
          value={language}
          onChange={(next) => next !== null && setLanguage(next)}
        />
      )}
      {file !== undefined && (
        <Text size="sm" role="status">
          With your changes, which are not saved yet.
        </Text>
      )}
      {isWrong && <Alert color="orange">The sample is not a JSON object. Correct it under “Sample”.</Alert>}
      {error && !isWrong && problems.length === 0 && <Problem error={error} retry={() => void refetch()} />}
      {problems.length > 0 && (
        <Alert color="orange" title="The file has problems">
          <ProblemList problems={problems.map(({ line, message }) => ({ line, message }))} goTo={goTo} />
        </Alert>
      )}
      {isPending && !isWrong && !error && <Skeleton height={200} aria-label="Loading" role="status" />}
      {data && !error && <Message channel={channel} rendered={data} />}
    </Stack>
  );
}

const MailPreview = ({ rendered }: CardProps) => (
  <>
    <EmailPreview rendered={rendered} />
    <Others rich={richOf(rendered).others} />
  </>
);

/** How each channel's messages are shown. */
const PREVIEWS: Record<(typeof CHANNEL_ROWS)[Channel]['preview'], ComponentType<CardProps>> = {
  card: PushPreview,
  chat: ChatPreview,
  mail: MailPreview,
  sms: SmsPreview,
};

function Message({ channel, rendered }: CardProps & { channel: Channel }) {
  const Shown = PREVIEWS[CHANNEL_ROWS[channel].preview];
  return <Shown rendered={rendered} />;
}
