import { isolated } from '../../../../core/shared/isolated';

const OVERRIDE = '\u202e';
const [BEGIN, END] = ['\u2068', '\u2069'];

describe('a value from outside in a text without elements', () => {
  test.each(['Ada Lovelace', 'Åsa Ødegård', '山田太郎', 'owner@example.org'])('%s is as it was', (name) => {
    expect(isolated(name)).toBe(name);
  });

  test.each(['ليلى (42)', 'שרה', `Eve ${OVERRIDE}gpj.exe`])('%s turns nothing around it', (name) => {
    expect(isolated(name)).toBe(`${BEGIN}${name}${END}`);
  });

  test('with Latin letters too if the text around it is from right to left', () => {
    expect(isolated('Acme Inc.', true)).toBe(`${BEGIN}Acme Inc.${END}`);
  });

  test('cannot end its own isolation', () => {
    expect(isolated(`Eve${END}${OVERRIDE} has failed`)).toBe(`${BEGIN}Eve${OVERRIDE} has failed${END}`);
  });
});
