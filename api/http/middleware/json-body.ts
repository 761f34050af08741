import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import express, { type Request, type RequestHandler } from 'express';
import type { ExactNumbers } from '../../../core/shared/json-text';
import { ApiError } from '../api-error';
import { bodyWithin, hasBody } from './body-within';
import { requestOf } from './early-body';
import { checkJsonBytes, checkJsonValue, exactNumbersIn } from './json-value';

/** What was read of a request's body: its bytes, then the numbers that their doubles round. */
const texts = new WeakMap<IncomingMessage, Buffer>();
const numbers = new WeakMap<IncomingMessage, ExactNumbers>();
const NO_NUMBERS: ExactNumbers = new Map();

/** Returns the numbers of a request's body as they were sent, where their doubles round them (IDEMPOTENCY-4). */
export const exactNumbersOf = (request: Request): ExactNumbers => numbers.get(request) ?? NO_NUMBERS;

/**
 * Reads JSON bodies (REQUEST-2 to REQUEST-5, REQUEST-10, REQUEST-18, REQUEST-19). Another content type is 415, more than
 * `limit` bytes 413. A body that is malformed, too deep or of too many parts is 400, and so is one whose meaning the
 * parser would change. A request without a body may have any type and counts as `{}`.
 */
export function jsonBody(limit: number): RequestHandler[] {
  return [
    requireJson,
    bodyWithin(limit, express.json({ limit, strict: false, type: () => true, verify: checkBytes })),
    afterOthers,
    checkBody,
    afterOthers,
    checkText,
    afterOthers,
  ];
}

/** Lets other requests run in between. To parse a large body takes long, and to check it takes as long again. */
const afterOthers: RequestHandler = (_request, _response, next) => {
  void setImmediate().then(() => next());
};

function checkBytes(request: IncomingMessage, _response: ServerResponse, body: Buffer, charset: string) {
  if (charset !== 'utf-8') throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as JSON in UTF-8.');
  checkJsonBytes(body);
  texts.set(requestOf(request), body);
}

const requireJson: RequestHandler = (request, _response, next) => {
  if (hasBody(request) && !request.is(['application/json', 'application/*+json'])) {
    throw ApiError.of('UNSUPPORTED_MEDIA_TYPE', []);
  }
  next();
};

const checkBody: RequestHandler = (request, _response, next) => {
  if (request.body === undefined) request.body = {};
  checkJsonValue(request.body);
  next();
};

const checkText: RequestHandler = async (request, _response, next) => {
  const body = texts.get(request);
  texts.delete(request);
  if (body) numbers.set(request, await exactNumbersIn(body.toString(), request.body));
  next();
};
