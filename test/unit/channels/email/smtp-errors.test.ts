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
