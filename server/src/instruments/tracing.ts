import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span } from '@opentelemetry/api';

/** Where spans are made: `trace-export.ts`, which is loaded only where somebody receives them. */
export interface Tracing {
  /** @param parent - a span of ours, or the headers of a request that may name one of somebody else's (W3C `traceparent`). */
  begin(kind: SpanKind, name: string, attributes: Attributes, parent: Span | Headers | undefined): Span;
}

/** What a span is of: a request that came in, what we ask of the database, or work of our own. */
export type SpanKind = 'server' | 'client' | 'internal';

/** As Node gives them. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

let tracing: Tracing | null = null;
const current = new AsyncLocalStorage<Span>();

/** From here on spans are made by `made`; null: by nobody, which costs next to nothing. */
export function traceBy(made: Tracing | null): void {
  tracing = made;
}

/** Of the trace that the running code belongs to, 32 hexadecimal digits; undefined for none. */
export const currentTraceId = (): string | undefined => current.getStore()?.spanContext().traceId;

/**
 * Does `work` as a span, within the one that the running code belongs to. Attributes are words of ours, numbers and the text of SQL:
 * nothing that was sent, and of a failure its kind alone, as messages quote values (decision 30).
 *
 * @throws whatever `work` throws.
 */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracing ? spanned(tracing.begin('internal', name, attributes, current.getStore()), work) : work();
}

/** As {@link inSpan}, for what is asked of the database; on its own, by a background task, it is no span. */
export function inQuerySpan<T>(describe: () => QueryFacts, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore();
  if (!tracing || !parent) {
    return work();
  }
  const { name, text } = describe();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
  return spanned(tracing.begin('client', name, attributes, parent), work);
}

export interface QueryFacts {
  /** What is done: `SELECT`, `INSERT`. */
  readonly name: string;
  /** Without values. */
  readonly text: string;
}

/** Begins what outlives the request that it is begun in. */
export const withoutSpan = <T>(begin: () => T): T => current.exit(begin);

/** The span of a request that came in. */
export interface RequestSpan {
  /** Does what is part of it. */
  readonly run: (work: () => void) => void;
  /** It was answered, or its client has gone. */
  readonly end: (status: number) => void;
}

/**
 * Begins the span of a request, within the one that its headers name; undefined where none are made.
 *
 * @param headers - as Node gives them: W3C `traceparent` and `tracestate` are read.
 */
export function beginRequestSpan(name: string, attributes: Attributes, headers: Headers): RequestSpan | undefined {
  const span = tracing?.begin('server', name, attributes, headers);
  return (
    span && {
      run: (work) => current.run(span, work),
      end: (status) => {
        span.setAttribute('http.response.status_code', status);
        if (status >= 500) {
          span.setStatus({ code: failed });
        }
        span.end();
      },
    }
  );
}

/** `SpanStatusCode.ERROR`, whose package is not loaded for it. */
const failed = 2;

async function spanned<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(span, work);
  } catch (error) {
    span.setStatus({ code: failed });
    span.setAttribute('error.type', kindOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** SQLSTATE, code of a refusal or of Node, or the class. */
function kindOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && /^\w{1,40}$/.test(code)) {
    return code;
  }
  return error instanceof Error ? error.constructor.name : typeof error;
}
