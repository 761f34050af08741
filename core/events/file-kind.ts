import { isCategoryFile } from '../preferences/category-name';
import type { SourceFile } from './file/source-file';
import { isPartFile } from './parts/part';

/** Whether a file of a push is shared by events: a layout, partial, translation or category. Every other file is an event. */
export const isSharedFile = (file: Pick<SourceFile, 'name'>): boolean =>
  isPartFile(file) || isCategoryFile(file);

export const isEventFile = (file: Pick<SourceFile, 'name'>): boolean => !isSharedFile(file);
