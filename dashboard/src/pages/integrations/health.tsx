import { Badge, Group, Text } from '@mantine/core';
import type { Integration } from '../../api/types';
import { Time } from '../../parts/time';

type HealthState = Integration['health']['state'];

const LOOKS: Record<HealthState, { color: string; word: string }> = {
  ok: { color: 'teal', word: 'healthy' },
  failing: { color: 'orange', word: 'failing' },
  resting: { color: 'red', word: 'cooling down' },
};

const REASONS: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'the provider refused the credentials or the account',
  PROVIDER_ERROR: 'the provider failed, or nothing connected to it',
  TIMEOUT: 'the provider did not answer in time',
  RATE_LIMITED: 'the provider accepts no more messages for now',
  OUTCOME_UNKNOWN: 'no answer arrived after the request was sent',
};

/** The state of an integration as a word. */
export function HealthBadge({ state }: { state: HealthState }) {
  const { color, word } = LOOKS[state];
  return (
    <Badge variant="light" color={color} tt="none" radius="sm">
      {word}
    </Badge>
  );
}

/** How an integration did lately, in words. */
export function Health({ health }: { health: Integration['health'] }) {
  const { state, failures, code, since, until } = health;
  return (
    <Group gap={6}>
      <HealthBadge state={state} />
      {state !== 'ok' && (
        <Text size="sm">
          {since !== undefined && (
            <>
              Since <Time at={since} />.{' '}
            </>
          )}
          {until !== undefined && <NextTry at={until} />}
          {failures !== undefined && `Failures in a row: ${failures}. `}
          {code !== undefined && `Last failure: ${REASONS[code] ?? 'see the code'} (${code}).`}
        </Text>
      )}
    </Group>
  );
}

/** When an integration that cools down is tried again. After that time, the next message tries it. */
function NextTry({ at }: { at: string }) {
  if (Date.parse(at) <= Date.now()) return 'The next message tries it. ';
  return (
    <>
      It is tried again <Time at={at} />.{' '}
    </>
  );
}
