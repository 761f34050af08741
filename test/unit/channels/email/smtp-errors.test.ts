import { classifySmtp } from '../../../../channels/email/smtp/errors';

const failure = (error: object, handedOver = false) =>
  classifySmtp({ error: { message: 'words', ...error }, handedOver }, { to: '', secrets: [] });

describe('an SMTP failure without a reply', () => {
  it.each(['ECONNECTION', 'ESOCKET', 'EDNS', 'ETLS', 'EPROTOCOL', undefined])('%s may be retried', (code) => {
    expect(failure({ code })).toEqual({ outcome: 'transient', code: 'PROVIDER_ERROR', response: 'words' });
  });

  it.each(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EABORT', 'EPROTOCOL', undefined])(
    '%s after the body was handed over is unknown',
    (code) => {
      expect(failure({ code }, true)).toMatchObject({ outcome: 'unknown', code: 'OUTCOME_UNKNOWN' });
    },
  );

  it.each(['EMESSAGE', 'EENVELOPE', 'EFILEACCESS', 'EURLACCESS'])('%s is the message’s fault', (code) => {
    expect(failure({ code })).toMatchObject({ outcome: 'permanent', code: 'REJECTED' });
  });

  it('for want of credentials is for the operator', () => {
    expect(failure({ code: 'EAUTH' })).toMatchObject({ outcome: 'transient', code: 'UNAUTHORIZED' });
  });
});

describe('a reply', () => {
  it('decides, even after the body was handed over', () => {
    const error = { code: 'EMESSAGE', command: 'DATA', response: '451 later', responseCode: 451 };
    expect(failure(error, true)).toMatchObject({ outcome: 'transient' });
  });

  it.each(['451 generate a separate request', '452 4.5.3 too many recipients', '450 temporary'])(
    '"%s" does not speak of a rate',
    (response) => {
      const responseCode = Number(response.slice(0, 3));
      expect(failure({ response, responseCode, command: 'RCPT TO' })).toMatchObject({ outcome: 'transient' });
    },
  );

  it('to STARTTLS says nothing about the message', () => {
    const error = { code: 'ETLS', command: 'STARTTLS', response: '554 no TLS', responseCode: 554 };
    expect(failure(error)).toMatchObject({ outcome: 'transient', code: 'PROVIDER_ERROR' });
  });
});

describe('a refusal of the account', () => {
  it.each([
    [
      'DATA',
      '550 5.4.5 Daily user sending limit exceeded. For more information, go to https://support.example.com',
    ],
    ['MAIL FROM', '550-5.4.5 Daily SMTP relay limit exceeded for customer'],
    ['DATA', '554 5.2.252 SendAsDenied; shop@example.com not allowed to send as other@example.com'],
    ['DATA', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
    ['RCPT TO', '554 5.7.1 <ada@example.org>: Relay access denied'],
    ['RCPT TO', '550 5.7.1 Relaying denied'],
    ['RCPT TO', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain'],
    ['RCPT TO', '454 4.7.1 <ada@example.org>: Relay access denied'],
    [
      'DATA',
      '554 Message rejected: Email address is not verified. The following identities failed the check',
    ],
    ['DATA', '550 The from address does not match a verified Sender Identity.'],
    ['MAIL FROM', '553 5.7.1 <shop@example.com>: Sender address rejected: not owned by user relay'],
    ['MAIL FROM', '550 5.7.1 Client was not authenticated'],
    ['DATA', '550 5.1.8 Access denied, bad outbound sender AS(1)'],
    ['DATA', '554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException'],
  ])('after %s by "%s" asks another provider and fails nobody', (command, response) => {
    const responseCode = Number(response.slice(0, 3));
    expect(failure({ code: 'EENVELOPE', command, response, responseCode })).toEqual({
      ...{ outcome: 'transient', code: 'PROVIDER_ERROR', refusedAccount: true, response },
    });
  });

  it.each([
    ['DATA', '535 5.7.8 Username and password not accepted'],
    ['MAIL FROM', '534 5.7.9 Application-specific password required'],
  ])('after %s by "%s" is one of credentials', (command, response) => {
    const responseCode = Number(response.slice(0, 3));
    expect(failure({ command, response, responseCode })).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.each([
    ['550 5.1.1 <ada@example.org>: User unknown', 'INVALID_RECIPIENT'],
    ['552 5.2.2 Mailbox over quota', 'REJECTED'],
    ['550 5.2.1 Your account is disabled', 'INVALID_RECIPIENT'],
    ['550 5.7.26 Unauthenticated email is not accepted due to its DMARC policy', 'REJECTED'],
    ['554 5.7.1 Message rejected as spam', 'REJECTED'],
  ])('is not "%s"', (response, code) => {
    const responseCode = Number(response.slice(0, 3));
    expect(failure({ command: 'RCPT TO', response, responseCode })).toMatchObject({
      outcome: 'permanent',
      code,
    });
  });
});
