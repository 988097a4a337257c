import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionsOf, ignoredFilters, readFilter, readFilters, writeValues, type FilterOffer } from './filters.ts';

const offer = (field: string, type: string) => ({ field, type }) as FilterOffer;
const id = '0190a1b2-0000-4000-8000-000000000001';

describe('a filter of the address', () => {
  it.each([
    [offer('waste_stream', 'string'), 'glass,residual', [{ operator: 'in', value: ['glass', 'residual'] }]],
    [offer('waste_stream', 'string'), 'glass,none,gold', [{ operator: 'in', value: ['glass', null] }]],
    [offer('day_of_week', 'int'), '6,7,8', [{ operator: 'in', value: [6, 7] }]],
    [offer('entrance', 'id'), `${id},nowhere,${id}`, [{ operator: 'in', value: [id] }]],
    [
      offer('hour', 'int'),
      '7..9',
      [
        { operator: 'gte', value: 7 },
        { operator: 'lte', value: 9 },
      ],
    ],
    [offer('event_count', 'int'), '10..', [{ operator: 'gte', value: 10 }]],
    [offer('valid_pct', 'percent'), '..99.5', [{ operator: 'lte', value: 99.5 }]],
    [offer('month', 'month'), '2026-03..', [{ operator: 'gte', value: '2026-03' }]],
    [offer('week', 'week'), '..2026-W10', [{ operator: 'lte', value: '2026-W10' }]],
    [offer('date', 'date'), '2026-03-29..', [{ operator: 'gte', value: '2026-03-29' }]],
  ])('on $field says %j', (from, text, conditions) => {
    const filter = readFilter(from, text);

    expect(filter && conditionsOf(filter)).toEqual(conditions.map((each) => ({ field: from.field, ...each })));
  });

  it.each([
    [offer('waste_stream', 'string'), 'gold'],
    [offer('entrance', 'id'), 'nowhere'],
    [offer('hour', 'int'), '7..24'],
    [offer('hour', 'int'), '7'],
    [offer('event_count', 'int'), '-1..'],
    [offer('event_count', 'int'), '9..1'],
    [offer('month', 'month'), '2026-13..'],
    [offer('week', 'week'), '2026-W00..'],
    [offer('valid_pct', 'percent'), '101..'],
  ])('on $field that makes no sense is none: %j', (from, text) => {
    expect(readFilter(from, text)).toBeUndefined();
  });

  it('may be anything, and is a condition of the API or none', () => {
    const offers = [
      offer('hour', 'int'),
      offer('entrance', 'id'),
      offer('week', 'week'),
      offer('event_kind', 'string'),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...offers), fc.string(), (from, text) => {
        const filter = readFilter(from, text);
        expect(filter === undefined || conditionsOf(filter).length > 0).toBe(true);
      }),
    );
  });

  it('comes back as it was written', () => {
    const values = fc.uniqueArray(fc.constantFrom('glass', 'residual', 'plastic_metal', null), { minLength: 1 });
    fc.assert(
      fc.property(values, (chosen) => {
        const text = writeValues(chosen) ?? '';
        expect(readFilter(offer('waste_stream', 'string'), text)).toEqual({ field: 'waste_stream', values: chosen });
      }),
    );
  });
});

it('takes no more filters than the API does', () => {
  const metrics = ['event_count', 'total_litres', 'failed_attempt_count', 'unauthorised_count', 'card_blocked_count'];
  const others = ['hour', 'day_of_month', 'day_of_year', 'year', 'valid_count', 'card_count', 'issued_count'];
  const offers = [...metrics, ...others].map((field) => offer(field, 'int'));
  const address = Object.fromEntries(offers.map(({ field }) => [field, field === 'year' ? '2020..2026' : '2..9']));

  expect(readFilters(offers, address).flatMap(conditionsOf)).toHaveLength(20);
});

it('of the address that is not offered, or makes no sense, is told to be ignored', () => {
  const offers = [offer('hour', 'int'), offer('waste_stream', 'string'), offer('entrance', 'id')];
  const address = { hour: '7..9', waste_stream: 'gold', card: id, entrance: '' };

  expect(ignoredFilters(address, readFilters(offers, address))).toEqual(['waste_stream', 'card']);
});
