import type { ClientInterceptors } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import { VERSION } from '../process/version';
import { traceWith } from './tracing';

/** What tracing adds to the clients and workers of Temporal. */
export interface Tracing {
  client: ClientInterceptors;
  worker: Pick<WorkerOptions, 'interceptors' | 'sinks'>;
  /** Exports what has ended. */
  close(): Promise<void>;
}

/** Maximum time of the last export, milliseconds. */
const LAST_EXPORT_MS = 5_000;

/**
 * Starts the export of spans over OTLP/HTTP. The libraries are loaded only here. They read the standard variables themselves:
 * endpoint, headers, sampler, service name, resource attributes, limits of the batches.
 */
export async function startTracing(serviceName: string): Promise<Tracing> {
  const [
    sdk,
    { Resource, envDetectorSync },
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ]);
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  const temporal = await import('@temporalio/interceptors-opentelemetry');

  const own = new Resource({ 'service.name': serviceName, 'service.version': VERSION });
  const resource = own.merge(envDetectorSync.detect());
  const processor = new sdk.BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [processor] });
  provider.register({
    contextManager: new AsyncLocalStorageContextManager().enable(),
    // Not baggage: what a caller puts there would go on to webhooks and providers.
    propagator: new W3CTraceContextPropagator(),
  });
  traceWith(provider.getTracer('heliograph', VERSION));
  return {
    client: { workflow: [new temporal.OpenTelemetryWorkflowClientInterceptor()] },
    worker: {
      interceptors: {
        activity: [(context) => ({ inbound: new temporal.OpenTelemetryActivityInboundInterceptor(context) })],
      },
      sinks: { exporter: temporal.makeWorkflowExporter(processor, resource) },
    },
    close: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}
