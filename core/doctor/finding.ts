export const FINDING_LEVELS = ['ok', 'warning', 'problem'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** What a check found. It contains no secret and no address of a recipient. */
export interface Finding {
  /** What was checked, for example `mongodb` or `application shop`. */
  area: string;
  level: FindingLevel;
  summary: string;
  /** What to do. Null: nothing. */
  action: string | null;
}

/** Returns the functions that make the findings of one area. */
export const findingsOf = (area: string) => ({
  ok: (summary: string): Finding => ({ area, level: 'ok', summary, action: null }),
  warning: (summary: string, action: string): Finding => ({ area, level: 'warning', summary, action }),
  problem: (summary: string, action: string): Finding => ({ area, level: 'problem', summary, action }),
});
