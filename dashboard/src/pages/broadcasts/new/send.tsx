import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../api/client';
import { usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { Dialog } from '../../../parts/dialog';
import { Form } from '../../../parts/form';
import { exactTime } from '../../../parts/time';
import { useChange } from '../../../parts/use-change';
import { type BroadcastContent, BROADCASTS, broadcastsKey, previewQuery } from '../queries';
import { peopleText } from '../words';
import { type Draft, requestIn } from './draft';
import { DryRun } from './dry-run';

interface SendProps {
  draft: Draft;
  content: BroadcastContent;
}

/** The button that sends it, after a confirmation that says to how many people. */
export const Send = (props: SendProps) => (
  <Dialog label="Send" title={`Send ${props.content.event}`} button={{ variant: 'filled' }}>
    {(close) => <Confirmation {...props} close={close} />}
  </Dialog>
);

function Confirmation({ draft, content, close }: SendProps & { close: () => void }) {
  const place = usePlace();
  const navigate = useNavigate();
  const preview = useQuery(previewQuery(place, content));
  const send = useChange<undefined, { broadcast: { id: string } }>({
    run: () => api.post(BROADCASTS, { ...place, body: requestIn(draft, content) }),
    says: 'The broadcast is accepted.',
    refresh: [[...broadcastsKey(place), 'list']],
    showsError: true,
    done: ({ broadcast }) =>
      void navigate({
        to: '/$app/$environment/broadcasts/$broadcast',
        params: { ...place, broadcast: broadcast.id },
      }),
  });
  if (!preview.data) return <Awaited query={preview} height={120} />;
  const { reachable, is_exact: isExact } = preview.data;
  const people = `${isExact ? '' : 'about '}${peopleText(reachable)}`;
  return (
    <Form change={send} action={`Send to ${people}`} leave={{ label: 'Not yet', go: close }}>
      <DryRun preview={preview.data} />
      <Text size="sm">
        {whenText(draft)}{' '}
        {place.environment === 'sandbox'
          ? 'Sandbox captures what it sends. Nobody gets it.'
          : 'Production really sends it.'}
      </Text>
    </Form>
  );
}

function whenText({ when, at, local }: Draft): string {
  if (when === 'now') return 'It begins now.';
  if (when === 'time') return `It begins at ${exactTime(at)}.`;
  return `It begins now, and each recipient gets it at ${local} in their time zone.`;
}
