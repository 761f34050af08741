import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { CHANNEL_ROWS } from '../../../api/channels';
import { ChannelIcon } from '../../../parts/channel-icon';
import type { LineProblem } from '../code/diagnostics';
import TemplateEditor from '../editor/template-editor';
import type { Choose, Which } from '../editor/which';
import { addValue } from '../file/edit';
import type { FlowStep } from '../file/flow';
import { templatesOf } from './templates-of';

export interface MessageEditing {
  source: string;
  which: Which | null;
  choose: Choose;
  onSave: () => void;
  problems: readonly LineProblem[];
  /** What the chosen template looks like. */
  preview: ReactNode;
}

interface MessageEditorProps extends MessageEditing {
  step: FlowStep;
  file: Record<string, unknown>;
  onChange: (source: string) => void;
}

/** The message of a SEND: its template on each channel and in each language, and what it looks like. */
export function MessageEditor({ step, file, onChange, ...editing }: MessageEditorProps) {
  const { source, which, choose, onSave, problems, preview } = editing;
  const templates = templatesOf(step, file);
  const chosen = templates.find(({ channel }) => channel === which?.channel) ?? templates[0];
  const isShown =
    which !== null &&
    chosen?.set !== null &&
    chosen?.set.step === which.set.step &&
    chosen.channel === which.channel;
  // A SEND that is opened shows its own template.
  useEffect(() => {
    if (chosen?.set && !isShown)
      choose({ step: chosen.set.step, channel: chosen.channel, language: chosen.languages[0] });
  }, [chosen?.channel, chosen?.set?.step, isShown]);
  if (!chosen) return <Text size="sm">The event has no channel yet. Choose one below.</Text>;
  const { channel, set, languages } = chosen;
  const label = CHANNEL_ROWS[channel]?.label ?? channel;
  const add = (missing: string): void => {
    const language = typeof file.language === 'string' ? file.language : 'en';
    onChange(addValue(source, ['templates', missing], { [language]: { text: 'Hello {{name | there}}.' } }));
    choose({ step: '', channel: missing, language });
  };
  return (
    <Stack gap="sm">
      {templates.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Channel of the message"
          data={templates.map((one) => ({
            value: one.channel,
            label: (
              <>
                <ChannelIcon channel={one.channel} isColored />
                {one.channel}
              </>
            ),
          }))}
          value={channel}
          onChange={(next) => {
            const to = templates.find((one) => one.channel === next);
            choose({ step: to?.set?.step ?? '', channel: to?.channel, language: to?.languages[0] });
          }}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      {set === null ? (
        <Alert color="orange" title={`There is no template for ${label}`}>
          <Button size="xs" onClick={() => add(channel)}>
            Write one
          </Button>
        </Alert>
      ) : (
        isShown && (
          <>
            <Group gap="xs">
              <SegmentedControl
                size="xs"
                aria-label="Language of the message"
                data={[...languages]}
                value={which.language}
                onChange={(language) => choose({ language })}
              />
              <Text size="xs" c="var(--dimmed-text)">
                {set.step === ''
                  ? 'A template of the event: all its SENDs use it'
                  : 'A template of this step'}
              </Text>
            </Group>
            <TemplateEditor {...{ source, which, onChange, onSave, choose, problems }} />
            {preview}
          </>
        )
      )}
    </Stack>
  );
}
