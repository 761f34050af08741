import express from 'express';
import type { RequestHandler } from 'express';
import { fieldPath } from '../../core/field-path';
import { ApiError } from '../api-error';

const MAX_DEPTH = 100;

/**
 * Reads JSON bodies (decisions: Bodies and errors): another content type is 415, over `limit` 413, malformed or
 * too deep 400; a request without a body may say what it likes and counts as one with `{}`.
 */
export function jsonBody(limit: string): RequestHandler[] {
  return [requireJson, express.json({ limit, strict: false, type: () => true }), checkBody];
}

const hasBody = (request: express.Request): boolean =>
  request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;

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

/** Walks the body without recursion, for its depth is not ours to trust. */
function checkValue(root: unknown): void {
  const todo: { value: unknown; path: PropertyKey[] }[] = [{ value: root, path: [] }];
  for (let item = todo.pop(); item; item = todo.pop()) {
    const { value, path } = item;
    if (typeof value === 'string') checkText(value, path);
    if (typeof value !== 'object' || value === null) continue;
    if (path.length >= MAX_DEPTH)
      throw new ApiError('VALIDATION_ERROR', `The body is nested deeper than ${MAX_DEPTH} levels.`);
    const isArray = Array.isArray(value);
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = [...path, isArray ? Number(key) : key];
      if (key === '__proto__') throw invalid(innerPath, 'is not allowed as a key');
      if (!isArray) checkText(key, innerPath);
      todo.push({ value: inner, path: innerPath });
    }
  }
}

function checkText(text: string, path: PropertyKey[]): void {
  if (text.includes('\0')) throw invalid(path, 'must not contain NUL characters');
  if (!text.isWellFormed()) throw invalid(path, 'must be well-formed Unicode, without lone surrogates');
}

function invalid(path: PropertyKey[], message: string): ApiError {
  const field = fieldPath(path).toWellFormed().replaceAll('\0', '\ufffd');
  return new ApiError('VALIDATION_ERROR', `${field}: ${message}`, { field });
}
