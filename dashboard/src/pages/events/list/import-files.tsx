import { Badge, Button, FileButton, Group, List, Stack, Text } from '@mantine/core';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { usePlace } from '../../../layout/place';
import { Problem } from '../../../parts/problem';
import { useChange } from '../../../parts/use-change';
import { ProblemList } from '../problem-list';
import { problemsOf, pushFiles, refreshedByPush, type SourceFile } from '../push';
import type { Pushed } from '../query';
import { NamedModal } from '../../../parts/named-modal';

const COLORS = { created: 'teal', changed: 'blue', unchanged: 'gray' } as const;

/** A button that reads event files, shows what a push of them would do, and pushes them. */
export function ImportFiles() {
  const place = usePlace();
  const [files, setFiles] = useState<SourceFile[]>([]);
  const forget = useRef<() => void>(null);
  const check = useChange({
    run: (chosen: SourceFile[]) => pushFiles(place, chosen, { dryRun: true }),
    refresh: [],
    showsError: true,
  });
  const push = useChange({
    run: () => pushFiles(place, files),
    says: 'The files are applied.',
    refresh: refreshedByPush(place),
    showsError: true,
    done: () => setFiles([]),
  });
  const choose = async (chosen: File[]): Promise<void> => {
    if (chosen.length === 0) return;
    // Without it, the browser says nothing when the same file is chosen again.
    forget.current?.();
    const read = await Promise.all(
      chosen.map(async (file) => ({ name: file.name, content: await file.text() })),
    );
    push.reset();
    setFiles(read);
    check.mutate(read);
  };
  const close = (): void => setFiles([]);
  const error: unknown = push.error ?? check.error;
  const problems = problemsOf(error);
  return (
    <>
      <FileButton resetRef={forget} multiple accept=".yaml,.yml" onChange={(chosen) => void choose(chosen)}>
        {(props) => (
          <Button {...props} size="xs" variant="default" leftSection={<Upload size={14} aria-hidden />}>
            Import files
          </Button>
        )}
      </FileButton>
      <NamedModal
        opened={files.length > 0}
        onClose={close}
        size="lg"
        title={`Import into ${place.environment}`}
      >
        <Stack aria-live="polite">
          {check.isPending && <Text size="sm">The files are being checked …</Text>}
          {error !== null && <Problem error={error} />}
          {problems.length > 0 && <ProblemList problems={problems} />}
          {check.data && <Changes pushed={check.data} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Close
            </Button>
            {check.data && (
              <Button loading={push.isPending} onClick={() => push.mutate(undefined)}>
                Apply {files.length === 1 ? 'the file' : `the ${files.length} files`}
              </Button>
            )}
          </Group>
        </Stack>
      </NamedModal>
    </>
  );
}

function Changes({ pushed: { changes, warnings = [] } }: { pushed: Pushed }) {
  return (
    <>
      <Text size="sm">The change of each event. Other events do not change.</Text>
      <List size="sm" spacing={6} listStyleType="none">
        {changes.map(({ name, change }) => (
          <List.Item key={name}>
            <Group gap="xs" component="span">
              <Badge variant="light" color={COLORS[change]} tt="none" radius="sm">
                {change}
              </Badge>
              <span className="pre">{name}</span>
            </Group>
          </List.Item>
        ))}
      </List>
      {warnings.length > 0 && (
        <ProblemList problems={warnings.map((one) => ({ ...one, severity: 'warning' }))} />
      )}
    </>
  );
}
