import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../../../layout/place';
import { Awaited } from '../../../parts/awaited';
import { NamedModal } from '../../../parts/named-modal';
import { ChangedMessages } from '../changed-messages';
import { ProblemList } from '../problem-list';
import { inOwnFile, problemsOf, pushFiles } from '../push';

interface SaveInProductionProps {
  name: string;
  text: string;
  save: () => void;
  close: () => void;
}

/** Says what a save in production changes for recipients, before it does. */
export default function SaveInProduction({ name, text, save, close }: SaveInProductionProps) {
  const place = usePlace();
  const changes = useQuery({
    queryKey: ['changes', place, name, text],
    staleTime: 0,
    gcTime: 0,
    queryFn: () =>
      pushFiles(place, [{ name: `${name}.yaml`, content: text }], { dryRun: true, differences: true }),
  });
  const problems = inOwnFile(problemsOf(changes.error));
  return (
    <NamedModal opened onClose={close} title={`Save ${name} in production`} size="xl">
      <Stack>
        {problems.length > 0 ? <ProblemList problems={problems} /> : <Awaited query={changes} height={120} />}
        {changes.data && <ChangedMessages pushed={changes.data} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Continue editing
          </Button>
          <Button
            disabled={!changes.data}
            onClick={() => {
              close();
              save();
            }}
          >
            Save in production
          </Button>
        </Group>
      </Stack>
    </NamedModal>
  );
}
