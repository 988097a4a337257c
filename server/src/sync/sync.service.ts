import { demandFound } from '@noa/domain/errors.ts';
import { readCursor, writePosition, type Position } from '../access/list-version.ts';
import { requireSize } from '../records/size.ts';
import type { StatusLevel } from '@noa/domain/vocabulary.ts';
import { againWhenOvertaken } from '../database/constraint.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Scope } from '../database/scope.ts';
import { read, write } from '../database/transaction.ts';
import type { Context } from '../request/context.ts';
import { noteLastSeen } from '../telemetry/container-status/container-status.queries.ts';
import { ensureMonths, withMonths } from '../telemetry/receiving/monthly-partitions.ts';
import { insertOwnUpdate } from '../telemetry/status-updates/status-update.queries.ts';
import { ListContent } from './list-content.ts';
import {
  findListState,
  findOffer,
  forgetOld,
  isToldLately,
  keepOffer,
  listEntries,
  noteSync,
  readNewest,
  type ListState,
  type Offer,
  type SyncNews,
} from './sync.queries.ts';
import type { CardToSync } from './sync.schema.ts';

/** Entries of one answer at most. */
const maxPage = 5_000;

export interface CardsToSync {
  readonly mode: 'full' | 'delta' | 'withheld';
  readonly cards: readonly CardToSync[];
  /** What the lock holds once it has applied this answer, or where the next page begins. */
  readonly version: string;
  readonly hasMore: boolean;
  /** Of what the lock then holds: of the newest version while more is to come, to be compared once nothing is. */
  readonly checksum: string;
}

/** @throws {AppError} `NotFound` when the container is absent or out of scope: the two answer alike. */
async function getListState(tx: Tx, scope: Scope, containerId: string): Promise<ListState> {
  return demandFound(await findListState(tx, scope, containerId), 'container', containerId);
}

/**
 * What a lock must change in its list since version `after` (domain.md, "Cards to sync"). Asking again gives the same
 * answer. A base that we never offered, or that the lock has shown to be wrong, makes it the whole list; a list that the
 * lock cannot hold is withheld whole, with the cards that are waiting.
 *
 * @param after - the version the lock holds, or that of the page before; null for none.
 * @throws {AppError} `NotFound`; `LimitExceeded` above 5,000 entries; `Forbidden`.
 */
export async function cardsToSync(
  context: Context,
  containerId: string,
  after: string | null,
  first: number,
): Promise<CardsToSync> {
  requireSize({ first }, maxPage);
  const scope = context.viewer.gatewayScope('sync:read');
  // Of one snapshot: an answer must not mix two versions of the list, nor its checksum be of a third.
  const asked = await read(context.bounded, scope, async (tx): Promise<Asked> => {
    const state = await getListState(tx, scope, containerId);
    const position = await positionOf(tx, state, after);
    const newest = await readNewest(tx, state);
    const isWithheld = state.admitted > state.cardCapacity;
    const answer = isWithheld
      ? await withhold(tx, state, position, first)
      : await proceed(tx, state, position, first, newest);
    return { state, position, newest, answer };
  });
  await noteAsked(context, scope, asked);
  return asked.answer;
}

interface Asked {
  readonly state: ListState;
  readonly position: Position;
  readonly newest: Offer & { readonly isNew: boolean };
  readonly answer: CardsToSync;
}

/** Keeps what was offered and, of a lock, from where it goes on. */
async function noteAsked({ db, bounded, viewer }: Context, scope: Scope, { state, position, newest, answer }: Asked) {
  const isWithheld = answer.mode === 'withheld' && viewer.isGateway;
  const note = async (tx: Tx) => {
    if (newest.isNew) {
      await keepOffer(tx, state, newest);
    }
    if (viewer.isGateway) {
      // A lock that starts from nothing holds nothing, and one that goes on from an older list that one, whatever it said before.
      const isBlank = position.base === null && position.last === null && state.appliedVersion !== null;
      const isBehind =
        position.base !== null && state.appliedVersion !== null && BigInt(position.base) < BigInt(state.appliedVersion);
      const news = {
        baseVersion: position.base ?? position.target,
        ...(isWithheld && { failure: 'over_capacity' as const }),
        ...((isBlank || isBehind) && { appliedVersion: position.base }),
      };
      // Told once, not at each time the lock asks; and again before that grows old.
      const isTold = state.failure === 'over_capacity' && (await isToldLately(tx, state));
      const over = isWithheld && !isTold && state.admitted - state.cardCapacity;
      if (over || !state.seenThisMinute) {
        await noteLastSeen(tx, [state.containerId], true);
      }
      await keepNews(
        tx,
        { db, actor: viewer.actor },
        state,
        news,
        over ? { value: state.version, level: 'error', note: `over_capacity ${over}` } : null,
      );
    }
  };
  await unlessMoved(() => withMonths(db, () => write(bounded, scope, viewer.actor, note)), undefined);
}

async function positionOf(tx: Tx, state: ListState, after: string | null): Promise<Position> {
  const fromNothing: Position = { base: null, target: state.version, last: null };
  const cursor = after === null ? null : readCursor(after);
  if (!cursor) {
    return fromNothing;
  }
  // Versions of another group, or from before we forgot them, are no base version.
  const isKnown = async (version: string) => (await findOffer(tx, state, version)) !== undefined;
  if ('target' in cursor) {
    const known = (await isKnown(cursor.target)) && (cursor.base === null || (await isKnown(cursor.base)));
    return known ? cursor : fromNothing;
  }
  const known = !state.restart && (await isKnown(cursor.version));
  return known ? { base: cursor.version, target: state.version, last: null } : fromNothing;
}

async function proceed(
  tx: Tx,
  state: ListState,
  position: Position,
  first: number,
  { checksum }: Offer,
): Promise<CardsToSync> {
  const entries = await listEntries(tx, state, position, first);
  const given = entries.slice(0, first);
  const mode = position.base === null ? 'full' : 'delta';
  const cards = given.map(({ serialNumber, action }) => ({ serialNumber, action }));
  const last = given.at(-1);
  if (entries.length > first && last) {
    return { mode, cards, version: writePosition({ ...position, last }), hasMore: true, checksum };
  }
  if (position.target !== state.version) {
    // The list moved on while the lock was reading: what changed since comes as a round of its own.
    const next: Position = { base: position.target, target: state.version, last: null };
    return { mode, cards, version: writePosition(next), hasMore: true, checksum };
  }
  return { mode, cards, version: state.version, hasMore: false, checksum };
}

/** The checksum is of the version that is named: a lock would take its list for wrong by that of one that it is not given. */
async function withhold(tx: Tx, state: ListState, position: Position, first: number): Promise<CardsToSync> {
  const waiting = await listEntries(tx, state, { ...position, last: null, target: state.version }, first);
  const held = position.base === null ? undefined : await findOffer(tx, state, position.base);
  return {
    mode: 'withheld',
    cards: waiting.slice(0, first).map(({ serialNumber, action }) => ({ serialNumber, action })),
    version: position.base ?? '0',
    hasMore: false,
    checksum: (held ?? new ListContent('0', [])).checksum,
  };
}

export interface Acknowledgement {
  readonly version: string;
  readonly checksum: string;
  /** Cards the lock admits. */
  readonly count: number;
  readonly outcome: 'applied' | 'failed' | 'over_capacity';
  readonly reason: string | null;
}

/**
 * What a lock made of an answer. Only `applied`, with the checksum of that version, moves the version it is known to hold;
 * with any other, the lock gets the whole list next time.
 *
 * @returns whether the lock now holds what it should.
 * @throws {AppError} `NotFound`; `Forbidden`.
 */
export async function acknowledgeSync(
  context: Context,
  containerId: string,
  { version, checksum, count, outcome, reason }: Acknowledgement,
): Promise<boolean> {
  const { db, bounded, viewer } = context;
  const scope = viewer.gatewayScope('sync:acknowledge');
  const acknowledge = async (tx: Tx) => {
    const state = await hear(tx, scope, containerId);
    const keep = (news: SyncNews, level: StatusLevel | null, note: string | null) =>
      keepNews(tx, { db, actor: viewer.actor }, state, news, level && { value: version.slice(0, 100), level, note });
    const cursor = readCursor(version);
    const named = cursor && 'version' in cursor ? cursor.version : null;
    // Answers may overtake one another on their way: what the lock applied later stands.
    const isOvertaken = named !== null && state.appliedVersion !== null && BigInt(named) < BigInt(state.appliedVersion);
    if (outcome !== 'applied') {
      // Of no list, 0, it may fail at any time.
      if (isOvertaken && named !== '0') {
        return false;
      }
      const failureReason = reason?.slice(0, 200) ?? null;
      await keep({ failure: outcome, failureReason }, 'error', failureReason ?? outcome);
      return false;
    }
    if (isOvertaken) {
      return true;
    }
    const offer = named === null ? undefined : await findOffer(tx, state, named);
    if (named === null || offer?.checksum !== checksum.toLowerCase() || offer.admitted !== count) {
      await keep({ failure: 'checksum', failureReason: null, restart: true }, 'error', 'checksum');
      return false;
    }
    // Saying again what is known already is no news for people.
    const isNews = state.appliedVersion !== named || state.failure !== null;
    await keep(
      { failure: null, restart: false, appliedVersion: named, baseVersion: named },
      isNews ? 'ok' : null,
      null,
    );
    await forgetOld(tx, state);
    return true;
  };
  return unlessMoved(() => withMonths(db, () => write(bounded, scope, viewer.actor, acknowledge)), false);
}

/**
 * How far a lock is that says something: its container's summary is locked before it is read, so that what it says is heard one after
 * another, and nothing that it has applied is overwritten by what it said before.
 */
async function hear(tx: Tx, scope: Scope, containerId: string): Promise<ListState> {
  const before = await getListState(tx, scope, containerId);
  await noteLastSeen(tx, [before.containerId], !before.seenThisMinute);
  const state = await getListState(tx, scope, containerId);
  if (state.dueSince !== before.dueSince) {
    throw new ContainerMoved();
  }
  return state;
}

interface SyncNotice {
  readonly value: string;
  readonly level: StatusLevel;
  readonly note: string | null;
}

/**
 * Keeps what a lock has told, and makes it the container's `sync` status if people are to hear of it (domain.md, "Cards to
 * sync"); then its summary is to be locked (`noteLastSeen`). That goes first, as it may lock the container: whoever moves a container
 * locks it before its list.
 */
async function keepNews(
  tx: Tx,
  { db, actor }: { readonly db: Db; readonly actor: string },
  state: ListState,
  news: SyncNews,
  notice: SyncNotice | null,
): Promise<void> {
  if (notice) {
    const container = { org_id: state.orgId, id: state.containerId };
    const occurredAt = new Date();
    await ensureMonths(db, tx, 'status_update', [occurredAt]);
    await insertOwnUpdate(tx, container, { kind: 'sync', occurredAt, actor, acknowledged: true, ...notice });
  }
  if (!(await noteSync(tx, state, news))) {
    throw new ContainerMoved();
  }
}

/** The container came to another group while its lock was heard: what the lock said is of a list that is no longer its own. */
class ContainerMoved extends Error {
  override readonly name = 'ContainerMoved';
}

/** What `work` gives; `otherwise`, with nothing kept, if the container was moved meanwhile. */
async function unlessMoved<Given>(work: () => Promise<Given>, otherwise: Given): Promise<Given> {
  try {
    return await againWhenOvertaken(work);
  } catch (error) {
    if (error instanceof ContainerMoved) {
      return otherwise;
    }
    throw error;
  }
}
