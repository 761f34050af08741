import type { RequestHandler } from 'express';
import { inSpan, isTracing, SpanKind } from '../../../telemetry/tracing';

/** Makes each request a span, whose parent is the caller's `traceparent`. Without tracing it does nothing. */
export const traceRequest =
  (listener: string): RequestHandler =>
  (request, response, next) => {
    if (!isTracing()) return next();
    const { method } = request;
    const attributes = {
      'http.request.method': method,
      'heliograph.listener': listener,
      'heliograph.request_id': response.getHeader('X-Request-Id')?.toString(),
    };
    void inSpan(method, { kind: SpanKind.SERVER, attributes, from: request.headers }, (set) => {
      const ended = new Promise<void>((resolve) => response.once('close', resolve));
      next();
      return ended.then(() => {
        const route = (request.route as { path?: string } | undefined)?.path;
        set({ 'http.route': route, 'http.response.status_code': response.statusCode });
      });
    });
  };
