/** What the preference pages say. `{name}` is the sender, `{what}` the group of messages. */
export const en = {
  preferences: 'Your preferences',
  intro: 'Choose the messages that you want from {name}.',
  always: 'Always on',
  other: 'Other messages',
  otherWhy: 'Messages that belong to none of the groups above, for example about an order.',
  save: 'Save',
  saved: 'Your choices are saved.',
  none: 'Unsubscribe from all',
  noneDone: 'You are unsubscribed from everything that can be switched off.',
  question: 'Do you want to unsubscribe from {what} ({channel})?',
  stop: 'Unsubscribe',
  stopped: 'You are unsubscribed from {what} ({channel}).',
  again: 'Subscribe again',
  resumed: 'You are subscribed to {what} ({channel}) again.',
  required: '{what} cannot be switched off.',
  anything: 'all messages',
  all: 'All preferences',
  missing: 'This link does not work',
  missingWhy: 'It may be incomplete. Open the link in the message again, or copy all of it.',
  later: 'This does not work at the moment. Please try again in a minute.',
  email: 'E-mail',
  push: 'Push',
} as const;

export type Texts = Readonly<Record<keyof typeof en, string>>;
