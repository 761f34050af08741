import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../api/session';
import type { Incident, Remedy, Verdict } from '../../api/types';
import { usePlace } from '../../layout/place';
import { ButtonLink } from '../link';
import { Outside } from '../outside';
import { countText } from './words';

type Shown = Pick<Verdict | Incident, 'about' | 'remedy' | 'waiting'> & { notification_id?: string | null };

interface RemediesProps {
  of: Shown;
  /** The notification whose page this is. It needs no link to itself. */
  here?: string;
}

/** What would mend something, as links: to what has to change, and to what waits for it. */
export const Remedies = ({ of, here }: RemediesProps): ReactNode => (
  <Group gap="xs">
    {of.remedy && <Mend remedy={of.remedy} here={here} />}
    <SeeWaiting of={of} />
  </Group>
);

/** Remedies that no page of the dashboard has. */
const ELSEWHERE: readonly Remedy['code'][] = [
  ...(['START_WORKER', 'CHECK_TEMPORAL', 'UNPAUSE', 'SET_ENCRYPTION_KEY'] as const),
  ...(['CHECK_SMTP', 'FIX_CODE', 'FIX_REQUEST'] as const),
];

function Mend({ remedy: { code, about, text }, here }: { remedy: Remedy; here?: string }): ReactNode {
  const params = usePlace();
  const mayChange = useMay('editor');
  const look = { size: 'xs', variant: 'filled' } as const;
  const id = about.id ?? '';
  const name = <Outside>{about.name ?? 'it'}</Outside>;
  if (ELSEWHERE.includes(code))
    return (
      <Text size="sm" className="pre">
        {text}
      </Text>
    );
  switch (code) {
    case 'FIX_INTEGRATION':
      return (
        <ButtonLink
          {...look}
          to="/$app/$environment/integrations"
          params={params}
          search={mayChange ? { edit: id } : {}}
        >
          {mayChange ? 'Fix' : 'See'}&nbsp;{name}
        </ButtonLink>
      );
    case 'WAIT':
      if (about.kind !== 'integration') return null;
      return (
        <ButtonLink {...look} variant="default" to="/$app/$environment/integrations" params={params}>
          See&nbsp;{name}
        </ButtonLink>
      );
    case 'ADD_PROVIDER':
      return (
        <ButtonLink {...look} to="/$app/$environment/integrations" params={params}>
          Add an integration
        </ButtonLink>
      );
    case 'LIFT_SUPPRESSION':
    case 'FIX_CONTACT':
      if (about.kind !== 'contact') return null;
      return (
        <ButtonLink {...look} to="/$app/$environment/contacts/$id" params={{ ...params, id }}>
          {code === 'FIX_CONTACT' ? 'Open the contact' : 'See the suppression'}
        </ButtonLink>
      );
    case 'FIX_EVENT':
      return (
        <ButtonLink {...look} to="/$app/$environment/events/$name" params={{ ...params, name: id }}>
          Open&nbsp;{name}
        </ButtonLink>
      );
    case 'RETRY':
      if (about.id === null || about.id === here) return null;
      return (
        <ButtonLink {...look} to="/$app/$environment/notifications/$id" params={{ ...params, id }}>
          Open it to retry
        </ButtonLink>
      );
    case 'RESUME':
      if (about.kind === 'notification' && about.id === here) return null;
      if (about.kind === 'notification')
        return (
          <ButtonLink {...look} to="/$app/$environment/notifications/$id" params={{ ...params, id }}>
            Open it to resume
          </ButtonLink>
        );
      if (about.kind === 'prefix')
        return (
          <ButtonLink {...look} to="/$app/$environment/usage" params={params}>
            See what is held
          </ButtonLink>
        );
      return about.kind === 'event' ? (
        <ButtonLink {...look} to="/$app/$environment/events/$name" params={{ ...params, name: id }}>
          Open&nbsp;{name}&nbsp;to resume
        </ButtonLink>
      ) : (
        <ButtonLink {...look} to="/$app/$environment/integrations" params={params}>
          See&nbsp;{name}
        </ButtonLink>
      );
    case 'FIX_ENDPOINT':
      return (
        <ButtonLink {...look} to="/$app/$environment/webhooks" params={params}>
          See the endpoint
        </ButtonLink>
      );
    case 'FIX_SENDER':
      return (
        <ButtonLink {...look} to="/$app/$environment/senders" params={params}>
          See the records
        </ButtonLink>
      );
    default:
      return (
        <ButtonLink {...look} to="/$app/$environment/usage" params={params}>
          See the quotas
        </ButtonLink>
      );
  }
}

/** A link to the notifications that share a cause. */
function SeeWaiting({ of: { about, remedy, waiting, notification_id: id } }: { of: Shown }): ReactNode {
  const params = usePlace();
  // No filter finds what a pause holds.
  if (remedy?.code === 'RESUME') return null;
  const isOnlyThis = id !== undefined && id !== null && waiting?.count === 1;
  if (!waiting || waiting.count === 0 || isOnlyThis || !about) return null;
  const failing = about.kind === 'smtp' ? 'service_smtp' : about.id;
  if (failing === null || (about.kind !== 'smtp' && about.kind !== 'integration')) return null;
  return (
    <ButtonLink
      size="xs"
      variant="default"
      to="/$app/$environment/activity"
      params={params}
      search={{ failing }}
    >
      See the {countText(waiting)}
    </ButtonLink>
  );
}
