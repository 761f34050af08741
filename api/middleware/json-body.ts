import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import type { RequestHandler } from 'express';
import { fieldPath } from '../../core/field-path';
import { ApiError } from '../api-error';
import { bodyWithin, hasBody } from './body-within';

const MAX_DEPTH = 100;

/**
 * Reads JSON bodies (decisions: Bodies and errors): another content type is 415, over `limit` bytes 413, malformed or
 * too deep 400; a request without a body may say what it likes and counts as one with `{}`.
 */
export function jsonBody(limit: number): RequestHandler[] {
  return [
    requireJson,
    bodyWithin(limit, express.json({ limit, strict: false, type: () => true, verify: requireUtf8 })),
    checkBody,
  ];
}

/** JSON is UTF-8 (RFC 8259 section 8.1); bytes that are not would be replaced, and nobody told. */
function requireUtf8(_request: IncomingMessage, _response: ServerResponse, body: Buffer, charset: string) {
  if (charset !== 'utf-8') throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as JSON in UTF-8.');
  if (!isUtf8(body)) throw new ApiError('VALIDATION_ERROR', 'The body is not valid UTF-8.');
}

const requireJson: RequestHandler = (request, _response, next) => {
  if (hasBody(request) && !request.is(['application/json', 'application/*+json'])) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as JSON with Content-Type: application/json.',
    );
  }
  next();
};

const checkBody: RequestHandler = (request, _response, next) => {
  if (request.body === undefined) request.body = {};
  checkValue(request.body);
  next();
};

/** A place in the body; its path is put together only for an error. */
interface Place {
  value: unknown;
  key: PropertyKey | null;
  parent: Place | null;
  depth: number;
}

/** Walks the body without recursion, for its depth is not ours to trust. */
function checkValue(root: unknown): void {
  const todo: Place[] = [{ value: root, key: null, parent: null, depth: 0 }];
  for (let place = todo.pop(); place; place = todo.pop()) {
    const { value, depth } = place;
    if (typeof value === 'string') checkText(value, place);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) {
      throw new ApiError('VALIDATION_ERROR', `The body is nested deeper than ${MAX_DEPTH} levels.`);
    }
    const isArray = Array.isArray(value);
    for (const key of Object.keys(value)) {
      const inner: Place = {
        value: (value as Record<string, unknown>)[key],
        key: isArray ? Number(key) : key,
        parent: place,
        depth: depth + 1,
      };
      if (key === '__proto__' && hasFieldsOfOurs(place)) throw invalid(inner, 'is not allowed as a key');
      if (!isArray) checkText(key, inner);
      todo.push(inner);
    }
  }
}

/**
 * The body itself and each recipient of `to`: a `__proto__` there would be lost without a word. Deeper it is data, or
 * an unknown key like any other.
 */
function hasFieldsOfOurs({ key, parent }: Place): boolean {
  if (!parent || (key === 'to' && !parent.parent)) return true;
  return typeof key === 'number' && parent.key === 'to' && parent.parent?.parent === null;
}

function checkText(text: string, place: Place): void {
  if (text.includes('\0')) throw invalid(place, 'must not contain NUL characters');
  if (!text.isWellFormed()) throw invalid(place, 'must be well-formed Unicode, without lone surrogates');
}

function invalid(place: Place, message: string): ApiError {
  const path: PropertyKey[] = [];
  for (let at: Place | null = place; at; at = at.parent) if (at.key !== null) path.unshift(at.key);
  const field = fieldPath(path).toWellFormed().replaceAll('\0', '\ufffd');
  return new ApiError('VALIDATION_ERROR', `${field}: ${message}`, { field });
}
