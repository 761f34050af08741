import { Option, type Command } from 'commander';
import { WEBHOOK_EVENT_TYPES } from '../../core/webhooks/event';
import type { WebhookEventDetails } from '../../api/admin/answers';
import { contextOf } from '../context';
import { describeEvent } from './webhook-events';
import { addEndpoint, endpointOf, type EndpointOptions } from './webhook-endpoint';

export function addWebhookTest(webhooks: Command): void {
  addEndpoint(
    webhooks.command('test').description('send a test event and wait for what the endpoint answers'),
  )
    .addOption(
      new Option('--type <type>', 'the type that it has (default: delivery.sent)').choices(
        WEBHOOK_EVENT_TYPES,
      ),
    )
    .action(async (options: EndpointOptions & { type?: string }, command: Command) => {
      const context = contextOf(command);
      const { path, named } = await endpointOf(context, options);
      const { event } = await context.admin.request<{ event: WebhookEventDetails }>({
        doing: `send a test event to the endpoint of ${named}`,
        method: 'POST',
        path: [...path, 'test'],
        body: options.type === undefined ? {} : { type: options.type },
      });
      context.output.result(event, () => describeEvent(event));
    });
}
