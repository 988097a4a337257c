import type { Question } from '../engine/engine.ts';
import { filterCondition, type Params } from './filter.ts';
import { columnOf, isGrouping } from './groupings.ts';

/** What the question's filters choose among events, as conditions. */
export const eventFilters = ({ request: { filters } }: Question, params: Params): string[] =>
  filters.flatMap((filter, index) =>
    isGrouping(filter.field)
      ? [filterCondition(columnOf(filter.field, params.dialect).by, filter, params, `filters.${index}`)]
      : [],
  );
