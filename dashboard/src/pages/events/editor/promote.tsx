import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiProblem } from '../../../api/problem';
import { useMay } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { Dialog } from '../../../parts/dialog';
import { Problem } from '../../../parts/problem';
import { useChange } from '../../../parts/use-change';
import { MergeFiles } from '../code/code';
import { ProblemList } from '../problem-list';
import { problemsOf, pushFiles, refreshedByPush } from '../push';
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
  const promote = useChange({
    run: () =>
      pushFiles(there, [{ name: `${name}.yaml`, content: event.source ?? '' }], {
        via: 'promotion',
        // What the reader compared is what is replaced.
        expected: { [name]: other.data?.version ?? null },
      }),
    says: ({ warnings = [] }) =>
      warnings.length > 0 ? 'Production has the file, with warnings.' : 'Production has the file now.',
    refresh: refreshedByPush(there),
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
      {promote.isError && <Problem error={promote.error} />}
      {problems.length > 0 && <ProblemList problems={problems} />}
      {promote.data?.warnings && (
        <ProblemList problems={promote.data.warnings.map((one) => ({ ...one, severity: 'warning' }))} />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Close
        </Button>
        {mayPromote && !isSame && (
          <Button loading={promote.isPending} onClick={() => promote.mutate(undefined)}>
            Promote to production
          </Button>
        )}
      </Group>
    </Stack>
  );
}
