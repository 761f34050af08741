import { Code, Stack, Text } from '@mantine/core';
import { usePlace } from '../../layout/place';
import { NothingHere } from '../../parts/nothing-here';

const BODY = '{"url":"https://shop.example.com/hooks/deliveries"}';

/** What to do while an environment has no webhook endpoint. */
export function NoEndpoint() {
  const { environment } = usePlace();
  return (
    <NothingHere title={`No endpoint in ${environment}`}>
      <Stack gap="xs">
        <Text size="sm">
          The application creates its endpoint itself, with an API key of {environment} that has the scope
          “webhooks”. Only the answer to this request shows the signing secret.
        </Text>
        <Code block className="pre" ta="left" tabIndex={0}>
          {`POST /v1/webhooks\nAuthorization: Bearer …\nContent-Type: application/json\n\n${BODY}`}
        </Code>
      </Stack>
    </NothingHere>
  );
}
