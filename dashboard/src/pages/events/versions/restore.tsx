import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { usePlace } from '../../../layout/place';
import { Problem } from '../../../parts/problem';
import { useChange } from '../../../parts/use-change';
import { ProblemList } from '../problem-list';
import { problemsOf, refreshedByPush } from '../push';
import { restoreVersion } from './queries';
import { NamedModal } from '../../../parts/named-modal';

interface RestoreProps {
  name: string;
  version: number;
  /** The version that the event has now. Null: it is deleted. */
  expected: number | null;
  isDirty?: boolean;
}

/** A button that pushes the file of a version again, after a question. */
export function Restore({ name, version, expected, isDirty = false }: RestoreProps) {
  const place = usePlace();
  const [opened, { open, close }] = useDisclosure();
  const restore = useChange({
    run: () => restoreVersion(place, name, version, expected),
    says: ({ change }) =>
      `${name} has the content of version ${version} again, as version ${change.version}.`,
    refresh: refreshedByPush(place),
    showsError: true,
    done: close,
  });
  const title = expected === null ? `Restore ${name}` : `Restore version ${version} of ${name}`;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={isDirty}
        aria-label={title}
        onClick={() => {
          restore.reset();
          open();
        }}
      >
        Restore
      </Button>
      {isDirty && <Text size="xs">Save or undo your changes first.</Text>}
      <NamedModal opened={opened} onClose={close} title={title}>
        <Stack>
          <Text size="sm">
            {expected === null
              ? `The event is in ${place.environment} again, with the file that it had.`
              : `The event in ${place.environment} gets the file of version ${version}, as a new version. The others stay.`}{' '}
            It applies from the next send on.
          </Text>
          {restore.isError && <Problem error={restore.error} />}
          <ProblemList problems={problemsOf(restore.error)} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Cancel
            </Button>
            <Button loading={restore.isPending} onClick={() => restore.mutate(undefined)}>
              Restore
            </Button>
          </Group>
        </Stack>
      </NamedModal>
    </>
  );
}
