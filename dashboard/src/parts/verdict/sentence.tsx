import type { ReactNode } from 'react';
import type { Verdict } from '../../api/types';
import { Outside } from '../outside';
import { Time } from '../time';
import { Since } from './since';
import { countText, doesWhat, reasonOf } from './words';

/** Says in a sentence what became of a notification, and why. */
export function VerdictSentence({ verdict }: { verdict: Verdict }): ReactNode {
  const { event, state, since, next_at: nextAt } = verdict;
  const name = (
    <em>
      <Outside>{event}</Outside>
    </em>
  );
  switch (state) {
    case 'not_left':
      return (
        <>
          This {name} has not left: <Cause verdict={verdict} />
        </>
      );
    case 'waiting':
      return (
        <>
          This {name} waits: <Wait verdict={verdict} nextAt={nextAt} />
        </>
      );
    case 'left':
      return (
        <>
          This {name} has left over {verdict.channel}
          <At since={since} />. <Who verdict={verdict} /> accepted it, and has reported no delivery.
        </>
      );
    case 'delivered':
      return (
        <>
          This {name} was delivered over {verdict.channel}
          <At since={since} />.
        </>
      );
    case 'cancelled':
      return (
        <>
          This {name} was cancelled
          <At since={since} />.
        </>
      );
    case 'refused':
      return <Outside>{verdict.text}</Outside>;
    default:
      return <Ended verdict={verdict} name={name} />;
  }
}

function Cause({ verdict }: { verdict: Verdict }): ReactNode {
  const { code, failure, about, since, waiting, next_at: nextAt } = verdict;
  const next = nextAt !== null && <Next at={nextAt} />;
  switch (code) {
    case 'PROVIDER_RESTING':
    case 'RETRYING':
      if (about === null)
        return (
          <>
            the last attempt failed with {failure}. {next}
          </>
        );
      return (
        <>
          <Who verdict={verdict} /> {doesWhat(failure)}
          {since !== null && (
            <>
              {' '}
              since <Since at={since} />
            </>
          )}
          . {waiting !== null && waiting.count > 1 && `${countText(waiting)} wait. `}
          {next}
        </>
      );
    case 'NO_WORKER':
      return 'no worker runs.';
    case 'QUEUED':
      return 'it waits for a worker.';
    case 'PACED':
      return (
        <>
          it waits for its turn at <Who verdict={verdict} />, which has a rate limit.
        </>
      );
    case 'SENDING':
      return 'it is being sent now.';
    case 'NOT_STARTED':
    case 'UNKNOWN':
      return 'Temporal does not answer.';
    case 'PAUSED':
      return (
        <>
          {about?.kind === 'notification' ? (
            'it'
          ) : (
            <>
              {about?.kind} <Outside>{about?.name}</Outside>
            </>
          )}{' '}
          is paused
          {since !== null && (
            <>
              {' '}
              since <Since at={since} />
            </>
          )}
          . {waiting !== null && waiting.count > 1 && `${countText(waiting)} are held.`}
        </>
      );
    case 'ACTIVITY_PAUSED':
      return 'its activity is paused in Temporal.';
    case 'WORKFLOW_FAILING':
      return 'its sequence fails and cannot continue.';
    default:
      return <Outside>{verdict.text}</Outside>;
  }
}

function Wait({ verdict: { code }, nextAt }: { verdict: Verdict; nextAt: string | null }): ReactNode {
  const until = nextAt !== null && <Time at={nextAt} />;
  if (code === 'SCHEDULED') return <>it begins {until}.</>;
  if (code === 'QUIET_HOURS') return <>its quiet hours end {until}.</>;
  if (code === 'WARM_UP') return <>the warm-up of its integration allows more {until}.</>;
  if (code === 'CAPPED') return <>it is over a limit, and part of the digest {until}.</>;
  if (code === 'RECEIPT') return 'a report of its provider decides how it goes on.';
  return 'no message is due now.';
}

function Ended({ verdict, name }: { verdict: Verdict; name: ReactNode }): ReactNode {
  const { state, code, failure, channel, about, since } = verdict;
  const isAtProvider = about !== null && failure !== null && reasonOf(failure) === null;
  const why = code === 'EXPIRED' && failure !== code ? failure : code;
  return (
    <>
      This {name} {state === 'failed' ? 'has failed' : 'was not sent'}
      {channel !== null && ` over ${channel}`}
      <At since={since} />
      {isAtProvider ? (
        <>
          : <Who verdict={verdict} /> {doesWhat(failure)}.
        </>
      ) : (
        `${code === 'FAILED' ? '' : `: ${reasonOf(why ?? code) ?? code}`}.`
      )}
    </>
  );
}

/** The account at a provider, as people call it. */
function Who({ verdict: { about, provider } }: { verdict: Verdict }): ReactNode {
  if (about?.kind === 'integration') return <Outside>{about.name}</Outside>;
  return about?.kind === 'smtp' ? 'the SMTP server' : (provider ?? 'the provider');
}

const At = ({ since }: { since: string | null }): ReactNode =>
  since !== null && (
    <>
      {' '}
      <Time at={since} />
    </>
  );

/** When the next attempt is made. */
export const Next = ({ at }: { at: string }): ReactNode =>
  Date.parse(at) <= Date.now() ? (
    'The next try is due now.'
  ) : (
    <>
      Next try <Time at={at} />.
    </>
  );
