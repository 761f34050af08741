import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelOf, NUMBERED } from '../../api/channels';
import type { Integration } from '../../api/types';
import { useMay } from '../../api/session';
import { usePlace } from '../../layout/place';
import { AnchorLink } from '../../parts/link';
import { Awaited } from '../../parts/awaited';
import { Section } from '../../parts/section';
import { Dialog } from '../../parts/dialog';
import { integrationsQuery } from '../integrations/queries';
import { TestIntegration } from '../integrations/test-integration';
import type { Sender } from './queries';
import { sendsAs } from './sends-as';
import { isolated } from '../../../../core/shared/isolated';
import { Outside } from '../../parts/outside';

interface NumbersProps {
  senders: readonly Sender[];
  /** Null: SMS with one-time codes have no line for phones. */
  otpDomain: string | null;
}

/** What the SMS and WhatsApp messages of each integration come from, and the domain of one-time codes. */
export function Numbers({ senders, otpDomain }: NumbersProps) {
  const place = usePlace();
  const { data, error, refetch } = useQuery(integrationsQuery(place.app));
  const integrations = data?.integrations.filter(({ channel }) => NUMBERED.some((one) => one === channel));
  return (
    <Section title="Numbers">
      <Awaited query={{ data, error, refetch }} height={44} />
      <Stack gap="sm">
        {integrations?.length === 0 && (
          <Text size="sm">
            Nothing sends {NUMBERED.map(labelOf).join(' or ')} yet.{' '}
            <AnchorLink to="/$app/$environment/integrations" params={place} size="sm">
              Add an integration
            </AnchorLink>
          </Text>
        )}
        {integrations?.map((integration) => (
          <NumbersOf key={integration.id} {...{ integration, senders }} />
        ))}
        <Text size="sm">
          {otpDomain === null
            ? 'SMS with one-time codes have no domain, so phones do not fill them in.'
            : `SMS with one-time codes end with @${otpDomain} and the code.`}
        </Text>
      </Stack>
    </Section>
  );
}

interface NumbersOfProps {
  integration: Integration;
  senders: readonly Sender[];
}

function NumbersOf({ integration, senders }: NumbersOfProps) {
  const mayTest = useMay('editor');
  const { channel, name, provider } = integration;
  const { chosen, own, problem } = sendsAs(integration, senders);
  const [first, ...others] = chosen;
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
        <Text size="sm" fw={600}>
          {labelOf(channel)}, <Outside>{name || provider}</Outside>
        </Text>
        {first !== undefined && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            From {first}
            {others.length > 0 && `. A send may name ${others.join(', ')}`}
          </Text>
        )}
        {own !== undefined && (
          <Text size="sm" c={first === undefined ? undefined : 'var(--dimmed-text)'}>
            {own}
          </Text>
        )}
        {problem !== undefined && (
          <Text size="sm" c="var(--mantine-color-red-text)">
            {problem}
          </Text>
        )}
      </div>
      {mayTest && (
        <Dialog label="Test" about={name || provider} title={`Test ${isolated(name || provider)}`} size="lg">
          {() => <TestIntegration integration={integration} />}
        </Dialog>
      )}
    </Group>
  );
}
