import { spfMechanismOf } from '../../../../channels/email/smtp/spf-mechanism';

test.each([
  ['email-smtp.eu-west-1.amazonaws.com', 'include:amazonses.com'],
  ['smtp-relay.brevo.com', 'include:spf.brevo.com'],
  ['smtp-relay.gmail.com', 'include:_spf.google.com'],
  ['smtp.eu.mailgun.org', 'include:mailgun.org'],
  ['in-v3.mailjet.com', 'include:spf.mailjet.com'],
  ['smtp.office365.com', 'include:spf.protection.outlook.com'],
  ['smtp.postmarkapp.com', 'include:spf.mtasv.net'],
  ['SMTP.SendGrid.net.', 'include:sendgrid.net'],
  ['mtasv.net', 'include:spf.mtasv.net'],
])('the service of %s documents %s', (host, mechanism) => expect(spfMechanismOf(host)).toBe(mechanism));

test.each([
  ['mail.example.com', 'a:mail.example.com'],
  ['Mail.Example.com.', 'a:mail.example.com'],
  ['notgmail.com', 'a:notgmail.com'],
  ['gmail.com.example.com', 'a:gmail.com.example.com'],
  ['home.example.com', 'a:home.example.com'],
])('the name of the server %s gives %s', (host, mechanism) => expect(spfMechanismOf(host)).toBe(mechanism));

test.each([
  '192.0.2.7',
  // Near to a private range: it has the numbers elsewhere, or is beside it.
  ...['1.10.0.7', '8.127.0.7', '8.192.168.7', '8.169.254.7', '8.172.16.7', '8.100.64.7'],
  ...['172.15.0.7', '172.32.0.7', '172.1.6.7', '100.63.0.7', '100.128.0.7', '192.169.0.7', '169.253.0.7'],
])('the public address %s may send', (host) => expect(spfMechanismOf(host)).toBe(`ip4:${host}`));

test.each([
  ...['0.0.0.0', '10.0.0.7', '127.0.0.1', '169.254.0.7', '192.168.0.7'],
  ...['172.16.0.7', '172.19.0.7', '172.20.0.7', '172.29.0.7', '172.30.0.7', '172.31.0.7'],
  ...['100.64.0.7', '100.69.0.7', '100.70.0.7', '100.99.0.7', '100.100.0.7', '100.119.0.7'],
  ...['100.120.0.7', '100.127.0.7'],
  ...['mail.local', 'mail.internal', 'mail.lan', 'mail.test', 'host.localdomain', 'a.home', 'a.localhost'],
  ...['localhost', 'mail', '', '2001:db8::7', 'mail_1.example.com', '.example.com'],
])('"%s" says nothing to receivers', (host) => expect(spfMechanismOf(host)).toBeNull());
