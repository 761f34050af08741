import type { NotificationDetails, NotificationStep } from '../../../api/types';
import type { FlowStep } from '../../events/file/flow';
import type { Path } from '../../events/file/read';
import { STEP_KINDS } from '../../events/steps/step-kinds';

/** Returns the steps of a notification as the diagram of its event has them, each with what became of it. */
export function flowOfRun({ steps, messages }: Pick<NotificationDetails, 'steps' | 'messages'>): FlowStep[] {
  const within = (parent: NotificationStep['parent'], path: Path): FlowStep[] =>
    steps
      .filter(({ parent: own }) => own?.step === parent?.step && own?.branch === parent?.branch)
      .map((run, index) => stepOf(run, [...path, index]));
  const branchesOf = ({ name, kind, definition }: NotificationStep, path: Path): FlowStep['branches'] =>
    kind !== 'if' || definition === null
      ? []
      : [['Then', 'then'] as const, ['Otherwise', 'else'] as const].map(([title, branch]) => {
          const at = [...path, branch];
          return { title, path: at, steps: within({ step: name, branch }, at) };
        });
  const stepOf = (run: NotificationStep, path: Path): FlowStep => {
    const { kind, definition } = run;
    const channels = messages.filter(({ id }) => run.message_ids.includes(id)).map(({ channel }) => channel);
    const words =
      kind === 'unknown'
        ? { title: `The step ${run.name}, which a newer release knows` }
        : definition === null
          ? { title: titleInCode(run, channels) }
          : STEP_KINDS[kind].words(definition, { name: run.name, channels });
    const chosen = kind === 'send' && definition !== null && channels[0];
    return {
      kind,
      path,
      run,
      given: kind === 'unknown' ? undefined : { [kind]: definition },
      notes: [],
      ...(channels[0] && { face: { channel: channels[0], problems: 0 } }),
      ...words,
      ...(chosen && { title: `Send by ${channels.join(', then ')}` }),
      branches: branchesOf(run, path),
    };
  };
  return within(null, ['sequence']);
}

function titleInCode({ kind, name }: NotificationStep, channels: readonly string[]): string {
  if (kind === 'send') return `Send ${name} by ${channels.join(', then ')}`;
  return kind === 'wait' ? `Wait: ${name}` : `Check: ${name}`;
}
