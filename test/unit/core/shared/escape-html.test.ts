import { escapeHtml } from '../../../../core/shared/escape-html';

test('a text has no meaning in HTML, between tags or in a quoted attribute', () => {
  expect(escapeHtml(`<a href="x">Tom & Ada's</a>`)).toBe(
    '&#60;a href=&#34;x&#34;&#62;Tom &#38; Ada&#39;s&#60;/a&#62;',
  );
});
