import type { Path } from '../file/read';

/** Returns the id of the node of a step. */
export const idOfStep = (path: Path): string => path.join('.');

/** Returns the id of the node of a place between steps. */
export const idOfPoint = (list: Path, index: number): string => `${list.join('.')}+${index}`;
