import { describe, expect, it } from 'vitest';
import { defaultSearch } from './default-question.ts';

const usage = {
  name: 'usage',
  metrics: ['event_count', 'total_litres'],
  groupings: ['date', 'entrance', 'container'],
  startsWith: ['date'],
  opensOn: 'last_month',
} as const;

describe('the question that a report opens with', () => {
  it('is of the last whole month, and the address says it', () => {
    expect(defaultSearch(usage)).toBe('period=lastMonth&by=date');
  });

  it('ranks records by the headline', () => {
    expect(
      defaultSearch({
        ...usage,
        name: 'access-failures',
        metrics: ['failed_attempt_count'],
        startsWith: ['container'],
      }),
    ).toBe('period=lastMonth&by=container&sort=-failed_attempt_count');
  });

  it('is of now where the registry is counted, and by nothing that the role is not offered', () => {
    expect(
      defaultSearch({
        name: 'fleet-health',
        metrics: ['container_count', 'silent_count'],
        groupings: ['org'],
        startsWith: ['container_group'],
        opensOn: 'this_month',
      }),
    ).toBe('period=thisMonth');
  });
});
