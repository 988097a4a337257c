import { chooseLocality, isCalled, type LocalityChoice } from '@noa/domain/addresses/choose-locality.ts';
import { LocalityIndex, type KnownGisNode, type StatedLocality } from '@noa/domain/addresses/locality-index.ts';
import { localityKeys } from '@noa/domain/addresses/locality-key.ts';
import type { Tx } from '../../database/database.ts';
import { findOwnNode, listNodesCalled, type LocalityNode, type SaidLocality } from './localities.queries.ts';

/** What a list's localities are in the address tree: by their codes, or else by their names. */
export class TreeLocalities {
  readonly #index: LocalityIndex;
  readonly #byCode: ReadonlyMap<number, LocalityNode>;
  readonly #own: LocalityNode | undefined;

  private constructor(nodes: readonly LocalityNode[], own: LocalityNode | undefined) {
    this.#index = new LocalityIndex(nodes);
    this.#byCode = new Map(nodes.flatMap((node) => (node.siruta === null ? [] : [[node.siruta, node]])));
    this.#own = own;
  }

  /** Looks up all that `said` may mean, in one go. */
  static async find(tx: Tx, orgId: string, said: readonly SaidLocality[]): Promise<TreeLocalities> {
    const own = await findOwnNode(tx, orgId);
    const names = [...said.map(({ locality, uat }) => locality || uat), own?.name ?? ''].filter(Boolean);
    const keys = new Set([...new Set(names)].flatMap((name) => [...localityKeys(name)]));
    const codes = new Set(said.map(({ siruta }) => siruta).filter((code) => code > 0));
    return new TreeLocalities(await listNodesCalled(tx, [...keys], [...codes]), own);
  }

  hasCode(siruta: number): boolean {
    return this.#byCode.has(siruta);
  }

  choose({ siruta, ...stated }: SaidLocality): LocalityChoice {
    const node = this.#byCode.get(siruta);
    return node ? { how: 'said', node: this.#within(node, stated) } : chooseLocality(this.#index, stated, this.#own);
  }

  /** Whether a node is of another county, or called otherwise, than what is said beside its code. */
  isOtherwise({ county, locality }: StatedLocality, node: KnownGisNode): boolean {
    const isElsewhere = county !== '' && !isCalled(node.county, county);
    const names = [node.name, node.uat, node.county];
    const isOther = node.kind === 'loc' && locality !== '' && !names.some((name) => isCalled(name, locality));
    return isElsewhere || isOther;
  }

  /** Lists give the code of the UAT as often as that of the locality, which they say by its name then. */
  #within(node: LocalityNode, { locality }: StatedLocality): KnownGisNode {
    const { kind, county, name: uat } = node;
    const found = kind === 'uat' && locality !== '' ? this.#index.find({ county, uat, locality }) : [];
    return found.length === 1 && found[0] ? found[0] : node;
  }
}

/** A node with what it lies in, as people tell two of a name apart: `Iași › Lespezi › Lunca`. */
export const lineOf = ({ county, uat, name }: KnownGisNode): string =>
  [county, uat, name].filter((each, at, line) => each !== '' && each !== line[at - 1]).join(' › ');
