import { digestKeyOf } from '../../../core/sequences/digest-key';
import { EMPTY_CONTACT, applyInput, type ContactInput } from '../../../core/contacts/input';
import { addressOf } from '../../../core/contacts/fields';
import type { EventDefinition } from '../../../core/events/definition';
import { TemplateError } from '../../../core/events/templates/template-error';
import { sampleLinks } from '../../../core/preferences/links';
import { isPseudoLocale, withPseudoLocale } from '../../../core/events/translations/pseudo';
import type { RenderEventBody } from '../../../core/schemas/admin';
import type { Tenant } from '../../../core/tenants/tenant';
import { newId } from '../../../core/shared/ids';
import { composeMessage, type LinkSource } from '../../../rendering/compose-message';
import { BusyError } from '../../../rendering/fair-queue';
import type { Renderer } from '../../../rendering/renderer';
import type { Application } from '../../../store/accounts/applications';
import { ApiError, unavailable } from '../../http/api-error';
import { payloadOf } from './sample-payload';

/** The recipient if the request has none. */
const SAMPLE: ContactInput = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+12025550123' };

/** Previews show links that lead to nobody. */
const PREVIEWED: LinkSource = { isOneClick: false, make: () => Promise.resolve(sampleLinks()) };

/** Renders a message of an event as a send does. */
export async function renderMessageOf(
  renderer: Renderer,
  {
    application,
    event,
    tenant,
  }: { application: Application; event: EventDefinition; tenant?: Tenant | null },
  {
    channel,
    step = stepOf(event, channel),
    language,
    contact: given,
    ...sample
  }: Omit<RenderEventBody, 'file' | 'tenant'>,
  _id = newId(),
) {
  const { meta, ...fields } = applyInput(EMPTY_CONTACT, given ?? SAMPLE);
  if (step !== '' && !event.stepTemplates[step]) {
    const names = Object.keys(event.stepTemplates).join(', ') || 'none';
    const message = `The event ${event.name} has no step "${step}" with its own templates. Steps with their own templates: ${names}.`;
    throw new ApiError('TEMPLATE_MISSING', message, { field: 'step' });
  }
  if (!event.templates[channel] && !event.stepTemplates[step]?.[channel]) {
    const message = `The event ${event.name} has no template for ${channel}.`;
    throw new ApiError('TEMPLATE_MISSING', message, { field: 'channel', channel });
  }
  const content = JSON.stringify(payloadOf(event, sample));
  const digest = event.steps.find((one) => one.type === 'digest');
  return composeMessage(renderer, {
    application,
    tenant,
    event: isPseudoLocale(language) ? withPseudoLocale(event, language) : event,
    notification: {
      ...{ _id, language: language ?? null, from: null, payload: content, overrides: null },
      contact: { name: fields.name },
      to: {},
    },
    message: { channel, step, address: addressOf(fields, channel) },
    contact: { ...fields, meta: JSON.stringify(meta) },
    links: PREVIEWED,
    ...(digest && {
      digest: {
        ...{ count: 1, items: [{ id: _id, payload: content }] },
        ...(digest.window.key !== undefined && { key: digestKeyOf(digest.window.key, content) }),
      },
    }),
  }).catch((error: unknown) => {
    if (error instanceof TemplateError) throw new ApiError('VALIDATION_ERROR', error.message);
    if (!(error instanceof BusyError)) throw error;
    const message = 'The service is too busy to render the event. Try again.';
    throw unavailable(message, Math.ceil(error.retryAfterMs / 1000));
  });
}

/** Returns '' if the event's own templates are used, else the first step that has a template for the channel. */
const stepOf = ({ templates, stepTemplates }: EventDefinition, channel: RenderEventBody['channel']): string =>
  (templates[channel]
    ? undefined
    : Object.keys(stepTemplates).find((name) => stepTemplates[name]?.[channel])) ?? '';
