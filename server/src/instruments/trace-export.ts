import { diag, DiagLogLevel, ROOT_CONTEXT, SpanKind, trace, type Context, type Span } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../config/watching-settings.ts';
import { version } from '../process/version.ts';
import { traceBy, type Headers, type Tracing } from './tracing.ts';

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const [, isParentBased, name] = /^(parentbased_)?(.*)$/.exec(sampler) ?? [];
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio)
        : new AlwaysOnSampler();
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const propagator = new W3CTraceContextPropagator();

const headerGetter = {
  get: (headers: unknown, name: string) => (headers as Readonly<Record<string, string | string[] | undefined>>)[name],
  keys: (headers: unknown) => Object.keys(headers as object),
};

/** A collector that is away is told of once in so many milliseconds. */
const sayEveryMs = 60_000;

/**
 * Sends spans to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names, as OTLP in JSON; the exporter reads it and what else there is of
 * OpenTelemetry's own settings (headers, compression, certificates; resource attributes, service name) from the environment.
 *
 * @param reportFailure - told, once a minute at most, that spans could not be sent.
 * @returns what sends the last ones and ends it.
 */
export function startTraces(settings: TraceSettings, reportFailure: () => void): () => Promise<void> {
  let said = -sayEveryMs;
  const complain = () => {
    if (performance.now() - said >= sayEveryMs) {
      said = performance.now();
      reportFailure();
    }
  };
  const silent = () => undefined;
  diag.setLogger(
    { error: complain, warn: complain, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'noa', 'service.version': version }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ timeoutMillis: settings.timeoutMs }) }),
    ],
  });
  traceBy(tracingOf(provider));
  return async () => {
    traceBy(null);
    // No longer than the timeout, which each export counts from its own beginning.
    await provider.shutdown().catch(complain);
  };
}

function tracingOf(provider: TracerProvider): Tracing {
  const tracer = provider.getTracer('noa', version);
  const contextOf = (parent: Parameters<Tracing['begin']>[3]): Context => {
    if (parent === undefined) {
      return ROOT_CONTEXT;
    }
    return isSpan(parent)
      ? trace.setSpan(ROOT_CONTEXT, parent)
      : propagator.extract(ROOT_CONTEXT, parent, headerGetter);
  };
  return {
    begin: (kind, name, attributes, parent) =>
      tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent)),
  };
}

const isSpan = (parent: Span | Headers): parent is Span =>
  typeof parent['spanContext' as keyof typeof parent] === 'function';
