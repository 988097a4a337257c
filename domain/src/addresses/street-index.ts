import { push } from './push.ts';
import { findableBy, spellingsOf } from './spelling.ts';
import { compareStreets, isSameStreet, readStreet, type Street, type StreetLikeness } from './street.ts';

export interface FoundStreet extends StreetLikeness {
  /** The name as the registry has it. */
  readonly name: string;
  /** The locality has another street that may be meant as well. */
  readonly isRivalled: boolean;
}

interface IndexedStreet {
  readonly name: string;
  readonly street: Street;
}

/** Streets of one locality, found by any word of their names, also where a letter of it slipped. */
export class StreetIndex {
  readonly #byKey = new Map<string, IndexedStreet[]>();
  readonly #byInitial = new Map<string, IndexedStreet[]>();
  readonly #found = new Map<string, readonly FoundStreet[]>();

  constructor(names: Iterable<string>) {
    for (const name of new Set(names)) {
      this.add(name);
    }
  }

  /** A name that it has not yet. */
  add(name: string): void {
    const indexed = { name, street: readStreet(name) };
    const keys = new Set(indexed.street.words.flatMap((word) => [...findableBy(word)]));
    keys.forEach((key) => push(this.#byKey, key, indexed));
    new Set(indexed.street.words.map((word) => word.slice(0, 1))).forEach((key) => push(this.#byInitial, key, indexed));
    this.#found.clear();
  }

  /** What the name may mean, best first; a list asks for few names many times, so answers are kept. */
  find(name: string): readonly FoundStreet[] {
    let found = this.#found.get(name);
    if (found === undefined) {
      found = this.#search(readStreet(name));
      this.#found.set(name, found);
    }
    return found;
  }

  #search(wanted: Street): readonly FoundStreet[] {
    const candidates = new Set<IndexedStreet>();
    for (const word of wanted.words) {
      [...findableBy(word), ...spellingsOf(word)].forEach((key) =>
        this.#byKey.get(key)?.forEach((each) => candidates.add(each)),
      );
    }
    if (wanted.words.every(({ length }) => length <= 3)) {
      // Nothing but initials and short words: Str. C.A.
      wanted.words.forEach((word) => this.#byInitial.get(word.slice(0, 1))?.forEach((each) => candidates.add(each)));
    }
    const alike = [...candidates].flatMap((each) => {
      const likeness = compareStreets(wanted, each.street);
      return likeness && likeness.score >= leastScore ? [{ ...each, ...likeness }] : [];
    });
    return alike
      .map(({ name, score, difference, ...each }) => ({
        name,
        score,
        difference,
        isRivalled: alike.some((other) => rivals({ ...each, name, score, difference }, other)),
      }))
      .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  }
}

/** Below it two names share a word by chance: *Ion Creangă*, *Ion Neculce*. */
const leastScore = 0.5;

/** How much less alike another street may be called and still be the one that is meant. */
const rivalry = 0.03;

/** A street that is called just so is rivalled only by one that is called so too; the same street in other words is no rival. */
function rivals(street: IndexedStreet & StreetLikeness, other: IndexedStreet & StreetLikeness): boolean {
  const isAsLikely = street.difference === 'none' ? other.difference === 'none' : other.score >= street.score - rivalry;
  return isAsLikely && !isSameStreet(street.street, other.street);
}
