import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../../api/problem';
import { useMay } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { Dialog } from '../../../parts/dialog';
import { Problem } from '../../../parts/problem';
import { useChange } from '../../../parts/use-change';
import { MergeFiles } from '../code/code';
import { ProblemList } from '../problem-list';
import { problemsOf, refreshedByPush } from '../push';
import { promotionQuery, promoteEvent } from './promotion';
import { PromotedParts } from './promoted-parts';
import { type EventDetails, eventQuery, otherPlace } from '../query';

interface PromoteProps {
  event: EventDetails;
  isDirty: boolean;
}

/** A button that shows how production differs from sandbox, and in sandbox takes its file over to production. */
export function Promote({ event, isDirty }: PromoteProps) {
  const place = usePlace();
  const isSandbox = place.environment === 'sandbox';
  const mayPromote = useMay('editor') && isSandbox;
  const label = mayPromote ? 'Promote to production' : `Compare with ${otherPlace(place).environment}`;
  return (
    <Dialog label={label} title={`${label}: ${event.name}`} size="90rem">
      {(close) => <Difference event={event} isDirty={isDirty} mayPromote={mayPromote} close={close} />}
    </Dialog>
  );
}

interface DifferenceProps extends PromoteProps {
  mayPromote: boolean;
  close: () => void;
}

function Difference({ event, isDirty, mayPromote, close }: DifferenceProps) {
  const place = usePlace();
  const there = otherPlace(place);
  const { name } = event;
  const other = useQuery({ ...eventQuery(there, name), retry: false });
  // Production may have other layouts and partials, which other events use too.
  const differing = useQuery({
    ...promotionQuery(place.app, event),
    enabled: mayPromote && event.source !== null,
  });
  const parts = differing.data?.parts.filter(({ state }) => state !== 'same') ?? [];
  const [asked, setAsked] = useState<boolean>();
  const withParts = parts.length > 0 && (asked ?? parts.some(({ state }) => state === 'missing'));
  const promote = useChange({
    run: () =>
      promoteEvent(place.app, name, {
        withParts,
        // What the reader compared is what is replaced.
        expected: {
          [name]: other.data?.version ?? null,
          ...(withParts && Object.fromEntries(parts.map((part) => [part.name, part.production_version]))),
        },
      }),
    says: ({ warnings = [] }) =>
      warnings.length > 0 ? 'Production has the file, with warnings.' : 'Production has the file now.',
    refresh: [...refreshedByPush(there), promotionQuery(place.app, event).queryKey],
    showsError: true,
    done: ({ warnings = [] }) => warnings.length === 0 && close(),
  });
  const isMissing = other.error instanceof ApiProblem && other.error.status === 404;
  if (other.isPending) return <Skeleton height={240} aria-label="Loading" role="status" />;
  if (other.error && !isMissing) return <Problem error={other.error} retry={() => void other.refetch()} />;
  const theirs = isMissing ? '' : (other.data?.source ?? null);
  if (event.source === null || theirs === null)
    return (
      <Alert color="orange">
        An older release did not store one of the two files. Save the event again to compare them.
      </Alert>
    );
  const files = { [place.environment]: event.source, [there.environment]: theirs };
  const isSame = event.source === theirs;
  const problems = problemsOf(promote.error);
  return (
    <Stack>
      {isMissing && <Text size="sm">The event is not in {there.environment} yet.</Text>}
      {isDirty && <Text size="sm">Your changes are not saved and not included.</Text>}
      {isSame ? (
        <Text size="sm">Sandbox and production have the same file.</Text>
      ) : (
        <>
          <Text size="sm">Production is before, sandbox is after.</Text>
          <MergeFiles
            before={{ label: 'Production', text: files.production ?? '' }}
            after={{ label: 'Sandbox', text: files.sandbox ?? '' }}
          />
        </>
      )}
      {mayPromote && differing.data && parts.length > 0 && (
        <PromotedParts
          parts={parts}
          others={differing.data.changes.map((change) => change.name).filter((one) => one !== name)}
          chosen={withParts}
          choose={setAsked}
        />
      )}
      {differing.isError && <Problem error={differing.error} retry={() => void differing.refetch()} />}
      {promote.isError && <Problem error={promote.error} />}
      {problems.length > 0 && <ProblemList problems={problems} />}
      {promote.data?.warnings && (
        <ProblemList problems={promote.data.warnings.map((one) => ({ ...one, severity: 'warning' }))} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        {mayPromote && (!isSame || withParts) && (
          <Button loading={promote.isPending} onClick={() => promote.mutate(undefined)}>
            Promote to production
          </Button>
        )}
      </Group>
    </Stack>
  );
}
