/** ARN of an SNS topic ("Amazon resource names": partition, service, region, account, name). */
export const SNS_TOPIC_ARN =
  /^arn:(?:aws|aws-us-gov):sns:(?!cn-)[a-z]{2}(?:-[a-z]+)+-\d{1,2}:\d{12}:[\w-]{1,256}$|^arn:aws-cn:sns:cn-[a-z]+-\d{1,2}:\d{12}:[\w-]{1,256}$/;

/** The one topic whose messages an account takes, and where SNS keeps what belongs to it. */
export interface SnsTopic {
  arn: string;
  /** The only host from which certificates come and at which a subscription is confirmed. */
  host: string;
  /** Names of which the signing certificate has one. */
  certificateNames: readonly string[];
}

/**
 * What belongs to a topic whose ARN is well formed. Which name a certificate has differs by region (as the SNS message
 * manager of the AWS SDK for Java 2 knows them): `sns.amazonaws.com` in the old ones, `sns-signing.<region>…` in those
 * that an account opts in to, `sns-<region>…` in China, and both regions of GovCloud have the one of the western.
 */
export function topicOf(arn: string): SnsTopic {
  const [, partition, , region = ''] = arn.split(':');
  const suffix = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const host = `sns.${region}.${suffix}`;
  const regional = [host, `sns-signing.${region}.${suffix}`, `sns-${region}.${suffix}`];
  const shared = partition === 'aws-us-gov' ? 'sns-us-gov-west-1.amazonaws.com' : `sns.${suffix}`;
  return { arn, host, certificateNames: [shared, ...regional] };
}

/**
 * Whether a certificate may be fetched from here. Whoever calls us names the address, so it is compared as text: a
 * user, a port, another host or a path that only looks alike finds no parser that reads it in another way.
 */
export function isCertificateAddress(address: string, { host }: SnsTopic): boolean {
  const path = after(`https://${host}/`, address);
  return path !== undefined && /^SimpleNotificationService-[0-9A-Za-z]{1,64}\.pem$/.test(path);
}

/** Whether a GET of this address confirms a subscription to the topic, and does nothing else. */
export function isConfirmation(address: string, { host, arn }: SnsTopic): boolean {
  const query = after(`https://${host}/?`, address);
  if (query === undefined || query.includes('#')) return false;
  const asked = new URLSearchParams(query);
  const one = (name: string, value: string) => asked.getAll(name).join('\n') === value;
  return one('Action', 'ConfirmSubscription') && one('TopicArn', arn);
}

const after = (start: string, text: string): string | undefined =>
  text.startsWith(start) ? text.slice(start.length) : undefined;
