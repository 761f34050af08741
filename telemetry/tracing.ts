import {
  type Attributes,
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';

export { SpanKind };

let tracer: Tracer | undefined;

/** Turns spans on (start-tracing.ts). Without it, the functions below do nothing but their work. */
export const traceWith = (one: Tracer): void => {
  tracer = one;
};

export const isTracing = (): boolean => tracer !== undefined;

interface SpanOf {
  kind: SpanKind;
  attributes: Attributes;
  /** Headers whose `traceparent` names the caller's span. @default the active span is the parent */
  from?: Record<string, unknown>;
}

/** Runs `work` in a span. `end` gets its attributes at its end. A failure ends it with an error and without its text. */
export async function inSpan<T>(
  name: string,
  { kind, attributes, from }: SpanOf,
  work: (set: (more: Attributes) => void) => Promise<T>,
): Promise<T> {
  if (!tracer) return work(() => undefined);
  const parent = from ? propagation.extract(context.active(), from) : context.active();
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work((more) => void span.setAttributes(more));
    } catch (error) {
      // What a provider or a driver says may quote an address.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Adds attributes to the active span. */
export function annotate(attributes: Attributes): void {
  if (tracer) trace.getActiveSpan()?.setAttributes(attributes);
}

/** Returns the headers that name the active span to a server that is called (W3C Trace Context). Empty without tracing. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (tracer) propagation.inject(context.active(), headers);
  return headers;
}

/** Returns the ids of the active span for a log line. Empty without tracing. */
export function traceIds(): { traceId?: string; spanId?: string } {
  const span = tracer && trace.getActiveSpan()?.spanContext();
  return span ? { traceId: span.traceId, spanId: span.spanId } : {};
}
