import type { Application } from '../../api/types';
import { Facts } from '../../parts/facts';
import { Section } from '../../parts/section';

const NONE = 'not set';
const days = (count: number | null): string =>
  count === null ? 'the default of the service' : `${count} days`;

/** The settings of an application, to read. */
export function SettingsTable({ application }: { application: Application }) {
  const { brand, sandbox_recipients: recipients, delivered_channels: channels } = application;
  const facts = {
    'May send': application.subscription === 'active' ? 'yes' : 'no',
    'Notifications are kept': days(application.keep_notifications_days),
    'Content is kept': days(application.keep_content_days),
    'E-mail address of its owner': application.owner_email || NONE,
    'Webhook events of deliveries': channels.join(', ') || NONE,
    'Webhook retries': application.webhook_retries,
    'Recipients that sandbox sends to': recipients.join(', ') || NONE,
    'Brand name': brand.name || NONE,
    'Brand logotype': brand.logotype || NONE,
    'Brand colour': brand.color || NONE,
    'Brand website': brand.website || NONE,
    'Brand footer': brand.footer || NONE,
    'Brand in languages': Object.keys(brand.languages ?? {}).join(', ') || NONE,
  };
  return (
    <Section title="Settings">
      <Facts aria-label="Settings" nameWidth="45%" facts={facts} />
    </Section>
  );
}
