import { Alert } from '@mantine/core';
import { exactTime } from '../../parts/time';
import type { Endpoint } from './queries';

type OwnerTold = NonNullable<Endpoint['switched_off']>['owner_told'];

const TOLD: Readonly<Record<OwnerTold, string>> = {
  pending: 'The e-mail to the owner is on its way.',
  sent: 'The owner was notified by e-mail.',
  no_address: 'The owner was not notified: the application has no owner e-mail.',
  no_smtp: 'The owner was not notified: the service has no SMTP server for its own e-mail.',
  refused: 'The owner was not notified: the SMTP server refused the e-mail.',
};

/** Why an endpoint gets no events, or may soon get none. Nothing while all is well. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const { is_active: isActive, switched_off: switchedOff, failing_since: failingSince } = endpoint;
  if (switchedOff)
    return (
      <Alert color="red" title="The service switched the endpoint off" role="status">
        {switchedOff.reason === 'gone'
          ? 'The endpoint answered 410 (Gone)'
          : `No attempt succeeded since ${exactTime(switchedOff.failing_since)}`}
        , so the service switched it off at {exactTime(switchedOff.at)}. {TOLD[switchedOff.owner_told]} Send a
        test event first. If it arrives, switch the endpoint on, and then redeliver what failed.
      </Alert>
    );
  if (!isActive)
    return (
      <Alert color="gray" title="The endpoint is off" role="status">
        A person switched it off. Events that happen until it is enabled are never sent to it.
      </Alert>
    );
  if (failingSince !== null)
    return (
      <Alert color="orange" title="The endpoint fails" role="status">
        No attempt succeeded since {exactTime(failingSince)}. If that lasts for days (5, unless
        WEBHOOK_DISABLE_AFTER_DAYS says otherwise), the service switches it off. One success, a test event
        included, restarts the count.
      </Alert>
    );
  return null;
}
