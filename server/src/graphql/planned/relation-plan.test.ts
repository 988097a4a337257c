import {
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../schema.ts';
import { anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, signIn } from '../../testing/harness.ts';
import { stepsOf, watchPlans, worseThanLinear } from '../../testing/plans.ts';
import { isPaged } from '../cost.ts';

await watchPlans(); // before the first connection

/** Records of each kind in the smaller of two orgs. */
const few = 60;
/** As many times more in the other. */
const times = 4;

const queryType = schema.getQueryType() as GraphQLObjectType;

const typeOf = (parent: GraphQLObjectType | undefined, name: string): GraphQLObjectType | undefined => {
  const type = getNamedType(parent?.getFields()[name]?.type);
  return isObjectType(type) ? type : undefined;
};

const isAskedPlainly = ({ args }: GraphQLField<unknown, unknown>) => !args.some(isRequiredArgument);

/** What hangs on each row of a type, as it is asked for: lists in pages, lists without, and how many of something. */
function hangingOn(row: GraphQLObjectType): string[] {
  return Object.values(row.getFields()).flatMap((field) => {
    const type = typeOf(row, field.name);
    if (!isAskedPlainly(field)) {
      return [];
    }
    if (type && isPaged(type)) {
      return 'id' in (typeOf(type, 'nodes')?.getFields() ?? {})
        ? [`${field.name}(first: 3) { nodes { id } totalCount }`]
        : [];
    }
    if (isListType(getNullableType(field.type))) {
      return type && 'id' in type.getFields() ? [`${field.name} { id }`] : [];
    }
    return field.name.endsWith('Count') ? [field.name] : [];
  });
}

/** Every list of records with each that hangs on its rows. */
const asked = Object.values(queryType.getFields()).flatMap((field) => {
  const row = typeOf(typeOf(queryType, field.name), 'nodes');
  const isOfRecords = isAskedPlainly(field) && row?.getInterfaces().some(({ name }) => name === 'Versioned');
  return isOfRecords && row ? hangingOn(row).map((each) => `${field.name}(first: 20) { nodes { ${each} } }`) : [];
});

/** Serial numbers are of the whole database. */
let serials = 0;

/** An org with so many of each kind, all joined with all that they can be joined with. */
async function furnish(count: number): Promise<string> {
  const { id } = await anOrg();
  const from = (serials += count) - count;
  const org = `'${id}'::uuid`;
  const each = `from generate_series(1, ${count}) n`;
  const nth = (table: string) =>
    `(select id, row_number() over (order by id) as n from ${table} where org_id = ${org})`;
  await asOwner(
    `select set_config('noa.actor', 'tests', false)`,
    `insert into container_group (org_id, item_number) select ${org}, 'P-' || n ${each}`,
    `insert into container (org_id, container_group_id, serial_number, waste_stream, size_litres, volume_control_litres)
      select org_id, id, 'C-' || item_number, 'residual', 1100, 30 from container_group where org_id = ${org}`,
    `insert into access_group (org_id, name, access_mode)
      select ${org}, 'G-' || n, case when n % 10 = 0 then 'open' else 'controlled' end ${each}`,
    `insert into access_group_container_group (org_id, access_group_id, container_group_id)
      select ${org}, g.id, p.id from ${nth('access_group')} g join ${nth('container_group')} p using (n)`,
    `insert into manager (org_id, name) values (${org}, 'Asociația')`,
    `insert into tower_block (org_id, addr_street, addr_nr) select ${org}, 'Str. Gării', n::text ${each}`,
    `insert into entrance (org_id, tower_block_id, access_group_id, manager_id, addr_sc)
      select ${org}, b.id, g.id, (select id from manager where org_id = ${org}), 'A' from ${nth('tower_block')} b join ${nth('access_group')} g using (n)`,
    `insert into apartment (org_id, entrance_id, addr_ap) select org_id, id, '1' from entrance where org_id = ${org}`,
    `insert into card (org_id, kind, serial_number, display_serial_number)
      select ${org}, 'physical', lpad(upper(to_hex(${from} + n)), 8, '0'), 'AAAAAAA' ${each}`,
    `insert into apartment_card (org_id, apartment_id, card_id)
      select ${org}, a.id, c.id from ${nth('apartment')} a join ${nth('card')} c using (n)`,
  );
  return id;
}

const idsOf = (table: 'manager' | 'apartment', orgId: string) =>
  asSystem((tx) => tx.selectFrom(table).select('id').where('org_id', '=', orgId).execute());

/** What all of them cost, as callers of differing scopes, in an org of so many records of each kind. */
async function measure(count: number) {
  const id = await furnish(count);
  const inOrg = (of: { id: string }) => ({ ...of, org_id: id });
  const readers = await Promise.all([
    signIn(['local_implementer'], { orgIds: [id] }),
    signIn(['container_admin'], { orgIds: [id] }),
    signIn(['manager'], { managers: (await idsOf('manager', id)).map(inOrg) }),
    signIn(['ara_user'], { apartments: (await idsOf('apartment', id)).slice(0, 3).map(inOrg) }),
  ]);
  return stepsOf(async () => {
    for (const reader of readers) {
      for (const question of asked) {
        await reader.run(`{ ${question} }`); // some are refused some of it
      }
    }
  });
}

it('what hangs on a page of records costs no more than in proportion where there is four times as much beside it', async () => {
  expect(asked.length).toBeGreaterThan(15);
  await furnish(few * times);
  await asOwner('analyze');
  await measure(few);

  const ofFew = await measure(few);
  const ofMany = await measure(few * times);

  expect(worseThanLinear(ofFew, ofMany, times)).toEqual([]);
});
