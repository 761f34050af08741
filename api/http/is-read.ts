import type { Request } from 'express';

/** Returns whether a request only reads, so that it may be repeated and made by a link. Source: RFC 9110, section 9.2.1. */
export const isRead = ({ method }: Pick<Request, 'method'>): boolean => method === 'GET' || method === 'HEAD';
