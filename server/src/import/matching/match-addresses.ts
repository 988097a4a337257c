import { setImmediate as breathe } from 'node:timers/promises';
import { LocalityIndex } from '@noa/domain/addresses/locality-index.ts';
import { AddressBook, type AddressMatch } from '@noa/domain/addresses/match.ts';
import { doubtClaims } from '@noa/domain/addresses/match-list.ts';
import type { Tx } from '../../database/database.ts';
import { TreeLocalities } from '../localities/tree-localities.ts';
import {
  joinMatches,
  keepMatches,
  listNamedBlocks,
  listRegisteredAddresses,
  listStagedAddresses,
  listStreets,
  type RegisteredAddress,
  type StagedAddress,
} from './address-matches.queries.ts';

/**
 * Finds the tower blocks that a staged list of them (`staged`) names otherwise than the registry, and has the list name them as the
 * registry does: those that are the same beyond doubt, and those of which a person said so in this job. All that was found is kept
 * for review (`import_match`). To be called before the plan is made; the dry run and applying find the same.
 */
export async function matchAddresses(tx: Tx, job: { orgId: string; jobId: string }): Promise<void> {
  const registered = await listRegisteredAddresses(tx, job.orgId);
  const staged = registered.length === 0 ? [] : await listStagedAddresses(tx, job.orgId);
  const found = staged.length === 0 ? [] : await match(tx, job.orgId, { registered, staged });
  const matches = await doubtVillages(tx, job.orgId, { registered, staged, found });
  await keepMatches(
    tx,
    job,
    staged.flatMap((address, at) => (matches[at] ? [{ address, match: matches[at] }] : [])),
  );
  await joinMatches(tx, job);
}

/** Rows that are worked on without a pause: some milliseconds, in which nobody else is answered. */
const atOnce = 100;

async function inPieces<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
  for (let from = 0; from < items.length; from += atOnce) {
    items.slice(from, from + atOnce).forEach(work);
    await breathe();
  }
}

async function match(
  tx: Tx,
  orgId: string,
  {
    registered,
    staged,
  }: { readonly registered: readonly RegisteredAddress[]; readonly staged: readonly StagedAddress[] },
): Promise<readonly AddressMatch[]> {
  const book = new AddressBook();
  await inPieces(await listStreets(tx), (street) => book.addStreet(street));
  await inPieces(registered, (address) => book.add(address));
  const sources = new Map(registered.map(({ id, source_ref: sourceRef }) => [id, sourceRef]));
  const localities = new Localities(registered);
  const matches: AddressMatch[] = [];
  await inPieces(staged, (address) => {
    const found = matchAnywhere(book, address, localities);
    matches.push(doubtSource(address, found, sources.get(found.id ?? '') ?? null));
  });
  return doubtClaims(staged, matches, new Set(await listNamedBlocks(tx, orgId)));
}

type Locality = Pick<RegisteredAddress, 'county' | 'locality'>;

/** Localities of the registry that has tower blocks in them, by what lists leave of their names. */
class Localities {
  readonly #known: readonly Locality[];
  readonly #index: LocalityIndex;

  constructor(registered: readonly RegisteredAddress[]) {
    // Nothing of the tower blocks but where they lie: what is meant takes the place of what a list says.
    const known = registered.map(({ county, locality }) => [`${county}\n${locality}`, { county, locality }] as const);
    this.#known = [...new Map<string, Locality>(known).values()];
    this.#index = new LocalityIndex(
      this.#known.map(({ county, locality }, at) => ({ id: String(at), kind: 'loc', name: locality, county, uat: '' })),
    );
  }

  /** The one that may be meant by a name without its county, with a letter that slipped, or by none where there is only one. */
  find({ county, locality }: StagedAddress): Locality | undefined {
    if (locality === '') {
      return this.#known.length === 1 ? this.#known[0] : undefined;
    }
    return this.#known[Number(this.#index.match({ county, locality, uat: '' }).id ?? -1)];
  }
}

function matchAnywhere(book: AddressBook, address: StagedAddress, localities: Localities): AddressMatch {
  const found = book.match(address);
  const meant = found.reason === 'unknownLocality' ? localities.find(address) : undefined;
  if (meant === undefined) {
    return found;
  }
  const there = book.match({ ...address, ...meant });
  return there.outcome === 'same' ? { ...there, outcome: 'probably', reason: 'localityUnsure' } : there;
}

/** Two blocks that have ids of their own in lists are two, until a person says otherwise. */
const doubtSource = (address: StagedAddress, found: AddressMatch, sourceRef: string | null): AddressMatch =>
  found.outcome === 'same' && address.source_ref !== null && sourceRef !== null
    ? { ...found, outcome: 'probably', reason: 'otherSource' }
    : found;

/**
 * Has a person decide where what a list says is another village than that of the tower block: two of a name in a county have streets and
 * numbers alike. A block that the list calls by an id is not asked for, as {@link doubtSource} does so.
 */
async function doubtVillages(
  tx: Tx,
  orgId: string,
  all: {
    readonly registered: readonly RegisteredAddress[];
    readonly staged: readonly StagedAddress[];
    readonly found: readonly AddressMatch[];
  },
): Promise<readonly AddressMatch[]> {
  const villages = new Map(all.registered.map(({ id, locality_id: locality }) => [id, locality]));
  const villageOf = ({ outcome, id }: AddressMatch) => (outcome === 'same' ? (villages.get(id ?? '') ?? null) : null);
  const joined = all.staged.filter((_, at) => all.found[at] && villageOf(all.found[at]) !== null);
  if (joined.length === 0) {
    return all.found;
  }
  const tree = await TreeLocalities.find(tx, orgId, joined);
  return all.found.map((found, at) => {
    const [village, address] = [villageOf(found), all.staged[at]];
    const choice = village === null || address === undefined ? undefined : tree.choose(address);
    const isOther = choice?.how === 'said' && choice.node.kind === 'loc' && choice.node.id !== village;
    return isOther ? { ...found, outcome: 'probably', reason: 'localityUnsure' } : found;
  });
}
