import { splitAddress } from '../imports/address/address.ts';
import { compareBlocks, compareNumbers, readNumberAndBlock, type NumberAndBlock } from './number.ts';
import { localityKey, localityKeys } from './locality-key.ts';
import { push } from './push.ts';
import { StreetIndex, type FoundStreet } from './street-index.ts';

/** An address as a list has it. What is not said is empty. */
export interface StatedAddress {
  readonly county: string;
  readonly locality: string;
  readonly street: string;
  readonly number: string;
  readonly block: string;
}

export interface KnownAddress extends StatedAddress {
  readonly id: string;
}

/** A street that a locality has, whether or not a tower block of the registry stands there. */
export interface KnownStreet {
  readonly county: string;
  readonly locality: string;
  readonly name: string;
}

/** Only what is `same` is joined by itself; `probably` is somebody's to decide; `new` has nothing like it. */
export const matchOutcomes = ['same', 'probably', 'new'] as const;
export type MatchOutcome = (typeof matchOutcomes)[number];

/** Why an address is not the same beyond doubt, or why it is. */
export const matchReasons = [
  'identical',
  'alike',
  'streetType',
  'streetSlip',
  'streetShortened',
  'numberDiffers',
  'numberOverlaps',
  'blockUnsaid',
  'blockSlip',
  'partOfBlock',
  'ambiguous',
  'claimedTwice',
  'otherSource',
  'localityUnsure',
  'unknownLocality',
  'unknownStreet',
  'unknownBlock',
] as const;
export type MatchReason = (typeof matchReasons)[number];

export interface AddressMatch {
  readonly outcome: MatchOutcome;
  readonly reason: MatchReason;
  /** From 0 to 1; of `new` that of what came next, which is too little. */
  readonly score: number;
  /** The known address that is meant, or comes next; null where there is none. */
  readonly id: string | null;
}

interface KnownBlock {
  readonly id: string;
  readonly at: NumberAndBlock;
}

/** A locality's streets and what stands in them; made ready when it is first asked for. */
class Locality {
  readonly names = new Set<string>();
  readonly byStreet = new Map<string, KnownBlock[]>();
  #streets: StreetIndex | undefined;

  find(street: string): readonly FoundStreet[] {
    this.#streets ??= new StreetIndex(this.names);
    return this.#streets.find(street);
  }
}

interface Candidate {
  readonly id: string;
  readonly reason: MatchReason;
  readonly score: number;
  readonly isSure: boolean;
}

/** All addresses that are known of some localities, made once for a whole list: finding one takes no look at the others. */
export class AddressBook {
  readonly #localities = new Map<string, Locality>();
  /** The same, by names as the registry writes them: they are few beside the streets. */
  readonly #byWritten = new Map<string, Locality>();

  constructor(known: Iterable<KnownAddress> = [], streets: Iterable<KnownStreet> = []) {
    for (const street of streets) {
      this.addStreet(street);
    }
    for (const address of known) {
      this.add(address);
    }
  }

  addStreet({ county, locality, name }: KnownStreet): void {
    this.#make(county, locality).names.add(name);
  }

  add(known: KnownAddress): void {
    const { street, number } = withoutNumber(known);
    const town = this.#make(known.county, known.locality);
    town.names.add(street);
    push(town.byStreet, street, { id: known.id, at: readNumberAndBlock(number, known.block) });
  }

  match(address: StatedAddress): AddressMatch {
    const town = this.#localityOf(address);
    if (town === undefined) {
      return nothing('unknownLocality');
    }
    const { street, number } = withoutNumber(address);
    const found = town.find(street);
    const wanted = readNumberAndBlock(number, address.block);
    const candidates = found
      .flatMap((each) => (town.byStreet.get(each.name) ?? []).flatMap((known) => judge(each, wanted, known) ?? []))
      .toSorted((a, b) => Number(b.isSure) - Number(a.isSure) || b.score - a.score);
    return decide(candidates, found.length > 0 ? 'unknownBlock' : 'unknownStreet');
  }

  #make(county: string, locality: string): Locality {
    const written = `${county}\n${locality}`;
    const known = this.#byWritten.get(written);
    if (known) {
      return known;
    }
    // Whoever writes without diacritics may write Hârșova with an i.
    const keys = localityKeys(locality).map((key) => `${localityKey(county)}\n${key}`);
    const town = keys.map((key) => this.#localities.get(key)).find((each) => each !== undefined) ?? new Locality();
    keys.forEach((key) => this.#localities.set(key, town));
    this.#byWritten.set(written, town);
    return town;
  }

  #localityOf({ county, locality }: StatedAddress): Locality | undefined {
    const counties = localityKeys(county);
    return localityKeys(locality)
      .flatMap((each) => counties.map((key) => this.#localities.get(`${key}\n${each}`)))
      .find((town) => town !== undefined);
  }
}

const nothing = (reason: MatchReason, next?: Candidate): AddressMatch => ({
  outcome: 'new',
  reason,
  score: next?.score ?? 0,
  id: null,
});

/** Below it a proposal would be looked at for nothing. */
const leastProposed = 0.45;

function decide(candidates: readonly Candidate[], otherwise: MatchReason): AddressMatch {
  const [first, second] = candidates;
  if (first === undefined || first.score < leastProposed) {
    return nothing(otherwise, first);
  }
  const { id, reason, score, isSure } = first;
  if (isSure && second !== undefined && second.isSure && second.score >= score) {
    return { outcome: 'probably', reason: 'ambiguous', score, id };
  }
  return { outcome: isSure ? 'same' : 'probably', reason, score, id };
}

const reasonOfStreet = ({ difference, score }: FoundStreet): MatchReason => {
  if (difference === 'slip' || difference === 'title') {
    return 'streetSlip';
  }
  if (difference === 'givenName' || difference === 'words') {
    return 'streetShortened';
  }
  if (difference === 'type') {
    return 'streetType';
  }
  return score === 1 ? 'identical' : 'alike';
};

/** What number and block say, beside the street: from 0 to 1, and whether they leave a doubt. */
interface Evidence {
  readonly weight: number;
  readonly doubt: MatchReason | null;
  /** Both say a number and a block, and both are the same. */
  readonly isTwofold: boolean;
}

function evidenceOf(a: NumberAndBlock, b: NumberAndBlock): Evidence | null {
  const number = compareNumbers(a, b);
  const block = compareBlocks(a.blocks, b.blocks);
  const evidence = (weight: number, doubt: MatchReason | null = null): Evidence => ({
    weight,
    doubt,
    isTwofold: number === 'same' && block === 'same',
  });
  if (block === 'same') {
    return number === 'differs' ? evidence(0.8, 'numberDiffers') : evidence(number === 'same' ? 1 : 0.97);
  }
  if (block === 'overlaps') {
    return number === 'differs' ? null : evidence(0.85, 'blockSlip');
  }
  if (block === 'differs' || number === 'differs' || number === 'unsaid') {
    return null;
  }
  if (number === 'overlaps') {
    return evidence(0.75, 'numberOverlaps');
  }
  const isUnsaid = a.blocks.length !== b.blocks.length;
  if (isUnsaid) {
    return evidence(0.85, 'blockUnsaid');
  }
  return a.part === b.part || /[+,]/.test(a.part + b.part) ? evidence(1) : evidence(0.8, 'partOfBlock');
}

const certain: ReadonlySet<MatchReason> = new Set(['identical', 'alike', 'streetType']);

function judge(street: FoundStreet, wanted: NumberAndBlock, known: KnownBlock): Candidate | null {
  const evidence = evidenceOf(wanted, known.at);
  if (evidence === null) {
    return null;
  }
  const reason = evidence.doubt ?? (street.isRivalled ? 'ambiguous' : reasonOfStreet(street));
  const isSure = certain.has(reason) || (evidence.isTwofold && !street.isRivalled);
  return { id: known.id, reason, score: street.score * evidence.weight, isSure };
}

/** The street of a list's column of streets, without what else stands there; empty where nothing of it is a street. */
export const streetIn = (stated: string): string =>
  bareName.test(stated) ? stated.trim() : splitAddress(stated).street;

/** A street in which nothing else stands. */
const bareName = /^[^\d,;()]*$/;

/** Street and number apart, where a list has both in its column of streets; what its column of numbers says stands first. */
function withoutNumber({ street: stated, number: column }: StatedAddress): Pick<StatedAddress, 'street' | 'number'> {
  if (bareName.test(stated)) {
    return { street: stated, number: column };
  }
  const { street, number, block, entrance, rest } = splitAddress(stated);
  const found = [column, number, block && `bl. ${block}`, entrance && `sc. ${entrance}`, rest];
  return { street: street || stated, number: found.filter(Boolean).join('; ') };
}
