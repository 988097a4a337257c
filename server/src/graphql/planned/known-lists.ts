import type { Permission } from '@noa/domain/permissions.ts';
import type { Viewer } from '../../identity/viewer.ts';
import type { PageStatement } from '../../records/record-list.ts';
import type { RowWriter, TextRow } from '../../records/row-texts.ts';
import type { Context } from '../../request/context.ts';
import type { PlannedRoot } from './shape.ts';

/** How a list is read and written: what its resolvers said when they were asked for it. */
export interface KnownList {
  readonly reading: Permission;
  readonly statement: PageStatement<TextRow>;
  readonly writer: RowWriter;
  readonly count: (context: Context) => Promise<number>;
}

/** Lists that are remembered at most: each is some thousand characters of SQL. */
const mostLists = 1_000;

/** Characters of a key at most, in which stands what was sent beside the document: a longer one is found out anew each time. */
const longestKey = 4_000;

/**
 * Lists by who asks, by what is selected, and by the variables. Resolvers follow from these alone: permissions and scopes from the viewer,
 * who is another one as soon as anything of the account changes; conditions from arguments. So they are asked once for each.
 */
export class KnownLists {
  readonly #lists = new Map<string, KnownList>();
  readonly #numbers = new WeakMap<object, number>();
  #number = 0;

  keyOf(viewer: Viewer, root: PlannedRoot, variables: object): string {
    return `${this.#numberOf(viewer)} ${this.#numberOf(root)} ${JSON.stringify(variables)}`;
  }

  find(key: string): KnownList | undefined {
    const found = this.#lists.get(key);
    if (found) {
      this.#lists.delete(key);
      this.#lists.set(key, found);
    }
    return found;
  }

  /** The one that was not asked for the longest time is forgotten. */
  keep(key: string, list: KnownList): void {
    if (key.length > longestKey) {
      return;
    }
    this.#lists.set(key, list);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > mostLists && oldest !== undefined) {
      this.#lists.delete(oldest);
    }
  }

  forget(key: string): void {
    this.#lists.delete(key);
  }

  #numberOf(one: object): number {
    const number = this.#numbers.get(one) ?? ++this.#number;
    this.#numbers.set(one, number);
    return number;
  }
}
