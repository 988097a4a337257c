import { GraphQLID, type ConstValueNode } from 'graphql';
import { isDay } from '@noa/domain/time/calendar.ts';
import { validationFailed } from '@noa/domain/errors.ts';
import {
  accessModes,
  cardEventKinds,
  cardKinds,
  cardStatuses,
  gisNodeKinds,
  occupierKinds,
  roles,
  statusLevels,
  statusUpdateKinds,
  wasteStreams,
} from '@noa/domain/vocabulary.ts';
import { builder } from './builder.ts';

const rfc3339 = /^(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Years of four digits, from 1 on: both engines hold them, and so does each way in which we write a moment. The year 0 of a lock
 * that has lost its clock, whose events count all the same, is as early as we can say; the last day of 9999, by which locks and
 * filters mean for ever, as late.
 */
const ends = { first: Date.parse('0001-01-02T00:00:00Z'), last: Date.parse('9999-12-30T23:59:59.999Z') } as const;

/** The moment of a text of that form. A leap second, which we do not count, is the one after it. */
function momentOf(text: string): Date {
  const isLeap = text.startsWith(':60', 16);
  return isLeap ? new Date(Date.parse(`${text.slice(0, 16)}:59${text.slice(19)}`) + 1_000) : new Date(text);
}

function parseDateTime(value: unknown): Date {
  const [text, day] = (typeof value === 'string' && rfc3339.exec(value)) || [];
  const moment = text === undefined ? new Date(Number.NaN) : momentOf(text);
  if (day === undefined || !isDay(day) || Number.isNaN(moment.getTime())) {
    throw validationFailed(
      { '': 'form.badValue' },
      'A date and time is written with its offset (RFC 3339), as 2026-01-31T08:00:00Z',
    );
  }
  return new Date(Math.min(Math.max(ends.first, moment.getTime()), ends.last));
}

/**
 * An empty text names nothing, and whoever sends one means something else: a form that was not filled in, or to pass for absent where
 * it is asked whether an id is there. The name of the place that the value stands in is GraphQL's to know (`format-error.ts`).
 */
function refuseEmpty(id: unknown): string {
  if (typeof id !== 'string' || id.trim() === '') {
    throw validationFailed({ '': 'form.required' }, 'An id is not empty');
  }
  return id;
}

/**
 * GraphQL's own scalar is the one that learns it: Pothos builds a schema with that one whatever a builder says of `ID`. No other
 * schema is served by this process.
 */
const { coerceInputValue, coerceInputLiteral } = GraphQLID;
Object.assign(GraphQLID, {
  coerceInputValue: (value: unknown) => refuseEmpty(coerceInputValue(value)),
  coerceInputLiteral: (node: ConstValueNode) => refuseEmpty(coerceInputLiteral?.(node)),
});

builder.scalarType('DateTime', {
  description: 'RFC 3339 date and time, with offset.',
  serialize: (value) => value.toISOString(),
  parseValue: parseDateTime,
});

builder.scalarType('Date', {
  description: 'A day, as YYYY-MM-DD.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (!isDay(value) || Date.parse(value) < ends.first || Date.parse(value) > ends.last) {
      throw validationFailed({ '': 'form.badValue' }, 'A day is written YYYY-MM-DD');
    }
    return value;
  },
});

builder.scalarType('JSON', { serialize: (value) => value, parseValue: (value) => value });

/** Not by class: the GraphQL server brings its own `File` where the platform's is slower. */
const isFile = (value: unknown): value is File =>
  typeof value === 'object' && value !== null && 'arrayBuffer' in value && 'size' in value && 'name' in value;

builder.scalarType('Upload', {
  description: 'A file, by the GraphQL multipart request specification.',
  serialize: () => {
    throw new Error('Upload is for input only');
  },
  parseValue: (value) => {
    if (!isFile(value)) {
      throw validationFailed({ '': 'form.badValue' }, 'Send the file by the GraphQL multipart request specification');
    }
    return value;
  },
});

export const RoleEnum = builder.enumType('Role', { values: roles });
export const CardKindEnum = builder.enumType('CardKind', { values: cardKinds });
const CardStatusEnum = builder.enumType('CardStatus', { values: cardStatuses });
export const AccessModeEnum = builder.enumType('AccessMode', { values: accessModes });
const OccupierKindEnum = builder.enumType('OccupierKind', { values: occupierKinds });
export const WasteStreamEnum = builder.enumType('WasteStream', { values: wasteStreams });
export const CardEventKindEnum = builder.enumType('CardEventKind', { values: cardEventKinds });
export const StatusUpdateKindEnum = builder.enumType('StatusUpdateKind', { values: statusUpdateKinds });
export const StatusLevelEnum = builder.enumType('StatusLevel', { values: statusLevels });
export const GisNodeKindEnum = builder.enumType('GisNodeKind', { values: gisNodeKinds });
export const SortDirectionEnum = builder.enumType('SortDirection', { values: ['asc', 'desc'] as const });

/** The closed lists of the domain, by the names the API gives them. */
export const enums = {
  AccessMode: AccessModeEnum,
  CardKind: CardKindEnum,
  CardStatus: CardStatusEnum,
  OccupierKind: OccupierKindEnum,
  WasteStream: WasteStreamEnum,
} as const;
