/** A request whose end two servers may see at different places, and what is hidden behind it. `path` needs no key. */
export const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';

const post = (headers: string, body: string): string =>
  `POST /receipts/none HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`;
const length = HIDDEN.length;
const CHUNKED = 'Transfer-Encoding: chunked';

/** Messages that RFC 9112 says to refuse (sections 2.2, 5.1, 5.2, 6.1, 6.3 and 7.1), or that proxies are known to read differently. */
export const AMBIGUOUS: Record<string, string> = {
  'CL.TE': post(`Content-Length: ${length + 5}\r\n${CHUNKED}`, `0\r\n\r\n${HIDDEN}`),
  'TE.CL': post(`${CHUNKED}\r\nContent-Length: 4`, `${length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`),
  'TE.TE with another coding': post(`${CHUNKED}\r\nTransfer-Encoding: identity`, `0\r\n\r\n${HIDDEN}`),
  'a coding that is none': post(`Transfer-Encoding: xchunked\r\nContent-Length: 0`, HIDDEN),
  'a coding behind chunked': post(`Transfer-Encoding: chunked, identity`, `0\r\n\r\n${HIDDEN}`),
  'a space before the colon': post(`Transfer-Encoding : chunked\r\nContent-Length: 0`, `0\r\n\r\n${HIDDEN}`),
  'a folded coding': post(`Transfer-Encoding:\r\n chunked\r\nContent-Length: 0`, `0\r\n\r\n${HIDDEN}`),
  'a control character in the coding': post(`Transfer-Encoding: \u000bchunked\r\nContent-Length: 0`, HIDDEN),
  'a bare LF in the head': post(`X: y\nContent-Length: ${length}`, HIDDEN),
  'a bare CR in the head': post(`X: y\rContent-Length: ${length}`, HIDDEN),
  'two lengths': post(`Content-Length: 0\r\nContent-Length: ${length}`, HIDDEN),
  'a list of lengths': post(`Content-Length: 0, ${length}`, HIDDEN),
  'a length with a sign': post(`Content-Length: +${length}`, HIDDEN),
  'a length in hexadecimal': post(`Content-Length: 0x${length.toString(16)}`, HIDDEN),
  'a length below zero': post('Content-Length: -1', HIDDEN),
  'a chunk size with a sign': post(CHUNKED, `+0\r\n\r\n${HIDDEN}`),
  'a chunk size in two notations': post(CHUNKED, `0x0\r\n\r\n${HIDDEN}`),
  'a chunk size beyond 64 bits': post(CHUNKED, `10000000000000000\r\n\r\n${HIDDEN}`),
  'a bare LF behind a chunk size': post(CHUNKED, `0\n\n${HIDDEN}`),
  'a bare LF in a chunk extension': post(CHUNKED, `0;a\n${HIDDEN}`),
  'a null in a name': post(`X\u0000Y: z\r\nContent-Length: ${length}`, HIDDEN),
};
