import type { Request } from 'express';
import { createLinkLimits } from '../../../../api/preferences/limits';

const of = (ip: string): Request => ({ ip }) as Request;

test('PREFERENCE-41: limits wrong tokens by client, and requests by contact', () => {
  const limits = createLinkLimits();
  for (let count = 0; count < 60; count += 1) limits.noteWrong(of('192.0.2.1'));
  expect(() => limits.refuseWrong(of('192.0.2.1'))).toThrow('too many requests');
  expect(() => limits.refuseWrong(of('192.0.2.2'))).not.toThrow();
  for (let count = 0; count < 60; count += 1) limits.use('contact');
  expect(() => limits.use('contact')).toThrow('too many requests');
  expect(() => limits.use('other')).not.toThrow();
});
