import { CHANNELS } from '../../core/shared/channels';
import { type GroupChoice, type Service, UnreadableRecord } from './person';
import { contactOf, type Fields, fieldsIn, fullName, isFields, overIn, textIn } from './values';

/**
 * Novu: a subscriber with the answer of `GET /v2/subscribers/{subscriberId}/preferences`, as it is, in `data` or in
 * `preferences`: `{"subscriberId":"u-1","email":"…","data":{"global":{…},"workflows":[…]}}`. The channels of a workflow are what
 * counts, from its own defaults, the subscriber's choices and the global ones.
 * https://docs.novu.co/api-reference/subscribers/retrieve-subscriber-preferences
 */
export const novu: Service = {
  title: 'Novu',
  listsDefaults: true,
  peopleIn(record) {
    const text = (name: string): string | undefined => textIn(record, name);
    const contact = contactOf({
      ...{ id: text('subscriberId') ?? text('id'), email: text('email'), phone: text('phone') },
      ...{ name: fullName(text('firstName'), text('lastName')) },
      ...{ language: text('locale'), timezone: text('timezone') },
    });
    const answer = fieldsIn(record, 'preferences') ?? fieldsIn(record, 'data') ?? record;
    const global = fieldsIn(answer, 'global');
    const workflows = answer['workflows'];
    if (global === undefined && !Array.isArray(workflows))
      throw new UnreadableRecord('has neither global nor workflows');
    const left: string[] = [];
    const channels =
      global?.['enabled'] === false
        ? Object.fromEntries(CHANNELS.map((channel) => [channel, false]))
        : overIn(global && fieldsIn(global, 'channels'), left);
    if (global && fieldsIn(global, 'schedule')?.['isEnabled'] === true) left.push('a schedule');
    const groups = new Map(
      (Array.isArray(workflows) ? workflows : []).map((workflow) => groupOf(workflow, left)),
    );
    return [{ contact, channels, groups, unsubscribed: false, left }];
  },
};

function groupOf(given: unknown, left: string[]): [name: string, choice: GroupChoice] {
  const workflow: Fields = isFields(given) ? given : {};
  const info = fieldsIn(workflow, 'workflow') ?? {};
  const name = textIn(info, 'identifier') ?? textIn(info, 'slug');
  if (name === undefined) throw new UnreadableRecord('has a workflow without an identifier');
  return [
    name,
    {
      ...(workflow['enabled'] === false && { all: false }),
      over: overIn(fieldsIn(workflow, 'channels'), left),
    },
  ];
}
