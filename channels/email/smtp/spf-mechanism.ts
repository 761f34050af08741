/** What services of SMTP document as their part of an SPF record, by the end of their host names. */
const OF_SERVICE: readonly (readonly [host: string, mechanism: string])[] = [
  ['amazonaws.com', 'include:amazonses.com'],
  ['brevo.com', 'include:spf.brevo.com'],
  ['gmail.com', 'include:_spf.google.com'],
  ['mailgun.org', 'include:mailgun.org'],
  ['mailjet.com', 'include:spf.mailjet.com'],
  ['mtasv.net', 'include:spf.mtasv.net'],
  ['office365.com', 'include:spf.protection.outlook.com'],
  ['postmarkapp.com', 'include:spf.mtasv.net'],
  ['sendgrid.net', 'include:sendgrid.net'],
];

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const PUBLIC_NAME = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;
const NOT_PUBLIC = /\.(?:local|localdomain|internal|lan|home|test|localhost)$/;

/** Returns the mechanism (RFC 7208 section 5) that lets the server of this host send. Null: its name says nothing. */
export function spfMechanismOf(host: string): string | null {
  const name = host.toLowerCase().replace(/\.$/, '');
  const service = OF_SERVICE.find(([end]) => name === end || name.endsWith(`.${end}`));
  if (service) return service[1];
  if (IPV4.test(name)) return isPublic(name) ? `ip4:${name}` : null;
  return PUBLIC_NAME.test(name) && !NOT_PUBLIC.test(name) ? `a:${name}` : null;
}

/** RFC 6890 section 2.2.2. 100.64.0.0/10 is shared by customers of a provider, and used by VPNs. */
const isPublic = (address: string): boolean =>
  !/^(?:10|127|0)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(
    address,
  );
