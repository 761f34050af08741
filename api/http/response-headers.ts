/**
 * Headers of every answer. Its content is for its caller alone (RFC 9111 section 5.2.2.5), and browsers must not guess
 * its type. Documents that are the same for all callers set their own `Cache-Control`.
 */
export const ANSWER_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;
