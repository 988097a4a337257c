import type { Column } from './shape.ts';

/** What rows of an org name and no org owns: told as far as they are named, and found again by what they are called. */
export interface BesideTable {
  readonly file: string;
  /** Columns beside `id`. */
  readonly columns: readonly Column[];
  /** SQL that gives `id` and the columns of what the rows of org `$1` name. */
  readonly query: string;
}

const column = (name: string, header: string, type = 'text', nullable = false): Column => ({
  name,
  header,
  type,
  nullable,
  hasDefault: false,
  references: null,
});

/** People by their e-mail addresses, with what they were last vouched for; nobody becomes root by an archive. */
const accounts: BesideTable = {
  file: 'account.csv',
  columns: [column('email', 'email'), column('name', 'name'), column('roles', 'roles', 'text[]')],
  query: `select a.id, a.email, a.name, array_remove(a.roles, 'root') as roles from account a
    where a.email is not null and a.id in (
      select account_id from org_member where org_id = $1
      union select account_id from manager_member where org_id = $1
      union select account_id from account_apartment where org_id = $1
      union select account_id from ara_card where org_id = $1
      union select owner_id from report_schedule where org_id = $1)
    order by lower(a.email)`,
};

/** Where the org, its blocks and container groups lie in the address tree, with all that is above it. */
const gisNodes: BesideTable = {
  file: 'gis-node.csv',
  columns: [
    column('kind', 'kind'),
    column('name', 'name'),
    column('official_name', 'officialName'),
    column('parent_id', 'parentId', 'text', true),
    column('siruta', 'siruta', 'integer', true),
    column('lat', 'lat', 'double precision', true),
    column('lng', 'lng', 'double precision', true),
  ],
  query: `with recursive named as (
      select n.* from gis_node n where n.id in (
        select gis_node_id from tower_block where org_id = $1
        union select gis_node_id from container_group where org_id = $1
        union select gis_node_id from org where id = $1)
      union select p.* from gis_node p join named c on c.parent_id = p.id)
    select id, kind, name, official_name, parent_id, siruta, lat, lng from named
    order by array_position('{county,uat,loc,artery}', kind), siruta, name_key, id`,
};

/** Orgs that serve apartments of this one. */
const servingOrgs: BesideTable = {
  file: 'serving-org.csv',
  columns: [column('name', 'name')],
  query: `select o.id, o.name from org o
    where o.id in (select serving_org_id from apartment_org where org_id = $1) order by o.name_key, o.id`,
};

/** By what foreign keys name. */
export const besideTables = { account: accounts, gis_node: gisNodes, org: servingOrgs } as const;
