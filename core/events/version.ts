/** How the content of an event changed: a push of any tool, of the command line, or of the dashboard. */
export const PUSHED_VIA = ['api', 'cli', 'dashboard', 'promotion'] as const;

export type PushedVia = (typeof PUSHED_VIA)[number];

export const VERSION_VIA = [...PUSHED_VIA, 'restore', 'delete'] as const;

/** Maximum number of versions of an event, layout or partial. */
export const KEPT_VERSIONS = 100;

/** Who made a version of an event, when, and how. */
export interface VersionMark {
  /** Tells two changes apart that were made at the same time. */
  id: string;
  /** Counts from 1. 0: an older release stored it, which kept no versions. */
  number: number;
  /** The admin key or operator, as it was then. Null: an older release stored it. */
  by: { id: string; name: string } | null;
  via: (typeof VERSION_VIA)[number] | null;
  /** Number of the version whose content it has. */
  restored?: number;
  /** The layouts and partials whose change made it, with their versions; null: removed. Absent: its own file changed. */
  parts?: { file: string; version: number | null }[];
}
