import { requireSize } from '../../records/size.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../request/context.ts';
import { isSameAddress } from '../filters.ts';
import { findLabels } from '../labels.ts';
import {
  findHolders,
  findOccupiers,
  searchSources,
  type Found,
  type SearchSource,
  type Sought,
} from './search.queries.ts';

interface Hit extends Found {
  readonly label: string;
}

const SearchHit = builder.objectRef<Hit>('SearchHit').implement({
  description: 'A record that was searched for.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'The word of the API: `card`, `towerBlock`.' }),
    id: t.exposeID('id'),
    label: t.exposeString('label', { description: 'What people call it.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Where it is or whose it is, as far as the caller may know.',
    }),
  }),
});

const maxHits = 50;

/** Fewer letters and digits than this say nothing. */
const shortestText = 2;

const longestText = 200;

/** What `source` finds, with labels, all within what its permission reaches. */
const findIn = (context: Context, { permission, table, find }: SearchSource, sought: Sought, most: number) =>
  context.read(permission, async (tx, scope): Promise<Hit[]> => {
    const found = await find(tx, scope, sought, most);
    const ids = found.map(({ id }) => id);
    const labels = await findLabels(tx, table, ids);
    const holders = table === 'card' ? await findHolders(tx, ids) : new Map<string, string>();
    const hits = found.map((each) => {
      const label = labels.get(each.id) ?? each.id;
      const exact = each.exact || isSameAddress(sought.text, label);
      return { ...each, exact, label, description: holders.get(each.id) ?? each.description };
    });
    // Of more than are shown, the very one that was asked for is not to be lost.
    return [...hits.filter(({ exact }) => exact), ...hits.filter(({ exact }) => !exact)];
  });

/**
 * Takes the exact hits, and then from each list in turn until there are `most`, so that no kind crowds out the others; then
 * list by list again.
 */
function shareOut(lists: readonly (readonly Hit[])[], most: number): Hit[] {
  const taken = new Set<Hit>();
  const seen = new Set<string>();
  const take = (hit: Hit | undefined) => {
    if (hit && taken.size < most && !seen.has(hit.id)) {
      seen.add(hit.id);
      taken.add(hit);
    }
  };
  const all = lists.flat();
  for (const hit of all.filter(({ exact }) => exact)) {
    take(hit);
  }
  for (let index = 0; index < most; index++) {
    for (const list of lists) {
      take(list[index]);
    }
  }
  const ordered = all.filter((hit) => taken.has(hit));
  return [...ordered.filter(({ exact }) => exact), ...ordered.filter(({ exact }) => !exact)];
}

async function search(context: Context, text: string, first: number): Promise<Hit[]> {
  requireSize({ first }, maxHits);
  const asked = text.trim().slice(0, longestText);
  if (asked.replaceAll(/[^\p{L}\p{N}]/gu, '').length < shortestText) {
    return [];
  }
  const sought = { text: asked, version: context.ids.openNumber('version', asked) };
  const sources = searchSources.filter(({ permission }) => context.viewer.may(permission));
  const hits = shareOut(await Promise.all(sources.map((source) => findIn(context, source, sought, first))), first);
  return withOccupiers(context, hits);
}

/** Says of apartments who lives there, to those who may know it of that very apartment. */
async function withOccupiers(context: Context, hits: readonly Hit[]): Promise<Hit[]> {
  const ids = hits.filter(({ kind }) => kind === 'apartment').map(({ id }) => id);
  if (ids.length === 0 || !context.viewer.may('apartment:readOccupier')) {
    return [...hits];
  }
  const names = await context.read('apartment:readOccupier', (tx, scope) => findOccupiers(tx, scope, ids));
  return hits.map((hit) => ({ ...hit, description: names.get(hit.id) ?? hit.description }));
}

builder.queryField('search', (t) =>
  t.field({
    type: [SearchHit],
    description:
      'What the caller may read and the text speaks of: cards by serial number in any notation, apartments by address or ' +
      'occupier, containers and their groups by number or address, entrances and tower blocks by address, managers, access ' +
      'groups and orgs by name, everything by id or by the `rowId` of its current version. Exact hits come first; then kind ' +
      'by kind, each in natural order.',
    authScopes: { may: 'search:read' },
    args: { text: t.arg.string({ required: true }), first: t.arg.int({ defaultValue: 20 }) },
    resolve: (_root, { text, first }, context) => search(context, text, first ?? 20),
  }),
);
