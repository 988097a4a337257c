import { expect, it } from 'vitest';
import { groupProblems } from './group-problems.ts';
import type { Problem } from '../problem-reason.ts';

const problem = (rowNumber: number, field: string, reason: string, isWarning = false): Problem => ({
  rowNumber,
  field,
  column: null,
  value: null,
  reason,
  isWarning,
  otherRow: null,
  proposals: [],
});

it('puts problems of one column for one reason together, the most frequent first and what is only worth a look last', () => {
  const groups = groupProblems([
    problem(2, 'county', 'form.required', true),
    problem(3, 'county', 'form.required', true),
    problem(3, 'sizeLitres', 'form.badNumber'),
    problem(4, 'wasteStream', 'import.unknownWord'),
    problem(9, 'wasteStream', 'import.unknownWord'),
    problem(9, 'wasteStream', 'form.required'),
  ]);

  expect(
    groups.map(({ first, problems }) => [first.field, first.reason, problems.map((each) => each.rowNumber)]),
  ).toEqual([
    ['wasteStream', 'import.unknownWord', [4, 9]],
    ['sizeLitres', 'form.badNumber', [3]],
    ['wasteStream', 'form.required', [9]],
    ['county', 'form.required', [2, 3]],
  ]);
});
