import type { GraphQLScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../schema.ts';

const DateTime = schema.getType('DateTime') as GraphQLScalarType<Date, string>;
const read = (text: string) => DateTime.serialize(DateTime.parseValue(text));

describe('a date and time', () => {
  it.each([
    // The examples of RFC 3339 itself, §5.8.
    ['1985-04-12T23:20:50.52Z', '1985-04-12T23:20:50.520Z'],
    ['1996-12-19T16:39:57-08:00', '1996-12-20T00:39:57.000Z'],
    ['1990-12-31T23:59:60Z', '1991-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00.000Z'],
    ['1937-01-01T12:00:27.87+00:20', '1937-01-01T11:40:27.870Z'],
    // What it allows besides.
    ['2016-12-31T23:59:60.999Z', '2017-01-01T00:00:00.999Z'],
    ['2026-01-31t08:00:00z', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31 08:00:00+02:00', '2026-01-31T06:00:00.000Z'],
    ['2026-01-31T08:00:00-00:00', '2026-01-31T08:00:00.000Z'],
    ['2028-02-29T23:59:59.999999999999+23:59', '2028-02-29T00:00:59.999Z'],
    // As early and as late as we can say: what stands for always, and the end of a day written in the last time zone.
    ['0000-01-01T00:00:00Z', '0001-01-02T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-30T23:59:59.999Z'],
    ['9999-12-31T23:59:59.999-12:00', '9999-12-30T23:59:59.999Z'],
  ])('is read as RFC 3339 writes it: %s', (text, moment) => {
    expect(read(text)).toBe(moment);
  });

  it.each([
    '2026-01-01T08:60:00Z',
    '2026-01-01T08:00:61Z',
    '2026-01-01T08:00:00+24:00',
    '2026-01-01T08:00:00+02:60',
    '2026-02-29T08:00:00Z',
    '2026-01-01T08:00:00.Z',
    '2026-01-01T08:00:00,5Z',
    '2026-01-01T08:00:00',
  ])('is refused where it is none: %s', (text) => {
    expect(() => read(text)).toThrow(Error);
  });
});
