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

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:\d{2})$/;

function parseDateTime(value: unknown): Date {
  const moment = typeof value === 'string' && rfc3339.test(value) ? new Date(value) : undefined;
  if (!moment || Number.isNaN(moment.getTime())) {
    throw validationFailed({}, `${JSON.stringify(value)} is not a date and time with offset (RFC 3339)`);
  }
  return moment;
}

builder.scalarType('DateTime', {
  description: 'RFC 3339 date and time, with offset.',
  serialize: (value) => value.toISOString(),
  parseValue: parseDateTime,
});

builder.scalarType('Date', {
  description: 'A day, as YYYY-MM-DD.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) {
      throw validationFailed({}, `${JSON.stringify(value)} is not a day (YYYY-MM-DD)`);
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
      throw validationFailed({}, 'Send the file by the GraphQL multipart request specification');
    }
    return value;
  },
});

export const RoleEnum = builder.enumType('Role', { values: roles });
export const CardKindEnum = builder.enumType('CardKind', { values: cardKinds });
export const CardStatusEnum = builder.enumType('CardStatus', { values: cardStatuses });
export const AccessModeEnum = builder.enumType('AccessMode', { values: accessModes });
export const OccupierKindEnum = builder.enumType('OccupierKind', { values: occupierKinds });
export const WasteStreamEnum = builder.enumType('WasteStream', { values: wasteStreams });
export const CardEventKindEnum = builder.enumType('CardEventKind', { values: cardEventKinds });
export const StatusUpdateKindEnum = builder.enumType('StatusUpdateKind', { values: statusUpdateKinds });
export const StatusLevelEnum = builder.enumType('StatusLevel', { values: statusLevels });
export const GisNodeKindEnum = builder.enumType('GisNodeKind', { values: gisNodeKinds });
export const SortDirectionEnum = builder.enumType('SortDirection', { values: ['asc', 'desc'] as const });
