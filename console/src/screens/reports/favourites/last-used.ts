import { useEffect } from 'react';
import { useViewer } from '../../../session/viewer.ts';
import { scheduleKey } from '../schedules/schedule-key.ts';
import { preferenceKeys, usePreference } from '../../../ui/preferences.ts';

/** A report that was looked at, with its last question. */
export interface UsedReport {
  readonly name: string;
  /** The address after its question mark. */
  readonly search: string;
}

const most = 5;

/** The reports that were used before, with this one now the last; each once. */
export const withLast = (used: readonly UsedReport[], last: UsedReport): UsedReport[] =>
  [last, ...used.filter(({ name }) => name !== last.name)].slice(0, most);

const isUsed = (value: unknown): value is UsedReport =>
  typeof value === 'object' && value !== null && 'name' in value && 'search' in value;

/** What the account has used last in this browser, newest first. */
export function useLastUsed(): [readonly UsedReport[], (change: (used: UsedReport[]) => UsedReport[]) => void] {
  const { id } = useViewer();
  const [used, setUsed] = usePreference<UsedReport[]>(preferenceKeys.lastReports(id ?? ''), []);
  return [Array.isArray(used) ? used.filter(isUsed) : [], setUsed];
}

/** Notes that a report is being looked at. */
export function useRememberReport(name: string, search: string): void {
  const [, setUsed] = useLastUsed();
  useEffect(
    function rememberReport() {
      const question = new URLSearchParams(search);
      question.delete('after');
      question.delete(scheduleKey);
      setUsed((used) => withLast(used, { name, search: question.toString() }));
    },
    [name, search, setUsed],
  );
}
