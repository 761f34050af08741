/** What sequences of extensions import: `heliograph/sequences`. It has types only, so that workflow code may import it. */
export type { Sequence, SequenceApi } from '../../../workflows/engine/api';
