import type { Command } from 'commander';
import type { Doctor, Finding } from '../answers';
import { type Context, contextOf } from '../context';
import { CliError } from '../errors';
import { checkFromHere } from '../reachability';

const MARKS: Record<Finding['level'], string> = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('Check the service and its dependencies. The exit code is 1 if there is a problem.')
    .action(async (_options: unknown, command: Command) => {
      const context = contextOf(command);
      const answer = await examine(context);
      context.output.result(answer, () => doctorText(answer));
      if (answer.healthy) return;
      throw new CliError(
        answer.problems === 1 ? 'There is 1 problem.' : `There are ${answer.problems} problems.`,
      );
    });
}

/** Asks the API. Without an answer of it, returns what can be seen from here. */
async function examine({ admin, url }: Context): Promise<Omit<Doctor, 'success'>> {
  try {
    return await admin.get('check the service', '/admin/v1/doctor');
  } catch (error) {
    // A wrong key and a wrong role have better words of their own.
    if (
      !(error instanceof CliError) ||
      ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED'].includes(error.code ?? '')
    )
      throw error;
    const findings: Finding[] = [
      {
        area: 'api',
        level: 'problem',
        summary: error.message,
        action: error.next ?? 'See the log of the API.',
      },
      ...(await checkFromHere(url)),
    ];
    const problems = findings.filter(({ level }) => level === 'problem').length;
    const warnings = findings.filter(({ level }) => level === 'warning').length;
    return { healthy: false, problems, warnings, findings };
  }
}

function doctorText({ findings, problems, warnings }: Omit<Doctor, 'success'>): string {
  const width = Math.max(...findings.map(({ area }) => area.length));
  const lines = findings.flatMap(({ area, level, summary, action }) => [
    `${MARKS[level]}  ${area.padEnd(width)}  ${summary}`,
    ...(action === null ? [] : [`${' '.repeat(width + 11)}→ ${action}`]),
  ]);
  return [...lines, '', `${problems} problems, ${warnings} warnings, ${findings.length} findings.`].join(
    '\n',
  );
}
