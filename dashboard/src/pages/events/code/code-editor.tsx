import { useComputedColorScheme } from '@mantine/core';
import { lintGutter } from '@codemirror/lint';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { type ReactNode, useEffect, useRef } from 'react';
import { categoryCompletions, tagCompletions } from './completions';
import { type LineProblem, lineOf, showProblems } from './diagnostics';
import { type CodeLanguage, syntaxOf } from './languages';
import { useNames } from './names';
import { codeTheme } from './theme';

/** A text that is code, and what its editor may do. */
export interface CodeEditorProps {
  /** What the text is, for screen readers. */
  label: string;
  language: CodeLanguage;
  value: string;
  /** Absent: the text can only be read. */
  onChange?: (value: string) => void;
  /** Called by Ctrl+S, or ⌘S on a Mac. */
  onSave?: () => void;
  /** What the API found. */
  problems?: readonly LineProblem[];
  /** What the parser finds in the text as it is now. */
  syntax?: readonly LineProblem[];
  /** The line to go to. A new object goes there again. */
  goTo?: { line: number };
  maxHeight?: string;
  minHeight?: string;
}

/** The editor knows one kind of line break only. */
const unified = (text: string): string => text.replace(/\r\n?/g, '\n');

const NONE: readonly LineProblem[] = [];

/** An editor of code. Tab leaves it, as it leaves each other field. */
export default function CodeEditor(props: CodeEditorProps): ReactNode {
  const { label, language, value, onChange, problems = NONE, syntax = NONE, goTo } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  /** Texts that were typed, and that the page has not given back yet. */
  const typed = useRef<string[]>([]);
  const dark = useRef(new Compartment());
  const latest = useRef(props);
  latest.current = props;
  const names = useNames();
  const latestNames = useRef(names);
  latestNames.current = names;
  const isDark = useComputedColorScheme('light') === 'dark';
  const isReadOnly = onChange === undefined;

  useEffect(() => {
    const { value: doc, maxHeight = '65vh', minHeight = '4.5rem' } = latest.current;
    const save = (): boolean => {
      latest.current.onSave?.();
      return latest.current.onSave !== undefined;
    };
    // CodeMirror knows a source by its identity.
    const completed = [
      { autocomplete: tagCompletions(() => latestNames.current) },
      ...(language === 'yaml'
        ? [{ autocomplete: categoryCompletions(() => latestNames.current.categories) }]
        : []),
    ];
    view.current = new EditorView({
      parent: place.current ?? undefined,
      doc,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-s', run: save }])),
        basicSetup,
        EditorState.languageData.of(() => completed),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-readonly': String(isReadOnly),
          tabindex: '0',
        }),
        syntaxOf(language),
        codeTheme,
        EditorView.theme({ '.cm-scroller': { maxHeight, overflow: 'auto' }, '.cm-content': { minHeight } }),
        dark.current.of([]),
        ...(language === 'yaml' || latest.current.problems ? [lintGutter()] : []),
        EditorView.updateListener.of(({ docChanged, state }) => {
          const text = state.doc.toString();
          if (!docChanged || text === unified(latest.current.value)) return;
          typed.current.push(text);
          latest.current.onChange?.(text);
        }),
      ],
    });
    return () => view.current?.destroy();
  }, [label, language, isReadOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: dark.current.reconfigure(EditorView.darkTheme.of(isDark)) });
  }, [isDark, label, language, isReadOnly]);

  useEffect(() => {
    const { current } = view;
    const text = unified(value);
    // A text that comes back late, after more was typed, replaces nothing.
    const echo = typed.current.indexOf(text);
    const isLate = echo !== -1 && echo < typed.current.length - 1;
    typed.current = echo === -1 ? [] : typed.current.slice(echo + 1);
    if (!current || isLate || current.state.doc.toString() === text) return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [value]);

  useEffect(() => {
    if (view.current) showProblems(view.current, 'Heliograph', problems);
  }, [problems]);
  useEffect(() => {
    if (view.current) showProblems(view.current, 'YAML', syntax);
  }, [syntax]);
  useEffect(() => {
    const { current } = view;
    if (!current || !goTo) return;
    const { from } = lineOf(current, goTo.line);
    current.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    current.focus();
  }, [goTo]);

  return <div ref={place} className="frame" style={{ background: 'none' }} />;
}
