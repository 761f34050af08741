import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the syntax. Each has a contrast of at least 4.5 in its scheme. */
const highlight = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'light-dark(#1d4ed8, #8fb4ff)' },
  { tag: [tags.string, tags.attributeValue], color: 'light-dark(#166534, #7ee0a3)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'light-dark(#9a3412, #ffb68a)' },
  { tag: [tags.tagName, tags.keyword], color: 'light-dark(#7c2d92, #dca6f2)' },
  { tag: tags.attributeName, color: 'light-dark(#9a3412, #ffb68a)' },
  { tag: [tags.comment, tags.meta], color: 'var(--dimmed-text)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'light-dark(#b91c1c, #ff9b9b)' },
]);

const look = EditorView.theme({
  '&': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    fontSize: 'var(--mantine-font-size-sm)',
  },
  '&.cm-focused': { outline: '2px solid var(--mantine-primary-color-filled)' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--mantine-color-text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--dimmed-text)',
    border: 'none',
    borderRight: '1px solid var(--mantine-color-default-border)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'light-dark(#00000008, #ffffff0a)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'light-dark(#c7d2fe, #3b4a8a)',
  },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'light-dark(#fde68a, #6b5310)' },
  '.cm-panels, .cm-tooltip': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: '#fff',
    backgroundColor: 'var(--mantine-primary-color-filled)',
  },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap', maxWidth: '28rem' },
  '.cm-collapsedLines': {
    color: 'var(--mantine-color-text)',
    background: 'var(--mantine-color-default-hover)',
  },
  // Few fonts have the character that CodeMirror draws here.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"…"' },
  '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': { backgroundColor: 'light-dark(#fee2e2, #4a1d1d)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine': { backgroundColor: 'light-dark(#dcfce7, #153a23)' },
});

/** The looks of all code, in the colours of the dashboard. */
export const codeTheme = [look, syntaxHighlighting(highlight)];
