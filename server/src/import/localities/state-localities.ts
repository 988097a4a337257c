import type { LocalityChoice } from '@noa/domain/addresses/choose-locality.ts';
import { LocalityIndex } from '@noa/domain/addresses/locality-index.ts';
import { localityKeys } from '@noa/domain/addresses/locality-key.ts';
import { execute, tableOf } from '../../database/statements.ts';
import type { Tx } from '../../database/database.ts';
import {
  hasLocalities,
  listNodesOfCounties,
  listStagedLocalities,
  type SaidLocality,
  lineOf,
  TreeLocalities,
} from './tree-localities.ts';

interface Stated {
  readonly said: SaidLocality & { readonly row_number: number };
  readonly choice: LocalityChoice;
}

interface Remark {
  readonly row: number;
  readonly field: string;
  readonly value: string;
  readonly reason: string;
  readonly proposals?: readonly string[];
}

/**
 * Has a staged list say the county and the locality that follow from the rest of what it says, or from where its org lies, and remarks,
 * once for each, on what it did not say itself. To be called before addresses are matched: both sides then say the same.
 */
export async function stateLocalities(tx: Tx, orgId: string): Promise<void> {
  if (!(await hasLocalities(tx))) {
    return;
  }
  const all = await listStagedLocalities(tx);
  const tree = await TreeLocalities.find(tx, orgId, all);
  const stated = all.map((said) => ({ said, choice: tree.choose(said) }));
  const near = await readNear(tx, stated);
  await remark(
    tx,
    stated.flatMap((each) => remarksOn(each, tree, near)),
  );
  await fillIn(tx, orgId, stated);
}

/** What names that nobody has may be misspelt for: all that lies in the counties that are said with them. */
async function readNear(tx: Tx, stated: readonly Stated[]): Promise<LocalityIndex> {
  const counties = new Set(stated.flatMap(({ said, choice }) => (choice.how === 'unknown' ? [said.county] : [])));
  const keys = [...counties].filter(Boolean).flatMap((county) => localityKeys(county));
  return new LocalityIndex(keys.length === 0 ? [] : await listNodesOfCounties(tx, keys));
}

const reasons = { own: 'import.ownLocality', inCountry: 'import.localityInCountry' } as const;

function remarksOn({ said, choice }: Stated, tree: TreeLocalities, near: LocalityIndex): Remark[] {
  const [row, field] = [said.row_number, 'locality'];
  const remarks: Remark[] = [];
  if (said.siruta > 0 && !tree.hasCode(said.siruta)) {
    remarks.push({ row, field: 'siruta', value: String(said.siruta), reason: 'import.unknownSiruta' });
  }
  if (tree.hasCode(said.siruta) && 'node' in choice && tree.isOtherwise(said, choice.node)) {
    remarks.push({ row, field: 'siruta', value: lineOf(choice.node), reason: 'import.otherSiruta' });
  }
  if (choice.how === 'own' || choice.how === 'inCountry') {
    remarks.push({ row, field, value: lineOf(choice.node), reason: reasons[choice.how] });
  }
  if (choice.how === 'unknown') {
    const value = [said.county, said.uat, said.locality].filter((each, at, line) => each && each !== line[at - 1]);
    const proposals = near.findNear(said).map(lineOf);
    remarks.push({ row, field, value: value.join(' › '), reason: 'import.unknownLocality', proposals });
  }
  return remarks;
}

async function remark(tx: Tx, remarks: readonly Remark[]): Promise<void> {
  await execute(tx)`
    insert into found_problem (row_number, field, value, reason, is_warning, proposals)
    select r.row, r.field, r.value, r.reason, true, coalesce(r.proposals, '{}')
    from ${tableOf(remarks)} as r ("row" integer, field text, value text, reason text, proposals text[])`;
}

/**
 * Says what the list leaves out. Not where the registry has blocks that say as little: they are found as they are; nor of a block that is
 * known by the id of its list: the registry knows where it stands.
 */
async function fillIn(tx: Tx, orgId: string, stated: readonly Stated[]): Promise<void> {
  const filled = stated.flatMap(({ said, choice }) =>
    'node' in choice && (said.county === '' || said.locality === '')
      ? [{ ...said, new_county: said.county || choice.node.county, new_locality: said.locality || choice.node.name }]
      : [],
  );
  if (filled.length === 0) {
    return;
  }
  await execute(tx)`
    update staged s set county = f.new_county, locality = f.new_locality
    from (
      select f.* from ${tableOf(filled)}
        as f (county text, uat text, locality text, siruta integer, new_county text, new_locality text)
      where (fold(f.county), fold(f.locality)) not in (
        select fold(county), fold(locality) from (
          select distinct county, locality from tower_block where org_id = ${orgId}) as known)
    ) as f
    where coalesce(s.county, '') = f.county and coalesce(s.uat, '') = f.uat and coalesce(s.locality, '') = f.locality
      and coalesce(s.siruta, 0) = f.siruta
      and not exists (select from tower_block t where t.org_id = ${orgId} and t.source_ref = s.source_ref)`;
}
