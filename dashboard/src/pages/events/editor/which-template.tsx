import { Group, Select } from '@mantine/core';
import type { TemplateSet } from '../file/sets';
import type { Choose, Which } from './which';

/** Stands for the event's own templates. No step has such a name. */
const OWN = '(event)';

interface WhichTemplateProps {
  sets: readonly TemplateSet[];
  which: Which;
  change: Choose;
}

/** Chooses the template that is edited and previewed: its step, channel and language. */
export const WhichTemplate = ({ sets, which: { set, channel, language }, change }: WhichTemplateProps) => (
  <Group gap="xs" mb="sm">
    {sets.length > 1 && (
      <Select
        label="Templates of"
        size="xs"
        w={160}
        allowDeselect={false}
        data={sets.map(({ step }) => ({
          value: step || OWN,
          label: step === '' ? 'the event' : `step ${step}`,
        }))}
        value={set.step || OWN}
        onChange={(step) => step !== null && change({ step: step === OWN ? '' : step })}
      />
    )}
    <Select
      label="Channel"
      size="xs"
      w={120}
      allowDeselect={false}
      data={Object.keys(set.channels)}
      value={channel}
      onChange={(next) => next !== null && change({ channel: next })}
    />
    <Select
      label="Language"
      size="xs"
      w={110}
      allowDeselect={false}
      data={set.channels[channel] ?? []}
      value={language}
      onChange={(next) => next !== null && change({ language: next })}
    />
  </Group>
);
