import { isHouseholdGrouping } from '@noa/domain/reporting/report.ts';
import { useViewer } from '../../../session/viewer.ts';
import type { Question } from '../question/use-question.ts';

/** Whether figures may be without some households: the question tells them apart, and the viewer may not learn who opened what. */
export function useLeavesOut({ by, filters }: Pick<Question, 'by' | 'filters'>): boolean {
  const viewer = useViewer();
  const fields = [...by, ...filters.map(({ field }) => field)];
  return !viewer.may('cardEvent:readWho') && fields.some(isHouseholdGrouping);
}
