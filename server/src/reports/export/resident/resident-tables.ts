import { sql, type RawBuilder } from 'kysely';
import { findRow, findRows } from '../../../database/statements.ts';
import type { Tx } from '../../../database/database.ts';
import type { reportTexts } from '../../report-texts.ts';

type Texts = (typeof reportTexts)['ro']['resident'];
type ColumnName = keyof Texts['columns'];
type Row = Readonly<Partial<Record<ColumnName, string | null>>>;

/** An apartment since its present occupier lives there: whatever was before is of another household. */
export interface Residence {
  readonly orgId: string;
  readonly id: string;
  readonly label: string;
  readonly timeZone: string;
  /** As PostgreSQL writes the moment, to the microsecond. */
  readonly from: string;
  /** The same for people, by the org's clock, and the moment of the file. */
  readonly since: string;
  readonly now: string;
}

interface ResidentTable {
  readonly file: Exclude<keyof Texts['files'], 'about'>;
  readonly columns: readonly ColumnName[];
  readonly read: (tx: Tx, residence: Residence) => AsyncGenerator<readonly Row[]>;
}

/** A moment by the org's clock. */
const local = (moment: string, { timeZone }: Pick<Residence, 'timeZone'>): RawBuilder<string> =>
  sql`case when ${sql.raw(moment)} < '2170-01-01' then to_char(${sql.raw(moment)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI:SS') end`;

/**
 * Finds since when the present occupier lives there: since the last version that named somebody else, or nobody.
 */
export async function findResidence(
  tx: Tx,
  { id, org_id: orgId }: { readonly id: string; readonly org_id: string },
): Promise<Residence> {
  const row = await findRow<Omit<Residence, 'orgId' | 'id'>>(tx)`
    with present as (
      select a.*, o.time_zone, coalesce(nullif(lives_since(a.org_id, a.id), '-infinity'),
        (select min(v.valid_from) from apartment_version v where v.org_id = a.org_id and v.id = a.id)) as lives_from
      from apartment a join org o on o.id = a.org_id where a.org_id = ${orgId} and a.id = ${id})
    select concat_ws(', ', nullif(trim(concat_ws(' ', t.addr_street, t.addr_nr, t.addr_bl)), ''), e.addr_sc, p.addr_ap) as label,
      p.time_zone as "timeZone", p.lives_from::text as "from",
      to_char(p.lives_from at time zone p.time_zone, 'YYYY-MM-DD HH24:MI') as since,
      to_char(now() at time zone p.time_zone, 'YYYY-MM-DD HH24:MI') as now
    from present p join entrance e on e.id = p.entrance_id join tower_block t on t.id = e.tower_block_id`;
  if (!row) {
    throw new Error('The apartment is not within its own org');
  }
  return { ...row, orgId, id };
}

/** All rows at once, of what an apartment has few of. */
const few = (query: (residence: Residence) => RawBuilder<Row>): ResidentTable['read'] =>
  async function* read(tx, residence) {
    yield (await query(residence).execute(tx)).rows;
  };

/** Events that are read at once. */
const eventsAtOnce = 2_000;

async function* readEvents(tx: Tx, residence: Residence): AsyncGenerator<readonly Row[]> {
  let [after, afterId] = [residence.from, '-1'];
  for (;;) {
    const rows = await findRows<Row & { position: string; id: string }>(tx)`
      select e.occurred_at::text as position, e.id::text, ${local('e.occurred_at', residence)} as at, e.kind,
        c.serial_number as container, e.litres::text as litres, k.display_serial_number as serial, e.reason
      from card_event e left join container c on c.org_id = e.org_id and c.id = e.container_id
        left join card k on k.org_id = e.org_id and k.id = e.card_id
      where e.org_id = ${residence.orgId} and e.apartment_id = ${residence.id}
        and (e.occurred_at, e.id) > (${after}::timestamptz, ${afterId}::bigint)
      order by e.occurred_at, e.id limit ${eventsAtOnce}`;
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < eventsAtOnce) {
      return;
    }
    [after, afterId] = [last.position, last.id];
  }
}

/** Columns of words of closed lists, which are told in the file's language. */
export const wordColumns: ReadonlySet<ColumnName> = new Set(['occupier_kind', 'kind', 'status', 'state', 'action']);

/** The tables of a resident's file. */
export const residentTables: readonly ResidentTable[] = [
  {
    file: 'apartment',
    columns: [
      'from',
      'to',
      'entrance',
      'addr_ap',
      'occupier_kind',
      'occupier_name',
      'occupier_first_name',
      'id_number',
    ],
    read: few(
      (residence) => sql`
        select ${local('v.valid_from', residence)} as "from", ${local('v.valid_to', residence)} as "to", e.addr_sc as entrance,
          v.addr_ap, v.occupier_kind, v.occupier_name, v.occupier_first_name, v.occupier_id_number_mask as id_number
        from apartment_version v left join entrance e on e.id = v.entrance_id
        where v.org_id = ${residence.orgId} and v.id = ${residence.id} and v.valid_from >= ${residence.from}::timestamptz
        order by v.valid_from`,
    ),
  },
  {
    file: 'cards',
    columns: ['serial', 'kind', 'status', 'from', 'to'],
    read: few(
      (residence) => sql`
        select c.display_serial_number as serial, c.kind, c.status, ${local('v.valid_from', residence)} as "from",
          ${local('v.valid_to', residence)} as "to"
        from apartment_card_version v join card c on c.id = v.card_id
        where v.org_id = ${residence.orgId} and v.apartment_id = ${residence.id} and v.active
          and v.valid_to > ${residence.from}::timestamptz
        order by v.valid_from`,
    ),
  },
  {
    file: 'events',
    columns: ['at', 'kind', 'container', 'litres', 'serial', 'reason'],
    read: readEvents,
  },
  {
    file: 'claimCodes',
    columns: ['from', 'expires', 'state'],
    read: few(
      (residence) => sql`
        select ${local('r.created_at', residence)} as "from", ${local('r.expires_at', residence)} as expires, r.state
        from claim_code r where r.org_id = ${residence.orgId} and r.apartment_id = ${residence.id}
          and r.created_at >= ${residence.from}::timestamptz order by r.created_at`,
    ),
  },
  {
    file: 'cardRequests',
    columns: ['at', 'serial', 'state', 'reason'],
    read: few(
      (residence) => sql`
        select ${local('r.created_at', residence)} as at, r.display_serial_number as serial, r.state, r.reason
        from card_request r where r.org_id = ${residence.orgId} and r.apartment_id = ${residence.id}
          and r.created_at >= ${residence.from}::timestamptz order by r.created_at`,
    ),
  },
  {
    file: 'accounts',
    columns: ['email', 'name', 'from', 'phone'],
    read: few(
      (residence) => sql`
        select a.email, a.name, ${local('a.created_at', residence)} as "from", ${local('p.created_at', residence)} as phone
        from account_apartment m join account a on a.id = m.account_id
          left join (select h.account_id, h.created_at from ara_card h
            join apartment_card k on k.org_id = h.org_id and k.card_id = h.card_id and k.active
            where k.org_id = ${residence.orgId} and k.apartment_id = ${residence.id}) p on p.account_id = m.account_id
        where m.org_id = ${residence.orgId} and m.apartment_id = ${residence.id} order by a.email`,
    ),
  },
  {
    file: 'access',
    columns: ['at', 'action', 'purpose'],
    read: few(
      (residence) => sql`
        select ${local('u.at', residence)} as at, u.action, u.purpose from audit_entry u
        where u.org_id = ${residence.orgId} and u.kind = 'apartment' and u.record_id = ${residence.id}
          and u.at >= ${residence.from}::timestamptz order by u.number`,
    ),
  },
];
