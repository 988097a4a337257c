import type { Client } from '../client.ts';
import type { Between, Decision, Lock } from './lock.ts';
import type { Random } from './random.ts';
import type { Change, Registry } from './registry.ts';

/** What a comparison came to. */
export interface Finding {
  /** What was compared, with how much of it. */
  readonly title: string;
  /** A line each; none: everything is as it should be. */
  readonly differences: readonly string[];
}

const short = (id: string) => id.slice(0, 8);

/**
 * Every decision against who might open what when the list was offered by which it was taken, going through the changes of
 * the run once more. How many of them the registry already saw otherwise when they were taken is counted beside: a lock
 * cannot know before its next sync.
 */
export function compareDecisions(start: Registry, changes: readonly Change[], decisions: readonly Decision[]): Finding {
  const registry = start.copy();
  const byState: Decision[][] = Array.from({ length: changes.length + 1 }, () => []);
  for (const decision of decisions) {
    for (const state of statesOf(decision)) {
      byState[state]?.push(decision);
    }
  }
  const right = new Set<Decision>();
  const current = new Set<Decision>();
  for (const [state, concerned] of byState.entries()) {
    const change = changes[state - 1];
    if (change) {
      registry.apply(change);
    }
    for (const decision of concerned) {
      const { containerId, serialNumber, granted, offered, decided } = decision;
      const isSo = registry.mayOpen(serialNumber, containerId) === granted;
      if (isSo && isWithin(decided, state)) {
        current.add(decision);
      }
      if (isSo && isWithin(offered, state)) {
        right.add(decision);
      }
    }
  }
  const wrong = decisions.filter(
    (each) => !(each.offered === null ? isRightWithoutList(start, each) : right.has(each)),
  );
  const behind = decisions.filter((each) => each.offered !== null && !current.has(each)).length;
  const withoutList = decisions.filter(({ offered }) => offered === null).length;
  return {
    title:
      `${decisions.length.toLocaleString('en')} decisions as the list they were taken by says; ` +
      `${behind} of them by a list that a change had overtaken, ${withoutList} by a lock that held none`,
    differences: wrong.map(
      ({ containerId, serialNumber, granted, version }) =>
        `card ${serialNumber} at container ${short(containerId)}: ${granted ? 'let in' : 'turned away'} by version ${version}`,
    ),
  };
}

/** After how many changes the list may have been offered, or the decision taken. */
function statesOf({ offered, decided }: Decision): Set<number> {
  const states = new Set<number>();
  for (const between of [offered, decided]) {
    for (let state = between?.from ?? 1; state <= (between?.to ?? 0); state += 1) {
      states.add(state);
    }
  }
  return states;
}

const isWithin = (between: Between | null, state: number) =>
  between !== null && between.from <= state && state <= between.to;

/** A lock without a list opens what is open to all, and nothing else. */
const isRightWithoutList = ({ facts }: Registry, { containerId, granted }: Decision) =>
  granted === (facts.containers.get(containerId)?.opensToAll ?? false);

/** Every lock's list, in its last version, against every card. */
export function compareLists(registry: Registry, locks: readonly Lock[]): Finding {
  const due = new Map<string, Set<string>>();
  const differences = locks.flatMap(({ container, list }) => {
    const { containerGroupId } = container;
    const admitted = due.get(containerGroupId) ?? registry.admittedTo(containerGroupId);
    due.set(containerGroupId, admitted);
    const said = (serials: Iterable<string>, what: string) =>
      [...serials].map((serial) => `card ${serial} ${what} the list of container ${container.serialNumber}`);
    return [
      ...said(
        [...admitted].filter((serial) => !list.admits(serial)),
        'is missing in',
      ),
      ...said(
        [...list.admitted].filter((serial) => !admitted.has(serial)),
        'should not be in',
      ),
    ];
  });
  const pairs = locks.length * registry.facts.cards.size;
  return { title: `${pairs.toLocaleString('en')} pairs of card and container in the locks’ last lists`, differences };
}

/** Aliases of one request: the server takes 30. */
const perRequest = 25;

/**
 * The server's own `mayOpen` against the lists, for so many pairs at each container: cards that changed during the run, cards
 * of the list, and any others.
 */
export async function compareMayOpen(
  root: Client,
  registry: Registry,
  {
    locks,
    changed,
    pairs,
    random,
  }: { locks: readonly Lock[]; changed: ReadonlySet<string>; pairs: number; random: Random },
): Promise<Finding> {
  const all = [...registry.facts.cards.values()];
  const listed = (lock: Lock) => all.filter(({ serialNumber }) => lock.list.admits(serialNumber));
  const perLock = Math.ceil(pairs / Math.max(1, locks.length));
  const questions = locks.flatMap((lock) => {
    const own = listed(lock);
    const touched = all.filter(({ serialNumber }) => changed.has(serialNumber));
    if (perLock >= all.length) {
      return all.map((card) => ({ lock, card }));
    }
    return Array.from({ length: perLock }, (_, index) => {
      const from = [touched, own, all].find((each, position) => index % 3 <= position && each.length > 0) ?? all;
      return { lock, card: random.pick(from) };
    });
  });
  const differences: string[] = [];
  const batches = Array.from({ length: Math.ceil(questions.length / perRequest) }, (_, index) =>
    questions.slice(index * perRequest, (index + 1) * perRequest),
  );
  const ask = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const fields = batch.map(
        ({ lock, card }, index) =>
          `q${index}: mayOpen(cardId: "${card.id}", containerId: "${lock.container.id}") { allowed }`,
      );
      const answers = await root.run<Record<string, { allowed: boolean }>>(`{ ${fields.join('\n')} }`);
      for (const [index, { lock, card }] of batch.entries()) {
        const here = lock.container.opensToAll || lock.list.admits(card.serialNumber);
        if (answers[`q${index}`]?.allowed !== here) {
          const said = here ? 'opens' : 'does not open';
          differences.push(
            `card ${card.serialNumber} ${said} container ${lock.container.serialNumber}; mayOpen says otherwise`,
          );
        }
      }
    }
  };
  await Promise.all([ask(), ask(), ask(), ask()]);
  return { title: `${questions.length.toLocaleString('en')} answers of mayOpen`, differences };
}
