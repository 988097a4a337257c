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

  /** Every node that a name may mean, where the county and the UAT that are said leave a choice. A locality stands before the UAT of its name. */
  find(stated: StatedLocality): readonly KnownGisNode[] {
    const named = localityKeys(stated.locality || stated.uat).flatMap((key) => this.#byName.get(key) ?? []);
    return lowest(named.filter(within(stated))).map(({ node }) => node);
  }

  /** A name that several nodes have, and no county tells apart, is nobody's. */
  match(stated: StatedLocality): LocalityMatch {
    const [found, ...others] = this.find(stated);
    if (found && others.length === 0) {
      return stated.county === ''
        ? { outcome: 'probably', score: 0.9, id: found.id }
        : { outcome: 'same', score: 1, id: found.id };
    }
    const near = this.findNear(stated);
    return near.length === 1 && near[0] ? { outcome: 'probably', score: 0.8, id: near[0].id } : notFound;
  }

  /** Those of the county that is said whose name has one letter more, less or other. */
  findNear(stated: StatedLocality): readonly KnownGisNode[] {
    const key = localityKey(stated.locality || stated.uat);
    const inCounty = localityKeys(stated.county).flatMap((each) => this.#byCounty.get(each) ?? []);
    return lowest(inCounty.filter((each) => isSlip(key, each.key)).filter(within(stated))).map(({ node }) => node);
  }
}

/** Whether a node lies in the county and the UAT that are said. */
function within({ county, uat }: StatedLocality): (each: Indexed) => boolean {
  const [counties, uats] = [localityKeys(county), localityKeys(uat)];
  return (each) =>
    (county === '' || counties.includes(each.county)) &&
    (uat === '' || uats.includes(each.uat) || uats.includes(each.key));
}

/** The localities among them, each once, or the UATs where there is no locality. */
function lowest(nodes: readonly Indexed[]): readonly Indexed[] {
  for (const kind of ['loc', 'uat'] as const) {
    const ofKind = new Map(nodes.filter(({ node }) => node.kind === kind).map((each) => [each.node.id, each]));
    if (ofKind.size > 0) {
      return [...ofKind.values()];
    }
  }
  return [];
}
