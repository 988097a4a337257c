import { fold } from '../../ui/values/format.ts';

/** Single-letter changes that lead from `one` to `other`. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** A path's text without its percent signs; as it is where these mean nothing. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The pieces of an address as they are compared: `/Containers/status_update` has `containers` and `status-update`. */
export const piecesOf = (path: string): string[] =>
  decoded(path)
    .split('/')
    .map((piece) => fold(piece).replaceAll(/[^a-z0-9]+/g, '-'))
    .filter((piece) => piece !== '');

/**
 * Letters in which a piece differs from what it may be called, if by a third of them at most; a single one is always forgiven. Of words alike,
 * the one that stands further in front in its list is meant.
 */
function stepsTo(piece: string, asked: string): number | undefined {
  const [least] = [piece, ...(addressWords[piece] ?? [])]
    .map((word, place) => ({ place, steps: distance(asked, word), most: Math.max(1, Math.floor(word.length / 3)) }))
    .filter(({ steps, most }) => steps <= most)
    .map(({ steps, place }) => steps + place / 100)
    .toSorted((a, b) => a - b);
  return least;
}

/** How an address compares with the beginning of the one that was asked for; undefined where one of the pieces does not. */
function likeness(pieces: readonly string[], asked: readonly string[]) {
  const steps = pieces.map((piece, index) => stepsTo(piece, asked[index] ?? ''));
  const total = steps.reduce<number | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each),
    0,
  );
  return total === undefined ? [] : [{ length: pieces.length, steps: total }];
}

/**
 * The path of `known` most like the beginning of `asked`, by its pieces or what they are called in Romanian and English, or by the last of
 * them alone where no other ends so; undefined when none is like it.
 */
export function nearestPath(asked: string, known: readonly string[]): string | undefined {
  const askedPieces = piecesOf(asked);
  const lasts = known.map((path) => piecesOf(path).at(-1));
  const [best] = known
    .flatMap((path) => {
      const pieces = piecesOf(path);
      const last = pieces.slice(-1);
      const isItsOwn = lasts.indexOf(last[0]) === lasts.lastIndexOf(last[0]);
      return [pieces, ...(isItsOwn ? [last] : [])].flatMap((some) =>
        likeness(some, askedPieces).map((like) => ({ path, left: pieces.length - some.length, ...like })),
      );
    })
    .toSorted((a, b) => b.length - a.length || a.steps - b.steps || a.left - b.left);
  return best?.path;
}

/**
 * What people write for the pieces of our addresses, in Romanian and English: what menus and screens call them, as an address would have it.
 * The pieces themselves go without saying.
 */
export const addressWords: Readonly<Record<string, readonly string[]>> = {
  home: ['panou-de-control', 'acasa', 'dashboard'],
  settings: ['setari'],
  register: ['registru', 'registrul-activitatilor-de-prelucrare', 'record-of-processing'],
  assessment: ['evaluare', 'evaluarea-impactului', 'impact-assessment'],
  help: ['ajutor'],
  'access-groups': ['grupuri-de-acces'],
  'container-groups': ['grupuri-de-containere', 'platforme'],
  containers: ['containere'],
  'tower-blocks': ['blocuri'],
  // There is no list of apartments; entrances list theirs.
  entrances: ['scari', 'apartments', 'apartamente'],
  apartments: ['apartamente'],
  managers: ['administratori', 'administratori-de-bloc'],
  card: ['carduri', 'cards'],
  orgs: ['organizatii', 'organisations', 'organizations'],
  accounts: ['conturi'],
  reports: ['rapoarte'],
  import: ['importuri', 'imports'],
  create: ['adauga', 'nou', 'add', 'new'],
  incidents: ['incidente'],
  status: ['stare', 'starea-containerelor', 'container-status'],
  'status-update': ['actualizare-stare', 'actualizarea-starii'],
  route: ['traseu', 'traseul-de-azi', 'today-s-route'],
  requests: ['cereri', 'cereri-de-carduri', 'card-requests'],
};
