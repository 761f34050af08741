import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor';
import type { MergeFilesProps } from './merge-files';

const CodeEditor = lazy(() => import('./code-editor'));
const Merge = lazy(() => import('./merge-files'));

/** An editor of code, loaded when it is shown first. */
export const Code = (props: CodeEditorProps) => (
  <Suspense fallback={<Skeleton height={props.minHeight ?? 120} aria-label="Loading" role="status" />}>
    <CodeEditor {...props} />
  </Suspense>
);

/** The difference of two files, loaded when it is shown first. */
export const MergeFiles = (props: MergeFilesProps) => (
  <Suspense fallback={<Skeleton height={240} aria-label="Loading" role="status" />}>
    <Merge {...props} />
  </Suspense>
);
