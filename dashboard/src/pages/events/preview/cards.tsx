import { Group, Paper, Stack, Text } from '@mantine/core';
import { Bell } from 'lucide-react';
import { Json } from '../../../parts/json';
import type { RenderedMessage } from '../query';
import { Facts } from '../../../parts/facts';
import { type Rich, richOf } from './rich';

export interface CardProps {
  rendered: RenderedMessage;
}

/** An SMS as a phone shows it, with the number of segments, each of which is paid for. */
export function SmsPreview({ rendered }: CardProps) {
  const { segments, price, others } = richOf(rendered);
  return (
    <Stack gap="xs">
      <Facts variant="vertical" withRowBorders={false} nameWidth={96} facts={{ From: rendered.from }} />
      <Bubble text={rendered.text ?? ''} />
      {segments && (
        <Text size="sm">
          {segments.count} {segments.count === 1 ? 'segment' : 'segments'}, {segments.encoding}
          {price && `, about ${price.amount} ${price.currency}`}
        </Text>
      )}
      <Others rich={others} />
    </Stack>
  );
}

/** A push notification as a phone shows it. */
export function PushPreview({ rendered }: CardProps) {
  const { title, link, image, others } = richOf(rendered);
  return (
    <Stack gap="xs">
      <Paper withBorder shadow="sm" radius="lg" p="sm" maw={360}>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Bell size={20} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
          <div style={{ minWidth: 0 }}>
            {title !== undefined && (
              <Text size="sm" fw={600} className="pre">
                {title}
              </Text>
            )}
            <Text size="sm" className="pre">
              {rendered.text}
            </Text>
          </div>
        </Group>
      </Paper>
      <Facts
        variant="vertical"
        withRowBorders={false}
        nameWidth={96}
        facts={{ Link: link, Picture: image }}
      />
      <Others rich={others} />
    </Stack>
  );
}

/** A message of a chat as a plain card. Its blocks or embeds are below it as data. */
export function ChatPreview({ rendered }: CardProps) {
  const { others } = richOf(rendered);
  return (
    <Stack gap="xs">
      {rendered.text ? <Bubble text={rendered.text} /> : <Text size="sm">It has no text.</Text>}
      <Others rich={others} />
    </Stack>
  );
}

const Bubble = ({ text }: { text: string }) => (
  <Paper
    radius="lg"
    px="md"
    py="sm"
    maw={360}
    bg="var(--mantine-color-default-hover)"
    style={{ alignSelf: 'flex-start' }}
  >
    <Text size="sm" className="pre">
      {text}
    </Text>
  </Paper>
);

/** The rest of a rich content as JSON. */
export const Others = ({ rich }: { rich: Rich['others'] }) =>
  Object.keys(rich).length === 0 ? null : (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Other content
      </Text>
      <Json value={rich} />
    </div>
  );
