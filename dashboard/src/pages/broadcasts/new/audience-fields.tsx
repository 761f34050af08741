import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { More } from '../../../parts/more';
import { Outside } from '../../../parts/outside';
import { segmentQuery, segmentsQuery } from '../../segments/queries';
import { topicsQuery } from '../../topics/queries';
import { sizeText } from '../../topics/words';
import type { AudienceKind } from './draft';
import type { FieldsProps } from './message-fields';

const KINDS: { value: AudienceKind; label: string }[] = [
  { value: 'topic', label: 'Topic' },
  { value: 'segment', label: 'Segment' },
  { value: 'all', label: 'All contacts' },
];

/** To whom it goes. */
export function AudienceFields(props: FieldsProps) {
  const { draft, set } = props;
  return (
    <Stack gap="sm" align="flex-start">
      <SegmentedControl
        aria-label="Audience"
        size="xs"
        data={KINDS}
        value={draft.kind}
        onChange={(kind) => set({ kind })}
      />
      {draft.kind === 'topic' && <TopicChoice {...props} />}
      {draft.kind === 'segment' && <SegmentChoice {...props} />}
      {draft.kind === 'all' && (
        <Text size="sm">Every contact of the application. A dry run counts them.</Text>
      )}
    </Stack>
  );
}

interface ChoiceProps {
  label: string;
  options: { value: string; name: string }[];
  value: string | null;
  choose: (value: string | null) => void;
}

const Choice = ({ label, options, value, choose }: ChoiceProps) => (
  <Select
    label={label}
    required
    searchable
    w="100%"
    maw={400}
    placeholder={`Choose a ${label.toLowerCase()}`}
    nothingFoundMessage="None"
    data={options.map(({ value: id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` }))}
    renderOption={({ option }) => <Outside>{option.label}</Outside>}
    value={value}
    onChange={choose}
  />
);

function TopicChoice({ draft: { topic }, set }: FieldsProps) {
  const list = useInfiniteQuery(topicsQuery(usePlace()));
  const topics = list.data?.pages.flatMap((page) => page.topics);
  const chosen = topics?.find((one) => one.topic === topic);
  return (
    <>
      <Awaited query={list} height={60} />
      {topics && (
        <Choice
          label="Topic"
          options={topics.map((one) => ({ value: one.topic, name: one.name }))}
          value={topic}
          choose={(value) => set({ topic: value })}
        />
      )}
      {chosen && <Text size="sm">{sizeText(chosen.subscribers, chosen.subscribers_exact)}</Text>}
      <More list={list}>Show more topics</More>
    </>
  );
}

function SegmentChoice({ draft: { segment }, set }: FieldsProps) {
  const place = usePlace();
  const list = useInfiniteQuery(segmentsQuery(place));
  const segments = list.data?.pages.flatMap((page) => page.segments);
  const { data } = useQuery({ ...segmentQuery(place, segment ?? ''), enabled: segment !== null });
  return (
    <>
      <Awaited query={list} height={60} />
      {segments && (
        <Choice
          label="Segment"
          options={segments.map((one) => ({ value: one.segment, name: one.name }))}
          value={segment}
          choose={(value) => set({ segment: value })}
        />
      )}
      {data && <Text size="sm">{sizeText(data.contacts, data.contacts_exact)}</Text>}
      <More list={list}>Show more segments</More>
    </>
  );
}
