import type { SourceFile } from '../../../core/events/file/source-file';
import type { VersionMark } from '../../../core/events/version';
import type { Scope } from '../../../core/shared/scope';
import type { Application } from '../../../store/accounts/applications';

/** What to push, where and by whom. */
export interface Push {
  application: Application;
  scope: Scope;
  files: SourceFile[];
  /** Layouts and partials to remove, such as `partials/footer.de.mjml`. */
  removed?: readonly string[];
  dryRun: boolean;
  /** Whether the messages that change are rendered before and after. */
  differences?: boolean;
  /** Who pushes, and with which tool. */
  mark: Pick<VersionMark, 'by' | 'via' | 'restored'>;
  /** Version of each event, layout and partial that the files are based on; null: there is none. */
  expected: Readonly<Record<string, number | null>>;
}
