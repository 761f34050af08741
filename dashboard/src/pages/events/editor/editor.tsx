import { Alert, Button, Grid, Skeleton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useMay, useSession } from '../../../api/session';
import { usePlace } from '../../../layout/place';
import { AnchorLink } from '../../../parts/link';
import { PageHead } from '../../../parts/page-head';
import { Time } from '../../../parts/time';
import type { LineProblem } from '../code/diagnostics';
import { NamesContext } from '../code/names';
import { download } from '../download';
import { placeOf } from '../file/path-at';
import { setsOf } from '../file/sets';
import { useSample } from '../preview/sample';
import type { EventDetails } from '../query';
import { readEventSearch } from '../search';
import { Conflict } from './conflict';
import { useDraft } from './draft';
import { EditorTabs, type View } from './editor-tabs';
import { draftKeeper } from './kept-draft';
import { LeaveGuard } from './leave-guard';
import { useEventNames } from './use-event-names';
import { OthersEditing } from './others-editing';
import { OutcomeOfSave } from './outcome';
import { Promote } from './promote';
import { RestoredDraft } from './restored-draft';
import { useSave } from './save';
import { TestSend } from './test-send/test-send';
import { useWhich } from './which';
import { WhichTemplate } from './which-template';

/** The parts of a file that the steps show. */
const AT_STEPS = new Set<unknown>(['sequence', 'templates', 'step_templates']);

const SaveInProduction = lazy(() => import('./save-in-production'));
const Translations = lazy(() => import('./translations'));
const Preview = lazy(() => import('../preview/preview'));

/** The file of an event in its editors, with the preview beside it. */
export function Editor({ event }: { event: EventDetails }): ReactNode {
  const { app, environment } = usePlace();
  const search = readEventSearch(useSearch({ strict: false }));
  const mayChange = useMay('editor');
  const operator = useSession().data?.operator.id ?? '';
  const keeper = useMemo(
    () => draftKeeper(operator, { app, environment }, event.name),
    [operator, app, environment, event.name],
  );
  const draft = useDraft(event.source ?? '', event.version, keeper);
  const { outcome, isSaving, isChecking, save, check } = useSave(event.name, draft);
  const { sample, change, reset } = useSample(app, event);
  const [view, setView] = useState<View>(search.view ?? 'source');
  const [goTo, setGoTo] = useState<{ line: number }>();
  const [live, setLive] = useState<readonly LineProblem[]>([]);
  const { isDirty, text, file } = draft;
  const sets = useMemo(() => setsOf(file.value), [file]);
  const { which, change: choose } = useWhich(sets, search);
  const names = useEventNames(event, { file: file.value, text }, sample.payload);
  const [asksToSave, setAsksToSave] = useState(false);
  const saveChanges = (): void => {
    if (!mayChange || !isDirty) return;
    // People get the next messages from what is saved there.
    if (environment === 'production' && !file.syntax) setAsksToSave(true);
    else save();
  };
  const hasPreview = view === 'source' || view === 'templates';
  useSaveKey(saveChanges);

  const show = (line: number): void => {
    if (view !== 'steps' || !placeOf(text, line).path.some((key) => AT_STEPS.has(key))) setView('source');
    setGoTo({ line });
  };
  const preview = mayChange && which && (
    <Suspense fallback={<Skeleton height={240} aria-label="Loading" role="status" />}>
      <Preview
        event={event}
        which={which}
        draft={draft}
        found={setLive}
        goTo={show}
        sample={sample}
        change={change}
        reset={reset}
      />
    </Suspense>
  );
  return (
    <NamesContext value={names}>
      <LeaveGuard isDirty={isDirty} forget={keeper.forget} />
      <PageHead
        title={event.name}
        about={
          <>
            <AnchorLink size="sm" to="/$app/$environment/events" params={{ app, environment }}>
              Events
            </AnchorLink>{' '}
            of {environment},{' '}
            {event.category !== null && (
              <>
                category{' '}
                <AnchorLink size="sm" to="/$app/$environment/categories" params={{ app, environment }}>
                  {event.category}
                </AnchorLink>
                ,{' '}
              </>
            )}
            changed <Time at={event.updated_at} />
            {isDirty && ', with changes that are not saved'}
          </>
        }
      >
        <Button size="xs" variant="default" onClick={() => download(`${event.name}.yaml`, text)}>
          Export
        </Button>
        <Promote event={event} isDirty={isDirty} />
        {mayChange && <TestSend event={event} isDirty={isDirty} sample={sample} change={change} />}
        {mayChange && (
          <Button size="xs" variant="default" loading={isChecking} onClick={check}>
            Check
          </Button>
        )}
        {mayChange && (
          <Button size="xs" loading={isSaving} disabled={!isDirty} onClick={saveChanges}>
            {environment === 'production' ? 'Save in production' : 'Save'}
          </Button>
        )}
      </PageHead>
      {event.source === null && (
        <Alert color="orange" mb="md" title="The file of this event is not stored">
          An older release pushed the event. Write its file here, or import it on the page “Events”.
        </Alert>
      )}
      {asksToSave && (
        <Suspense>
          <SaveInProduction name={event.name} text={text} save={save} close={() => setAsksToSave(false)} />
        </Suspense>
      )}
      {mayChange && <OthersEditing name={event.name} />}
      <RestoredDraft draft={draft} />
      <Conflict draft={draft} />
      <OutcomeOfSave outcome={outcome} text={text} goTo={show} />
      {which && hasPreview && <WhichTemplate sets={sets} which={which} change={choose} />}
      {which && view === 'templates' && (
        <Suspense>
          <Translations sets={sets} which={which} choose={choose} />
        </Suspense>
      )}
      <Grid gap="lg">
        <Grid.Col span={mayChange && hasPreview ? { base: 12, lg: 6 } : 12}>
          <EditorTabs
            event={event}
            view={view}
            setView={setView}
            draft={draft}
            which={which}
            choose={choose}
            onChange={mayChange ? draft.setText : undefined}
            onSave={saveChanges}
            problems={live.length > 0 ? live : outcome.problems}
            goTo={goTo}
            preview={preview}
          />
        </Grid.Col>
        {mayChange && which && hasPreview && <Grid.Col span={{ base: 12, lg: 6 }}>{preview}</Grid.Col>}
      </Grid>
    </NamesContext>
  );
}

/** Saves by Ctrl+S or ⌘S anywhere on the page, where the browser would save the page itself. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented)
        return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
