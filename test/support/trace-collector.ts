import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse, type Type } from 'protobufjs';

/** The part of OTLP that tests read (opentelemetry-proto, trace/v1/trace.proto). */
const { root } = parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    repeated KeyValue attributes = 9;
  }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { string string_value = 1; }
`);
const Request: Type = root.lookupType('Request');

interface Attribute {
  key: string;
  value: { stringValue?: string };
}
interface Decoded {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        traceId: Buffer;
        spanId: Buffer;
        parentSpanId?: Buffer;
        name: string;
        attributes: Attribute[];
      }[];
    }[];
  }[];
}

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  service: string;
  attributes: Record<string, string>;
}

/** An OpenTelemetry collector on loopback that takes OTLP/HTTP in protobuf. */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push(body.toString('latin1'));
      if (request.url === '/v1/traces') spans.push(...spansIn(body));
      response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** All that came, to look for what must not be there. */
    text: () => bodies.join('\n'),
    ofTrace: (traceId: string) => spans.filter((span) => span.traceId === traceId),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansIn(body: Buffer): CollectedSpan[] {
  const { resourceSpans } = Request.toObject(Request.decode(body), {
    defaults: false,
    arrays: true,
  }) as Decoded;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
        traceId: hex(traceId),
        spanId: hex(spanId),
        parentId: parentSpanId ? hex(parentSpanId) : '',
        name,
        service: valuesOf(resource.attributes)['service.name'] ?? '',
        attributes: valuesOf(attributes),
      })),
  );
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const valuesOf = (attributes: Attribute[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? '']));
