import { expect, it } from 'vitest';
import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { leftOutOf } from './use-left-out-text.ts';

it.each<[string, ReportGrouping[], boolean, ReturnType<typeof leftOutOf>]>([
  ['households that are told apart', ['entrance'], true, 'leftOut'],
  ['households of the registry', ['date', 'manager'], false, 'leftOut'],
  ['days and streams that few used', ['date', 'waste_stream'], true, 'leftOutGroups'],
  ['nothing of what stands in the registry', ['waste_stream'], false, null],
  ['nothing of the whole', [], true, null],
])('who may not learn who opened is told that figures are without %s: by %j', (_what, by, countsEvents, key) => {
  expect(leftOutOf({ countsEvents }, { by, filters: [], metrics: [] })).toBe(key);
});

it('and of cards, where it is told which were never used', () => {
  const asked = { by: ['card_kind' as const], filters: [] };

  expect(leftOutOf({ countsEvents: false }, { ...asked, metrics: ['never_used_count'] })).toBe('leftOutGroups');
  expect(leftOutOf({ countsEvents: false }, { ...asked, metrics: ['card_count'] })).toBeNull();
});
