import { describe, expect, it } from 'vitest';
import { schema } from '../../schema.ts';
import { Documents } from './document.ts';

const source = `query One($yes: Boolean! = true) { orgs { nodes { id name @include(if: $yes) } } }
  query Other { orgs { nodes { id } } }`;

/** A document that is asked for under names and with values that it does not have, each time others. */
function asked(times: number, by: (index: number) => Parameters<ReturnType<Documents['read']>['plan']>) {
  const read = new Documents(schema).read(source);
  for (let index = 0; index < times; index += 1) {
    expect(read.plan(...by(index))).toBeUndefined();
  }
  return read;
}

describe('The plans of a document', () => {
  it('are of its operations, by what their variables include', () => {
    const read = asked(0, () => [null, null]);
    const plans = [
      read.plan('One', {}),
      read.plan('One', { yes: true }),
      read.plan('One', { yes: false }),
      read.plan('Other', null),
      read.plan('Other', { yes: 'of the other' }),
    ];

    expect(plans.map((plan) => plans.indexOf(plan))).toEqual([0, 0, 2, 3, 3]);
    expect(plans).not.toContain(undefined);
  });

  it.each<[string, Parameters<typeof asked>[1]]>([
    ['names that it does not have', (index) => [`x${index}`.repeat(1_000), {}]],
    ['texts in the place of truth values', (index) => ['One', { yes: `x${index}`.repeat(1_000) }]],
    ['lists in their place', (index) => ['One', { yes: Array.from({ length: 1_000 }, () => index) }]],
  ])('are kept for no %s, and whoever sends such takes nobody the plans', (_what, by) => {
    const read = asked(60, by);

    expect([read.plan('One', {}), read.plan('Other', {})]).not.toContain(undefined);
  });
});

describe('What plans hold, which fragments and variables multiply,', () => {
  const times = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => part(index)).join(' ');

  /** A hundred values of each of so many records of each of a list. */
  const wide = (records: number, head = '', others = '') =>
    `${head} { containers(first: 1) { nodes { ${times(records, (i) => `g${i}: containerGroup { ...f }`)} ${others} } } }
     fragment f on ContainerGroup { ${times(100, (i) => `v${i}: id`)} }`;

  it('is bounded for one document', () => {
    const flags = ['a', 'b', 'c', 'd', 'e'];
    const head = `query (${flags.map((flag) => `$${flag}: Boolean!`).join(' ')})`;
    const read = new Documents(schema).read(wide(50, head, flags.map((flag) => `id @include(if: $${flag})`).join(' ')));

    const values = Array.from({ length: 2 ** flags.length }, (_, nth) => {
      const isOn = (bit: number) => Math.floor(nth / 2 ** bit) % 2 === 1;
      return read.plan(null, Object.fromEntries(flags.map((flag, bit) => [flag, isOn(bit)])))?.values ?? 0;
    });

    expect(values[0]).toBeGreaterThan(5_000);
    expect(values.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(30_000);
  });

  it('is bounded for all: those that were not sent for the longest time are forgotten', () => {
    const documents = new Documents(schema);
    const sources = Array.from({ length: 60 }, (_, nth) => wide(50, `query Q${nth}`));
    let planned = 0;

    for (const source of sources) {
      planned += documents.read(source).plan(null, {})?.values ?? 0;
    }

    expect(planned).toBeGreaterThan(300_000);
    const kept = sources.map((source) => documents.find(source)?.values ?? 0);
    expect(kept.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(300_000);
    expect([kept[0], kept.at(-1)]).toEqual([0, expect.any(Number)]);
    expect(kept.at(-1)).toBeGreaterThan(5_000);
  });
});
