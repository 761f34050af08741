/** ARN of an SNS topic ("Amazon resource names": partition, service, region, account, name). */
export const SNS_TOPIC_ARN =
  /^arn:(?:aws|aws-us-gov):sns:(?!cn-)[a-z]{2}(?:-[a-z]+)+-\d{1,2}:\d{12}:[\w-]{1,256}$|^arn:aws-cn:sns:cn-[a-z]+-\d{1,2}:\d{12}:[\w-]{1,256}$/;

/** The only topic whose messages an account accepts, and its hosts at SNS. */
export interface SnsTopic {
  arn: string;
  /** The only host of certificates and of confirmations. */
  host: string;
  /** Names of which the signing certificate must have one. */
  certificateNames: readonly string[];
}

/**
 * Returns the topic of a valid ARN. The name of the certificate differs by region (source: the SNS message manager of the
 * AWS SDK for Java 2): `sns.amazonaws.com` in older regions, `sns-signing.<region>…` in opt-in regions, `sns-<region>…`
 * in China, and the name of the western region in both regions of GovCloud.
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
 * Returns whether a certificate may be fetched from this address. The caller chooses the address, so it is compared as
 * text: no user, port, other host or similar path passes because a parser reads it differently.
 */
export function isCertificateAddress(address: string, { host }: SnsTopic): boolean {
  const path = after(`https://${host}/`, address);
  return path !== undefined && /^SimpleNotificationService-[0-9A-Za-z]{1,64}\.pem$/.test(path);
}

/** Returns whether a GET of this address only confirms a subscription to the topic. */
export function isConfirmation(address: string, { host, arn }: SnsTopic): boolean {
  const query = after(`https://${host}/?`, address);
  if (query === undefined || query.includes('#')) return false;
  const parameters = new URLSearchParams(query);
  const one = (name: string, value: string) => parameters.getAll(name).join('\n') === value;
  return one('Action', 'ConfirmSubscription') && one('TopicArn', arn);
}

const after = (start: string, text: string): string | undefined =>
  text.startsWith(start) ? text.slice(start.length) : undefined;
