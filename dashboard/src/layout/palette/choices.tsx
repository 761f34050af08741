import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApplications } from '../../api/applications';
import type { SearchAnswer } from '../../api/types';
import { Outside } from '../../parts/outside';
import { StatusBadge } from '../../parts/status';
import { Time } from '../../parts/time';
import { useMenu } from '../menu';
import { usePlace } from '../place';

/** Something to go to or to do. */
interface Choice {
  id: string;
  label: ReactNode;
  /** Tells equal ones apart. */
  hint?: ReactNode;
  choose: () => void;
}

interface Group {
  label: string;
  choices: Choice[];
}

/** Returns what a text may mean, by kind: first what the API found, then what the dashboard has itself. */
export function useChoices(text: string, found: SearchAnswer | undefined): Group[] {
  const place = usePlace();
  const navigate = useNavigate();
  const pages = useMenu();
  const { data } = useApplications();
  const wanted = text.toLowerCase();
  const hasIt = (label: string): boolean => label.toLowerCase().includes(wanted);
  const other = place.environment === 'production' ? 'sandbox' : 'production';
  const groups: Group[] = [
    {
      label: 'Contacts',
      choices: (found?.contacts ?? []).map(({ id, name, email, phone, external_id: external }) => {
        const [label, ...others] = [name, email, phone, external, id].filter((one) => one !== null);
        return {
          id: `contact ${id}`,
          label: <Outside>{label}</Outside>,
          hint: <Outside>{others[0]}</Outside>,
          choose: () => void navigate({ to: '/$app/$environment/contacts/$id', params: { ...place, id } }),
        };
      }),
    },
    {
      label: 'Notifications',
      choices: (found?.notifications ?? []).map(({ id, event, status, started_at: at }) => ({
        id: `notification ${id}`,
        label: (
          <>
            {event} <Time at={at} />
          </>
        ),
        hint: <StatusBadge status={status} />,
        choose: () => void navigate({ to: '/$app/$environment/notifications/$id', params: { ...place, id } }),
      })),
    },
    {
      label: 'Events',
      choices: (found?.events ?? []).map(({ name }) => ({
        id: `event ${name}`,
        label: name,
        choose: () => void navigate({ to: '/$app/$environment/events/$name', params: { ...place, name } }),
      })),
    },
    {
      label: 'Integrations',
      choices: (found?.integrations ?? []).map(({ id, name, channel }) => ({
        id: `integration ${id}`,
        label: <Outside>{name}</Outside>,
        hint: channel,
        choose: () => void navigate({ to: '/$app/$environment/integrations', params: place }),
      })),
    },
    {
      label: 'Pages',
      choices: pages
        .filter(({ label }) => hasIt(label))
        .map(({ to, label }) => ({
          id: `page ${to}`,
          label,
          choose: () => void navigate({ to, params: place }),
        })),
    },
    {
      label: 'Go elsewhere',
      choices: [
        { id: 'environment', name: `Switch to ${other}`, params: { environment: other } },
        ...(data?.applications ?? [])
          .filter(({ name }) => name !== place.app)
          .map(({ name }) => ({ id: `app ${name}`, name: `Switch to ${name}`, params: { app: name } })),
      ]
        .filter(({ name }) => hasIt(name))
        .slice(0, MOST_PLACES)
        .map(({ id, name, params }) => ({
          ...{ id, label: <Outside>{name}</Outside> },
          choose: () => void navigate({ to: '/$app/$environment/overview', params: { ...place, ...params } }),
        })),
    },
    {
      label: 'Ask',
      choices:
        text === ''
          ? []
          : [
              {
                id: 'explain',
                label: (
                  <>
                    Explain what <Outside>{text}</Outside> got
                  </>
                ),
                choose: () =>
                  void navigate({ to: '/$app/$environment/explain', params: place, search: { who: text } }),
              },
            ],
    },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

const MOST_PLACES = 8;
