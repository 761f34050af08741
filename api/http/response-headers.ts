/**
 * Headers of every answer: what is in it is for its caller alone (RFC 9111 section 5.2.2.5), and it is what it says it is.
 * Documents that are the same for everybody say how long they may be kept.
 */
export const ANSWER_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;
