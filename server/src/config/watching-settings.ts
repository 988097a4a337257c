import { oneOf, SettingsError, url, type Environment } from './setting-readers.ts';

/** @throws {SettingsError} for one that could be guessed: the port is open to everybody. */
export function metricsToken(env: Environment): string | null {
  const token = env['METRICS_TOKEN'];
  if (!token) {
    return null;
  }
  if (!/^[\x21-\x7e]{32,}$/.test(token)) {
    throw new SettingsError(
      'METRICS_TOKEN must have at least 32 letters, digits or signs without spaces (openssl rand -hex 32).',
    );
  }
  return token;
}

const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** Which traces are sent. The endpoint itself, its headers and the like are read by OpenTelemetry's own exporter. */
export interface TraceSettings {
  readonly sampler: (typeof samplers)[number];
  /** The share of traces that is sent, where the sampler asks for one; from 0 to 1. */
  readonly ratio: number;
  /** Milliseconds that spans are given to be sent, tries and all; what ends the process waits as long. */
  readonly timeoutMs: number;
}

/** Shorter than OpenTelemetry's own ten seconds: a collector that is away holds nobody up who stops. */
const sendMs = 3_000;

/** By OpenTelemetry's own names; null unless a collector is named. */
export function traces(env: Environment): TraceSettings | null {
  const endpoint =
    url(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http:', 'https:']) ??
    url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const isOff = env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none';
  if (endpoint === null || isOff) {
    return null;
  }
  for (const name of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    oneOf(env, name, ['http/json'], 'http/json');
  }
  const ratio = Number(env['OTEL_TRACES_SAMPLER_ARG'] || 1);
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new SettingsError(`OTEL_TRACES_SAMPLER_ARG is "${env['OTEL_TRACES_SAMPLER_ARG']}"; it must be from 0 to 1.`);
  }
  const timeoutMs = Number(env['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT'] || env['OTEL_EXPORTER_OTLP_TIMEOUT'] || sendMs);
  if (!(timeoutMs > 0 && timeoutMs <= 60_000)) {
    throw new SettingsError('OTEL_EXPORTER_OTLP_TIMEOUT must be milliseconds, from 1 to 60000.');
  }
  return { sampler: oneOf(env, 'OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on'), ratio, timeoutMs };
}
