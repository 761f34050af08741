import { Button, Text } from '@mantine/core';
import { useSession, useSignedOut, useSignIn } from '../api/session';
import { SignInWays } from '../pages/sign-in/sign-in-ways';
import { NamedModal } from '../parts/named-modal';

/** Asks for a sign-in above the page after the session has ended, so that the page keeps what was typed. */
export default function SignInAgain() {
  const { data } = useSession();
  const signIn = useSignIn();
  const leave = useSignedOut();
  return (
    <NamedModal
      opened
      onClose={() => undefined}
      title="Your session has ended"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={500}
    >
      <Text size="sm" mb="md">
        Sign in to continue on this page. Your changes are kept. What failed is to be done again.
      </Text>
      <SignInWays signIn={signIn} email={data?.operator.email} />
      <Button variant="subtle" fullWidth mt="sm" onClick={leave}>
        Leave this page
      </Button>
    </NamedModal>
  );
}
