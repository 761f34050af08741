import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BOUNCE_KINDS, type BounceKind, isDead } from '../../channels/email/bounces/bounce-kind';
import { readReportMail } from '../../channels/email/bounces/report-mail';

/** What a mail says: a kind of bounce for each recipient, or one of these. */
const OTHERS = ['complaint', 'auto_reply', 'delivered', 'delay', 'nothing'] as const;
type Said = BounceKind | (typeof OTHERS)[number];
const ALL: readonly string[] = [...BOUNCE_KINDS, ...OTHERS];

export interface Judged {
  file: string;
  expected: Said[];
  read: Said[];
  /** Suppressions that a person agrees with, that a person does not, and those that are missing. */
  right: number;
  wrong: number;
  missing: number;
}

/** Reads expectations: a line for each mail, `file.eml: unknown_user, full`. `#` begins a comment. */
export function readExpectations(text: string): Map<string, Said[]> {
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  return new Map(
    lines.filter(Boolean).map((line) => {
      const [file = '', said = ''] = line.split(':');
      const kinds = said.split(',').map((kind) => kind.trim());
      const wrong = kinds.find((kind) => !ALL.includes(kind));
      if (wrong !== undefined) throw new Error(`${file}: ${wrong} is none of ${ALL.join(', ')}`);
      return [file.trim(), kinds as Said[]];
    }),
  );
}

/** Returns what the reader makes of each mail of a folder that has an expectation. */
export async function judgeCorpus(folder: string, expectations: Map<string, Said[]>): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const file of readdirSync(folder).sort()) {
    const expected = expectations.get(file);
    if (!expected) continue;
    const read = await said(readFileSync(path.join(folder, file)));
    const wanted = expected.filter((kind) => isDead(kind as BounceKind)).length;
    const got = read.filter((kind) => isDead(kind as BounceKind)).length;
    const right = Math.min(wanted, got);
    judged.push({ file, expected, read, right, wrong: got - right, missing: wanted - right });
  }
  return judged;
}

async function said(bytes: Buffer): Promise<Said[]> {
  const mail = await readReportMail(bytes);
  switch (mail.kind) {
    case 'delivery':
      if (mail.reports.length === 0) return ['delay'];
      return mail.reports.map(({ kind, why }) => why ?? (kind === 'delivered' ? 'delivered' : 'nothing'));
    case 'feedback':
      return [mail.feedback.report ? 'complaint' : 'nothing'];
    case 'auto_reply':
      return ['auto_reply'];
    case 'other':
      return ['nothing'];
  }
}

/** Returns the counts by expected kind, and precision and recall of suppressions. */
export function summaryOf(judged: readonly Judged[]): string {
  const sum = (of: (one: Judged) => number) => judged.reduce((total, one) => total + of(one), 0);
  const [right, wrong, missing] = [
    sum((one) => one.right),
    sum((one) => one.wrong),
    sum((one) => one.missing),
  ];
  const percent = (part: number, whole: number) =>
    whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
  const rows = ALL.map((kind) => {
    const its = judged.filter(({ expected }) => expected[0] === kind);
    const same = its.filter(({ expected, read }) => expected.join() === read.join()).length;
    const suppressed = its.filter(({ right, wrong }) => right + wrong > 0).length;
    return { kind, mails: its.length, same, suppressed };
  }).filter(({ mails }) => mails > 0);
  return [
    'kind (of the first recipient)  mails  read as that  suppressed',
    ...rows.map(
      ({ kind, mails, same, suppressed }) =>
        `${kind.padEnd(29)}  ${String(mails).padStart(5)}  ${String(same).padStart(12)}  ${String(suppressed).padStart(10)}`,
    ),
    `suppressions: ${right} right, ${wrong} wrong, ${missing} missing`,
    `precision ${percent(right, right + wrong)}, recall ${percent(right, right + missing)}`,
  ].join('\n');
}
