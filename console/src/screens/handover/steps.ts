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

/** What is kept of an entrance, and whose doing it was. */
interface Kept {
  readonly account: string;
  readonly steps: readonly Step[];
}

/**
 * The steps of `account` in this tab at an entrance, the last one last; they survive a reload. Whoever signs in here next undoes none of them:
 * they would take back cards that somebody else handed out.
 */
export function loadSteps(account: string, entranceId: string): readonly Step[] {
  const stored = keptInTab<Partial<Kept> | null>(keyOf(entranceId), null);
  const isOwn = stored?.account === account && Array.isArray(stored.steps);
  return isOwn ? (stored.steps ?? []) : []; // nothing of ours: there is nothing to undo then
}

/** @returns the steps as they were kept. */
export function saveSteps(account: string, entranceId: string, steps: readonly Step[]): readonly Step[] {
  const kept = steps.slice(-maxSteps);
  keepInTab(keyOf(entranceId), JSON.stringify({ account, steps: kept } satisfies Kept));
  return kept;
}
