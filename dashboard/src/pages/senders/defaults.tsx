import { Alert, List, Text } from '@mantine/core';
import { type DefaultSender, defaultEmail, defaultSms } from './default-sender';
import type { Sender } from './queries';

interface DefaultsProps {
  senders: readonly Sender[];
  /** The application's own sender of e-mails. */
  from: string | null;
}

/** The senders of messages that name none. */
export function Defaults({ senders, from }: DefaultsProps) {
  if (senders.length === 0 && from === null) return null;
  const email = defaultEmail(senders, from);
  return (
    <section aria-label="Default senders">
      {email.unverified !== undefined && (
        <Alert
          color="orange"
          variant="light"
          title="The default sender is not verified"
          role="status"
          mb="sm"
        >
          E-mails that name no sender are refused. Add {email.unverified} or its domain, or change the default
          sender below.
        </Alert>
      )}
      <Text size="sm">If neither the request nor the event names a sender, messages come from:</Text>
      <List size="sm">
        <List.Item>e-mail: {shown(email)}</List.Item>
        <List.Item>SMS: {shown(defaultSms(senders), 'the choice of the provider')}</List.Item>
      </List>
    </section>
  );
}

const shown = ({ value }: DefaultSender, otherwise = 'no sender, so they are refused'): string =>
  value ?? otherwise;
