import { keepInTab, keptInTab } from '../../session/keep-in-tab.ts';

/** Something done at the workbench that can be undone: a card handed out, or merely moving on. */
export interface Step {
  /** Where the workbench stood. */
  readonly apartmentId: string;
  /** The hand-out that was made; null for moving on. */
  readonly handOut: { readonly id: string; readonly rowId: string; readonly card: string } | null;
}

/** Steps that can be undone at most, one after the other. */
const maxSteps = 100;

const keyOf = (entranceId: string) => `noa-handover-${entranceId}`;

/** The steps of this tab at an entrance, the last one last; they survive a reload. */
export function loadSteps(entranceId: string): readonly Step[] {
  const stored = keptInTab<unknown>(keyOf(entranceId), []);
  return Array.isArray(stored) ? (stored as Step[]) : []; // nothing of ours: there is nothing to undo then
}

/** @returns the steps as they were kept. */
export function saveSteps(entranceId: string, steps: readonly Step[]): readonly Step[] {
  const kept = steps.slice(-maxSteps);
  keepInTab(keyOf(entranceId), JSON.stringify(kept));
  return kept;
}
