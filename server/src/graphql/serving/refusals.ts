import type { FastifyBaseLogger } from 'fastify';
import { GraphQLError, Kind, type ExecutionResult } from 'graphql';
import { AppError, type ErrorCode } from '@noa/domain/errors.ts';
import { rootCause } from './format-error.ts';

/** Who was refused what: nothing of it was typed by anybody. */
export interface Refused {
  readonly code: ErrorCode;
  /** Fields of the schema that were asked for; none where nobody came so far. */
  readonly fields: readonly string[];
  /** The account, or the client of a gateway; null for whoever showed no good token. */
  readonly caller: string | null;
  /** Where they came from, as far as tries are counted by it; null where that is not known. */
  readonly network: string | null;
}

export type ReportRefusal = (refused: Refused) => void;

/** What is about rights, and not about what was typed. */
const aboutRights: ReadonlySet<ErrorCode> = new Set(['AuthenticationMalformed', 'Forbidden']);

/** Whether somebody was refused for who they are. */
export const isAboutRights = (cause: unknown): cause is AppError =>
  cause instanceof AppError && aboutRights.has(cause.code);

/** The refusals in an answer, each field once. */
export function refusalsOf(errors: ExecutionResult['errors']): Pick<Refused, 'code' | 'fields'>[] {
  const fields = new Map<ErrorCode, Set<string>>();
  for (const error of errors ?? []) {
    const cause = rootCause(error);
    if (isAboutRights(cause)) {
      const known = fields.get(cause.code) ?? new Set();
      fields.set(cause.code, known.add(fieldOf(error)));
    }
  }
  return Array.from(fields, ([code, names]) => ({ code, fields: [...names] }));
}

/** By its name in the schema: an alias is anybody's text. */
const fieldOf = ({ nodes }: GraphQLError): string => {
  const node = nodes?.[0];
  return node?.kind === Kind.FIELD ? node.name.value : '';
};

const minuteMs = 60_000;

/**
 * Logs who is refused, which a person who looks after the server looks through (docs/operator.md, Logs).
 *
 * @param most - lines in a minute: whoever is refused a thousand times a second fills no disk. What is more is counted.
 */
export function logRefusals(log: Pick<FastifyBaseLogger, 'warn'>, most = 60): ReportRefusal {
  let [minute, told, untold] = [0, 0, 0];
  return (refused) => {
    const now = Math.floor(performance.now() / minuteMs);
    if (now !== minute) {
      if (untold > 0) {
        log.warn({ refusals: untold }, 'More requests were refused in the last minutes than are logged one by one');
      }
      [minute, told, untold] = [now, 0, 0];
    }
    if (told < most) {
      told += 1;
      log.warn({ refused }, 'Refused');
    } else {
      untold += 1;
    }
  };
}
