import { Alert, Skeleton, Tabs, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { Code } from '../code/code';
import type { LineProblem } from '../code/diagnostics';
import { ProblemList } from '../problem-list';
import type { EventDetails } from '../query';
import type { EventSearch } from '../search';
import type { Draft } from './draft';
import type { Choose, Which } from './which';

const TemplateEditor = lazy(() => import('./template-editor'));
const StepsTab = lazy(() => import('../steps/steps-tab'));
const Versions = lazy(() => import('../versions/versions'));

/** A way to look at the file of an event. */
export type View = NonNullable<EventSearch['view']>;

interface EditorTabsProps {
  event: EventDetails;
  view: View;
  setView: (view: View) => void;
  draft: Draft;
  which: Which | null;
  choose: Choose;
  /** Absent: the file can only be read. */
  onChange?: (text: string) => void;
  onSave: () => void;
  problems: readonly LineProblem[];
  goTo: { line: number } | undefined;
  /** What the chosen template looks like, for the steps. */
  preview: ReactNode;
}

const loading = <Skeleton height={240} aria-label="Loading" role="status" />;

/** The file of an event as its source, as templates and as steps. All three show the same file. */
export function EditorTabs(props: EditorTabsProps) {
  const { event, view, setView, draft, which, choose, onChange, onSave, problems, goTo, preview } = props;
  const { text, file } = draft;
  const { syntax } = file;
  const found = useMemo(
    (): LineProblem[] => (syntax && text !== '' ? [{ ...syntax, severity: 'error' }] : []),
    [syntax, text],
  );
  const broken = (
    <Alert color="orange" title="The source is not valid YAML">
      Correct it under “Source” first.
    </Alert>
  );
  return (
    <Tabs value={view} onChange={(next) => setView(next as View)} keepMounted={false}>
      <Tabs.List mb="sm" aria-label="Ways to edit the event">
        <Tabs.Tab value="source">Source</Tabs.Tab>
        <Tabs.Tab value="templates">Templates</Tabs.Tab>
        <Tabs.Tab value="steps">Steps</Tabs.Tab>
        <Tabs.Tab value="versions">Versions</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="source">
        <Code
          label="Source of the event, YAML"
          language="yaml"
          value={text}
          onChange={onChange}
          onSave={onSave}
          problems={problems}
          syntax={found}
          goTo={goTo}
          maxHeight="70vh"
          minHeight="16rem"
        />
        {found.length > 0 && <ProblemList problems={found} />}
      </Tabs.Panel>
      <Tabs.Panel value="templates">
        {syntax ? (
          broken
        ) : which ? (
          <Suspense fallback={loading}>
            <TemplateEditor source={text} {...{ which, onChange, onSave, choose, problems }} />
          </Suspense>
        ) : (
          <Text size="sm">The file has no template yet. Write one under “Source”.</Text>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="steps">
        {syntax ? (
          broken
        ) : (
          <Suspense fallback={loading}>
            <StepsTab
              source={text}
              file={file.value}
              {...{ onChange, onSave, which, choose, preview, problems, goTo }}
            />
          </Suspense>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="versions">
        <Suspense fallback={loading}>
          <Versions event={event} isDirty={draft.isDirty} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
