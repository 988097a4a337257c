import type { Problem } from '../problem-reason.ts';

/** Problems of one column for one reason, in the order of the file. */
export interface ProblemGroup {
  readonly key: string;
  readonly first: Problem;
  readonly problems: readonly Problem[];
}

/** Problems by what is wrong and where: what leaves rows out comes before what is only worth a look, the most frequent first. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = Map.groupBy(problems, ({ field, column, reason, isWarning }) =>
    JSON.stringify([isWarning, field, column, reason]),
  );
  return [...groups]
    .flatMap(([key, [first, ...others]]) => (first ? [{ key, first, problems: [first, ...others] }] : []))
    .toSorted(
      (a, b) =>
        Number(a.first.isWarning) - Number(b.first.isWarning) ||
        b.problems.length - a.problems.length ||
        a.first.rowNumber - b.first.rowNumber,
    );
}
