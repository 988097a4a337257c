import { localityKey, localityKeys } from './locality-key.ts';
import { push } from './push.ts';
import { isSlip } from './spelling.ts';

/** A county, UAT or locality of the nomenclature SIRUTA. */
export interface KnownGisNode {
  readonly id: string;
  readonly kind: 'county' | 'uat' | 'loc';
  readonly name: string;
  /** Names of what it lies in, as far as it lies in any. */
  readonly county: string;
  readonly uat: string;
}

export interface StatedLocality {
  /** Empty where the list does not say. */
  readonly county: string;
  readonly uat: string;
  readonly locality: string;
}

export interface LocalityMatch {
  readonly outcome: 'same' | 'probably' | 'new';
  /** From 0 to 1. */
  readonly score: number;
  readonly id: string | null;
}

interface Indexed {
  readonly node: KnownGisNode;
  readonly key: string;
  readonly county: string;
  readonly uat: string;
}

const notFound: LocalityMatch = { outcome: 'new', score: 0, id: null };

/** Places by their names, with the county and the UAT to tell those of one name apart. */
export class LocalityIndex {
  readonly #byName = new Map<string, Indexed[]>();
  readonly #byCounty = new Map<string, Indexed[]>();

  constructor(nodes: Iterable<KnownGisNode>) {
    for (const node of nodes) {
      const indexed = {
        node,
        key: localityKey(node.name),
        county: localityKey(node.county),
        uat: localityKey(node.uat),
      };
      localityKeys(node.name).forEach((key) => push(this.#byName, key, indexed));
      push(this.#byCounty, indexed.county, indexed);
    }
  }

  /** A locality stands before the UAT of its name; a name that several nodes have, and no county tells apart, is nobody's. */
  match({ county, uat, locality }: StatedLocality): LocalityMatch {
    const [counties, uats] = [localityKeys(county), localityKeys(uat)];
    const isWithin = (each: Indexed) =>
      (county === '' || counties.includes(each.county)) &&
      (uat === '' || uats.includes(each.uat) || uats.includes(each.key));
    const named = localityKeys(locality || uat).flatMap((key) => this.#byName.get(key) ?? []);
    const found = oneOf(named.filter(isWithin));
    if (found) {
      return county === ''
        ? { outcome: 'probably', score: 0.9, id: found.node.id }
        : { outcome: 'same', score: 1, id: found.node.id };
    }
    const key = localityKey(locality || uat);
    const near = counties.flatMap((each) => this.#byCounty.get(each) ?? []).filter((each) => isSlip(key, each.key));
    const slipped = oneOf(near.filter(isWithin));
    return slipped ? { outcome: 'probably', score: 0.8, id: slipped.node.id } : notFound;
  }
}

/** The one locality among them, or the one UAT where there is no locality. */
function oneOf(nodes: readonly Indexed[]): Indexed | undefined {
  for (const kind of ['loc', 'uat'] as const) {
    const ofKind = new Map(nodes.filter(({ node }) => node.kind === kind).map((each) => [each.node.id, each]));
    if (ofKind.size > 0) {
      return ofKind.size === 1 ? [...ofKind.values()][0] : undefined;
    }
  }
  return undefined;
}
