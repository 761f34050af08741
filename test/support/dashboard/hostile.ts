/** Runs if any of it is ever taken for code: it says so in a variable of the page. */
const RUN = 'window.__ran=1;top.__ran=1';

/** Text that becomes a script where it is taken for HTML, for an address or for the end of a string. */
export const HOSTILE = {
  script: `<script>${RUN}</script>`,
  image: `<img src=x onerror="${RUN}">`,
  svg: `"><svg/onload="${RUN}">`,
  template: '{{constructor.constructor("return this")()}}',
} as const;

/** A name that has all of them. */
export const HOSTILE_NAME = `Eve ${HOSTILE.script}${HOSTILE.image}`;

/** The HTML of an e-mail that tries everything that a mail can try. */
export const HOSTILE_HTML = `<!doctype html><html><head><meta http-equiv="refresh" content="0;url=javascript:${RUN}">
<base href="https://evil.example/"><script>${RUN}</script></head><body onload="${RUN}"><h1>Hostile mail</h1>
<a href="javascript:${RUN}">a link</a>${HOSTILE.image}${HOSTILE.svg}
<iframe src="javascript:${RUN}"></iframe><form action="https://evil.example/"><button>Send</button></form>
<p>{{{html}}}</p></body></html>`;
