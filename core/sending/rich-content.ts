import type * as contents from '../../channels/contents';
import type { Channel } from '../../channels/table';
import type { Every } from '../shared/every';

type Contents = typeof contents;

/** Content of a message beside its subject, HTML and text: what the templates of some channel make. */
export type RichContent = Partial<
  Every<{ [Name in Channel]: RichOf<ReturnType<Contents[Name]['render']>> }[Channel]>
>;

type RichOf<Made> = Made extends { rich?: infer Rich extends object } ? Rich : unknown;
