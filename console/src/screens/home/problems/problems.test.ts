import { describe, expect, it } from 'vitest';
import { mostProblems } from './first-asked.ts';
import { rankProblems, stateCounts, wellOf, locationOf, type Problem } from './problems.ts';

const group = { id: 'g', label: 'P-4', addrStreet: 'Str. Trifan', addrNr: '2' };
const container: Problem['container'] = {
  id: 'c',
  rowId: '1',
  label: 'LM-1',
  wasteStream: 'glass',
  addrStreet: '',
  addrNr: '',
  containerGroup: group,
};
const problem = (label: string, level: Problem['level'], since: string | null): Problem => ({
  id: label,
  level,
  since,
  isSilent: false,
  heardAt: null,
  readings: [],
  container: { ...container, label },
});
const ranked = (errors: Problem[], warnings: Problem[] = []) =>
  rankProblems({ errors: { nodes: errors }, warnings: { nodes: warnings } }).map((each) => each.container.label);

describe('what is wrong', () => {
  it('is ranked by how bad it is, then by how long it has been so, then by name', () => {
    const errors = [
      problem('LM-10', 'error', '2026-11-23T08:00:00Z'),
      problem('LM-9', 'error', '2026-11-23T08:00:00Z'),
      problem('LM-3', 'error', '2026-11-22T08:00:00Z'),
      problem('LM-4', 'error', null),
    ];
    const warnings = [problem('LM-1', 'warning', '2026-01-01T08:00:00Z')];

    expect(ranked(errors, warnings)).toEqual(['LM-3', 'LM-9', 'LM-10', 'LM-4', 'LM-1']);
  });

  it('is no more than fits, and nothing that is well by now', () => {
    const many = Array.from({ length: 20 }, (_, index) => problem(`LM-${index}`, 'error', '2026-11-23T08:00:00Z'));

    expect(ranked(many, [problem('W', 'warning', '2026-11-20T08:00:00Z')])).toHaveLength(mostProblems);
    expect(ranked([problem('LM-1', 'ok', null), problem('LM-2', null, null)])).toEqual([]);
  });

  it('stands at its own street, or at its platform', () => {
    expect(locationOf({ container: { ...container, addrStreet: 'Str. Unirii', addrNr: '7' } })).toBe('Str. Unirii 7');
    expect(locationOf({ container })).toBe('Str. Trifan 2 · P-4');
    expect(locationOf({ container: { ...container, containerGroup: { ...group, addrStreet: '' } } })).toBe('P-4');
    expect(locationOf({ container: { ...container, containerGroup: null } })).toBe('');
  });
});

describe('the counts below it', () => {
  const counts = { total: 20, error: 2, warning: 0, unknown: 3, info: 5, ok: 10, silent: 1 };

  it('lead to exactly what they count, and leave out what is zero', () => {
    expect(stateCounts(counts)).toEqual([
      { name: 'error', count: 2, to: '/containers/status?level=error' },
      { name: 'silent', count: 1, to: '/containers/status?stale=true' },
      { name: 'unknown', count: 3, to: '/containers/status?level=unknown' },
    ]);
  });

  it('say how many are well, and never that those are of which nothing is known', () => {
    expect(wellOf(counts)).toEqual({ count: 15, all: false });
    expect(wellOf({ ...counts, error: 0, unknown: 0, total: 15 })).toEqual({ count: 15, all: true });
  });
});
