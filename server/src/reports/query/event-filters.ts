import type { Question } from '../engine/engine.ts';
import { filterCondition, type Params } from './filter.ts';
import { groupings, isGrouping } from './groupings.ts';

/** What the question's filters choose among events, as conditions. */
export const eventFilters = ({ request: { filters } }: Question, params: Params): string[] =>
  filters.flatMap((filter, index) =>
    isGrouping(filter.field)
      ? [filterCondition(groupings[filter.field].column, filter, params, `filters.${index}`)]
      : [],
  );
