import { parseEventFile } from '../../../../../rendering/event-files';

const parse = (hours: string) =>
  parseEventFile('e.yaml', `templates: { email: { en: { subject: Hi, text: Hi } } }\nquiet_hours:\n${hours}`);
const hoursOf = (hours: string) => {
  const parsed = parse(hours);
  return parsed.ok ? parsed.event.quietHours : parsed.problems;
};
const problemsOf = (hours: string): string[] => {
  const parsed = parse(hours);
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
};

describe('the quiet hours of an event file', () => {
  it('are for all channels and in UTC where the file says no more', () => {
    expect(hoursOf('  from: "22:00"\n  to: 08:00')).toEqual({ from: '22:00', to: '08:00', timezone: 'UTC' });
  });

  it('take a time zone and channels', () => {
    const file = '  from: "12:15"\n  to: "13:45"\n  timezone: Europe/Stockholm\n  channels: [email]';
    const hours = { from: '12:15', to: '13:45', timezone: 'Europe/Stockholm', channels: ['email'] };
    expect(hoursOf(file)).toEqual(hours);
  });

  it.each([
    ['no end', '  from: "22:00"', '2: "quiet_hours.to" is missing'],
    ['an hour that is none', '  from: "24:00"\n  to: "08:00"', '3: "quiet_hours.from" must be a time of day'],
    ['a number', '  from: "22:00"\n  to: 8', '4: "quiet_hours.to" must be a time of day'],
    ['an hour without minutes', '  from: "22:00"\n  to: "8"', '4: "quiet_hours.to" must be a time of day'],
    ['no hours', '  from: "08:00"\n  to: "08:00"', '2: "quiet_hours" begins and ends at the same time'],
    [
      'a time zone that is none',
      '  from: "22:00"\n  to: "08:00"\n  timezone: Mars/Olympus',
      '5: "quiet_hours.timezone" must be an IANA time zone',
    ],
    ['no channel', '  from: "22:00"\n  to: "08:00"\n  channels: []', '5: "quiet_hours.channels" must name'],
    [
      'an unknown channel',
      '  from: "22:00"\n  to: "08:00"\n  channels: [email, fax]',
      '5: "quiet_hours.channels[1]" must be one of',
    ],
    [
      'a channel without template',
      '  from: "22:00"\n  to: "08:00"\n  channels:\n    - email\n    - sms',
      '7: "quiet_hours.channels[1]": there is no template for sms',
    ],
    [
      'an unknown key',
      '  from: "22:00"\n  to: "08:00"\n  timezon: UTC',
      '5: unknown key "quiet_hours.timezon", did you mean "timezone"?',
    ],
  ])('with %s are refused with line, path and reason', (_what, hours, problem) => {
    expect(problemsOf(hours)).toEqual([expect.stringContaining(problem)]);
  });
});
