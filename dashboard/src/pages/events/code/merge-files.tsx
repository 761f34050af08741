import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { type ReactNode, useEffect, useRef } from 'react';
import { syntaxOf } from './languages';
import { codeTheme } from './theme';

/** A file as it is and as it would be, each with its name. */
export interface MergeFilesProps {
  before: { label: string; text: string };
  after: { label: string; text: string };
}

const collapseUnchanged = { margin: 3, minSize: 6 };

/** The difference of two files: side by side, or one below the other where the window is narrow. */
export default function MergeFiles({ before, after }: MergeFilesProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const isDark = useComputedColorScheme('light') === 'dark';
  useEffect(() => {
    const parent = place.current ?? undefined;
    const extensions = (label: string): Extension[] => [
      lineNumbers(),
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
      EditorView.darkTheme.of(isDark),
      syntaxOf('yaml'),
      codeTheme,
    ];
    const view = isNarrow
      ? new EditorView({
          parent,
          doc: after.text,
          extensions: [
            extensions(`${after.label}, with what ${before.label} has otherwise`),
            unifiedMergeView({ original: before.text, mergeControls: false, collapseUnchanged }),
          ],
        })
      : new MergeView({
          parent,
          a: { doc: before.text, extensions: extensions(before.label) },
          b: { doc: after.text, extensions: extensions(after.label) },
          collapseUnchanged,
        });
    return () => view.destroy();
  }, [before.label, before.text, after.label, after.text, isNarrow, isDark]);
  return (
    <div ref={place} className="frame" style={{ background: 'none', maxHeight: '60vh', overflow: 'auto' }} />
  );
}
