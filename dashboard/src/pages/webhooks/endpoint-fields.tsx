import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { WEBHOOK_EVENT_TYPES, webhookEventRow } from '../../../../core/webhooks/event';
import { textOf } from '../../parts/field';
import { fieldError } from '../../parts/field-error';
import type { Endpoint, EventType } from './queries';

/** What a person sets of an endpoint. */
export interface EndpointDraft {
  url: string;
  description: string;
  types: string[];
}

/** Fields of the API that these inputs show the errors of. */
export const ENDPOINT_FIELDS = ['url', 'description', 'enabled_events'];

export const draftOf = (endpoint?: Endpoint): EndpointDraft => ({
  url: endpoint?.url ?? '',
  description: endpoint?.description ?? '',
  types: endpoint?.enabled_events ?? WEBHOOK_EVENT_TYPES.filter((type) => webhookEventRow(type).byDefault),
});

/** Returns the body of a request that sets all of it. */
export const bodyOf = ({ url, description, types }: EndpointDraft) => ({
  url: url.trim(),
  description: description.trim(),
  enabled_events: WEBHOOK_EVENT_TYPES.filter((type: EventType) => types.includes(type)),
});

interface EndpointFieldsProps {
  draft: EndpointDraft;
  change: (next: Partial<EndpointDraft>) => void;
  /** Error of the last submit. */
  error: unknown;
}

/** The address of an endpoint, what it receives, and a note for people. */
export function EndpointFields({ draft, change, error }: EndpointFieldsProps) {
  return (
    <>
      <TextInput
        label="URL"
        description="An https address that the internet can reach"
        placeholder="https://shop.example.com/hooks/deliveries"
        type="url"
        dir="ltr"
        required
        maxLength={2048}
        {...textOf(draft.url, (url) => change({ url }))}
        error={fieldError(error, 'url')}
        data-autofocus
      />
      <Checkbox.Group
        label="Events that it receives"
        value={draft.types}
        onChange={(types) => change({ types })}
        error={fieldError(error, 'enabled_events')}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
          {WEBHOOK_EVENT_TYPES.map((type) => (
            <Checkbox key={type} value={type} label={type} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <TextInput
        label="Description"
        description="A note for people"
        maxLength={500}
        {...textOf(draft.description, (description) => change({ description }))}
        error={fieldError(error, 'description')}
      />
    </>
  );
}
