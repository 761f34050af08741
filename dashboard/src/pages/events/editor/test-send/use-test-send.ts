import { api } from '../../../../api/client';
import type { Channel } from '../../../../api/channels';
import { ApiProblem } from '../../../../api/problem';
import type { NotificationDetails } from '../../../../api/types';
import { usePlace } from '../../../../layout/place';
import { fieldOf } from '../../../../parts/field-error';
import { useChange } from '../../../../parts/use-change';
import { objectIn, type Sample } from '../../preview/sample';
import type { EventDetails } from '../../query';
import { type Identifier, recipientOf } from './recipient';

interface Order {
  /** A notification is sent over each. Null: over the channel that the event chooses. */
  channels: readonly (Channel | null)[];
  identifiers: readonly Identifier[];
  values: Readonly<Record<string, string>>;
  language: string | null;
  tenant: string | null;
  skipWaits: boolean;
}

/** What became of a test: a notification, or why there is none. */
export type Outcome = { channel: Channel | null } & (
  { notification: NotificationDetails } | { problem: ApiProblem }
);

/** Sends tests of an event. Fails if all are refused for one reason that a field can mend. */
export function useTestSend(event: EventDetails, sample: Sample) {
  const place = usePlace();
  return useChange<Order, Outcome[]>({
    run: async ({ channels, identifiers, values, language, tenant, skipWaits }) => {
      const payload = objectIn(sample.payload);
      if ('problem' in payload) throw new Error(`The sample payload cannot be sent. ${payload.problem}`);
      const to = recipientOf(sample, identifiers, values);
      const sendOver = async (channel: Channel | null): Promise<Outcome> => {
        const body = {
          ...{ to, payload: payload.value },
          ...(channel !== null && { channel }),
          ...(language !== null && { language }),
          ...(tenant !== null && { tenant }),
          ...(skipWaits && { skip_waits: true }),
        };
        try {
          const path = '/admin/v1/applications/{app}/events/{environment}/{name}/send';
          const { notification } = await api.post(path, { ...place, name: event.name, body });
          return { channel, notification };
        } catch (error) {
          if (!(error instanceof ApiProblem) || channel === null || isOfTheForm(error)) throw error;
          return { channel, problem: error };
        }
      };
      return Promise.all(channels.map(sendOver));
    },
    refresh: [['notifications'], ['inbox']],
    showsError: true,
  });
}

/** Whether every channel is refused alike. */
const isOfTheForm = (error: ApiProblem): boolean =>
  fieldOf(error) !== undefined || error.mayPass || error.status === 401;
