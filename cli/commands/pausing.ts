import type { Command } from 'commander';
import type { Environment } from '../../core/shared/channels';
import type { Pause } from '../answers';
import { appContextOf } from '../context';
import type { Output } from '../output';
import { appOption, environmentOption } from './options';

export const PAUSE_ACTIONS = ['pause', 'resume'] as const;
export type PauseAction = (typeof PAUSE_ACTIONS)[number];

interface Options {
  reason?: string;
}

/** Adds `pause` and `resume` of events. */
export const addEventPausing = (events: Command): void => {
  for (const action of PAUSE_ACTIONS)
    withReason(events.command(`${action} <name>`), action, 'event')
      .addOption(appOption())
      .addOption(environmentOption())
      .action(async (name: string, { env, reason }: Options & { env: Environment }, command: Command) => {
        const { admin, output, app, path } = await appContextOf(command);
        const { pause } = await admin.post(
          `${action} the event ${name} of ${env} of "${app}"`,
          `/admin/v1/applications/{app}/events/{environment}/{name}/${action}`,
          { ...path, environment: env, name, ...bodyOf(action, reason) },
        );
        printPause(output, action, `The event ${name}`, pause);
      });
};

/** Adds `pause` and `resume` of integrations. */
export const addIntegrationPausing = (integrations: Command): void => {
  for (const action of PAUSE_ACTIONS)
    withReason(integrations.command(`${action} <id>`), action, 'integration')
      .addOption(appOption())
      .action(async (id: string, { reason }: Options, command: Command) => {
        const { admin, output, app, path } = await appContextOf(command);
        const { pause } = await admin.post(
          `${action} the integration ${id} of "${app}"`,
          `/admin/v1/applications/{app}/integrations/{id}/${action}`,
          { ...path, id, ...bodyOf(action, reason) },
        );
        printPause(output, action, `The integration ${id}`, pause);
      });
};

const ABOUT = {
  event: 'Hold the messages of an event until it is resumed. Its sends are accepted.',
  integration:
    'Send nothing through an integration until it is resumed. Others of its channel take its messages.',
} as const;

function withReason(command: Command, action: PauseAction, noun: keyof typeof ABOUT): Command {
  return action === 'pause'
    ? command.description(ABOUT[noun]).option('--reason <text>', 'Why it is paused. Other operators see it.')
    : command.description(`Release what a pause of the ${noun} holds, oldest first.`);
}

/** A resume has no body. */
export const bodyOf = (action: PauseAction, reason: string | undefined) =>
  action === 'pause' && reason !== undefined ? { body: { reason } } : {};

export const printPause = (output: Output, action: PauseAction, what: string, pause: Pause | null): void =>
  output.result({ pause }, () => {
    if (action === 'pause') return `${what} is paused${pause ? ` (${pausedText(pause)})` : ''}.`;
    return pause && pause.held > 0
      ? `${what} is resumed. ${pause.held} held notifications are being released.`
      : `${what} is resumed.`;
  });

/** Returns since when something is paused, by whom, and what is held; undefined if it is not paused. */
export function pausedText(pause: Pause | null): string | undefined {
  if (!pause) return undefined;
  const { since, by, reason, held, resumed_at: resumed } = pause;
  const why = reason === null ? '' : `: ${reason}`;
  return `since ${since} by ${by}${why}; ${held} held${resumed === null ? '' : ', being released'}`;
}
