import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import express, { type Request, type RequestHandler } from 'express';
import { fieldPath } from '../../../core/shared/field-path';
import { type ExactNumbers, examineJson } from '../../../core/shared/json-text';
import { ApiError, invalid } from '../api-error';
import { bodyWithin, hasBody } from './body-within';
import { requestOf } from './early-body';

const MAX_DEPTH = 100;
/** Maximum number of commas and opening brackets. To parse and check one takes up to a microsecond, without a break. */
const MAX_PARTS = 50_000;

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

/** JSON is UTF-8 (RFC 8259 section 8.1). The parser would replace other bytes without an error. */
function checkBytes(request: IncomingMessage, _response: ServerResponse, body: Buffer, charset: string) {
  if (charset !== 'utf-8') throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as JSON in UTF-8.');
  if (!isUtf8(body)) throw new ApiError('VALIDATION_ERROR', 'The body is not valid UTF-8.');
  if (partsOf(body) > MAX_PARTS) {
    const message = `The body has too many values: more than ${MAX_PARTS} commas and opening brackets outside of strings. Send less in one request.`;
    throw new ApiError('VALIDATION_ERROR', message);
  }
  texts.set(requestOf(request), body);
}

const [QUOTE, ESCAPE, COMMA, LIST, OBJECT] = Buffer.from('"\\,[{');

/** Returns the number of commas and opening brackets outside of texts. */
function partsOf(json: Buffer): number {
  let parts = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === COMMA || byte === LIST || byte === OBJECT) parts += 1;
    if (byte !== QUOTE) continue;
    for (at += 1; at < json.length && json[at] !== QUOTE; at += 1) if (json[at] === ESCAPE) at += 1;
  }
  return parts;
}

const requireJson: RequestHandler = (request, _response, next) => {
  if (hasBody(request) && !request.is(['application/json', 'application/*+json'])) {
    throw ApiError.of('UNSUPPORTED_MEDIA_TYPE', []);
  }
  next();
};

const checkBody: RequestHandler = (request, _response, next) => {
  if (request.body === undefined) request.body = {};
  checkValue(request.body);
  next();
};

const checkText: RequestHandler = async (request, _response, next) => {
  const body = texts.get(request);
  texts.delete(request);
  if (body) {
    const examination = examineJson(body.toString(), request.body);
    let step = examination.next();
    while (!step.done) {
      await setImmediate();
      step = examination.next();
    }
    if ('rule' in step.value) throw invalid(fieldPath(step.value.path), step.value.rule);
    numbers.set(request, step.value.exact);
  }
  next();
};

/** A place in the body. Its path is built only for an error. */
interface Place {
  value: unknown;
  key: PropertyKey | null;
  parent: Place | null;
  depth: number;
}

/** Walks the body without recursion, because its depth is not trusted. */
function checkValue(root: unknown): void {
  const todo: Place[] = [{ value: root, key: null, parent: null, depth: 0 }];
  for (let place = todo.pop(); place; place = todo.pop()) {
    const { value, depth } = place;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) {
      throw new ApiError('VALIDATION_ERROR', `The body is nested deeper than ${MAX_DEPTH} levels.`);
    }
    const isArray = Array.isArray(value);
    for (const key of Object.keys(value)) {
      const inner = (value as Record<string, unknown>)[key];
      const at: Place = { value: inner, key: isArray ? Number(key) : key, parent: place, depth: depth + 1 };
      if (key === '__proto__' && hasFieldsOfOurs(place)) throw invalidAt(at, 'is not allowed as a key');
      const problem = (isArray ? undefined : textProblem(key)) ?? textProblem(inner);
      if (problem !== undefined) throw invalidAt(at, problem);
      if (typeof inner === 'object' && inner !== null) todo.push(at);
    }
  }
}

/**
 * Returns whether a place is the body itself or a recipient of `to`. A `__proto__` there would be lost without an error.
 * Deeper it is data, or an unknown key like any other.
 */
function hasFieldsOfOurs({ key, parent }: Place): boolean {
  if (!parent || (key === 'to' && !parent.parent)) return true;
  return typeof key === 'number' && parent.key === 'to' && parent.parent?.parent === null;
}

function textProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return 'must not contain NUL characters';
  return value.isWellFormed() ? undefined : 'must be well-formed Unicode, without lone surrogates';
}

function invalidAt(place: Place, words: string): ApiError {
  const path: PropertyKey[] = [];
  for (let at: Place | null = place; at; at = at.parent) if (at.key !== null) path.unshift(at.key);
  return invalid(fieldPath(path).toWellFormed().replaceAll('\0', '\ufffd'), words);
}
