import { Alert, Button } from '@mantine/core';
import { Time } from '../../../parts/time';
import type { Draft } from './draft';

/** Says that the editor has changes of an earlier visit, and how to drop them. */
export function RestoredDraft({ draft: { restoredAt, isDirty, discard } }: { draft: Draft }) {
  if (restoredAt === null || !isDirty) return null;
  return (
    <Alert color="blue" title="Your changes are here again" role="status" mb="md">
      They are from <Time at={restoredAt} /> and are not saved yet.{' '}
      <Button size="compact-xs" variant="default" ml="xs" onClick={discard}>
        Discard them
      </Button>
    </Alert>
  );
}
