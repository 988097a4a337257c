import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { kindsByName } from '../registry/kinds.ts';

/** A table whose rows go with their org. Which columns it has, the declarations and PostgreSQL say (shape.ts). */
export interface ArchivedTable {
  readonly name: string;
  /** Columns that say nothing in an archive. */
  readonly without?: readonly string[];
  /** Columns of text in which ids of records stand: filters of a list, of a report. */
  readonly naming?: readonly string[];
  /**
   * How an org that owns nothing yet may have rows of it already: one that is `replaced`, as it has been there since the org's first
   * moment, or some that are `kept` beside those of the archive.
   */
  readonly existing?: 'replaced' | 'kept';
}

/** What an org has beside the records of the declared kinds: how they hang together, who belongs to it, how it works. */
const further: readonly ArchivedTable[] = [
  { name: 'org_settings', existing: 'replaced' },
  { name: 'org_member', existing: 'kept' },
  { name: 'manager_member' },
  { name: 'gateway_client', existing: 'kept' },
  { name: 'access_group_container_group' },
  { name: 'apartment_org' },
  { name: 'account_apartment' }, // before the cards on phones, whose hand-outs tie whom nobody has tied
  { name: 'apartment_card' },
  { name: 'card_request' },
  { name: 'ara_card' },
  { name: 'import_mapping', existing: 'kept' },
  { name: 'saved_view', without: ['account_id'], naming: ['search'] }, // a person's own are of no org
  { name: 'report_schedule', naming: ['asked'] },
];

/** The table of each declared kind. */
const kindTables: readonly ArchivedTable[] = declaredKinds.map(({ name }) => {
  const table = kindsByName.get(name)?.table;
  if (!table) {
    throw new Error(`No table is known of the kind ${name}`);
  }
  return table === 'org' ? { name: table, existing: 'replaced' } : { name: table };
});

/** Every table of an archive but those beside the org's own (`account`, `gis_node`, other orgs), which rows of these name. */
export const archivedTables: readonly ArchivedTable[] = [...kindTables, ...further];

/** What an archive says of what is not in it. */
interface LeftOut {
  readonly why: string;
  readonly tables: readonly string[];
}

/** Tables with rows of orgs that are in no archive; a test fails while a table is in neither list. */
export const leftOut: readonly LeftOut[] = [
  {
    why: 'What locks have seen and told is kept where it was received, for as long as its retention allows.',
    tables: [
      'stored_event',
      'numbered_container',
      'numbered_entrance',
      'event_identity',
      'cold_file',
      'cold_run',
      'card_event_receipt',
      'card_event_set_aside',
      'status_update',
      'status_update_receipt',
      'status_update_set_aside',
      'container_status',
      'container_status_summary',
      'event_forgetting',
      'counted_month',
      'month_key',
      'month_pseudonym',
      'month_participation',
    ],
  },
  {
    why: 'Card lists follow from the records, and a lock is given a whole one when it first asks a new installation.',
    tables: ['card_grant', 'grant_counter', 'grant_list', 'grant_offer', 'grant_mark', 'container_sync', 'former_list'],
  },
  {
    why: 'A claim code is a secret that only the letter and the installation that printed it know: print new letters.',
    tables: ['claim_code'],
  },
  {
    why: 'Earlier versions say who did what in another installation, and who lived somewhere before.',
    tables: ['deletion'],
  },
  {
    why: 'The audit is a chain through all organisations of an installation, which proves something only where it was written.',
    tables: ['audit_entry'],
  },
  {
    why: 'What was run once is not run again elsewhere: imports, changes to many records, reports that were sent.',
    tables: [
      'import_job',
      'import_problem',
      'import_change',
      'import_match',
      'member_invitation',
      'ended_membership',
      'bulk_job',
      'bulk_item',
      'report_schedule_run',
    ],
  },
  {
    why: 'Whom to tell of what is wrong is agreed upon where it is watched: rules name people and sealed secrets, incidents what was wrong there.',
    tables: ['alert_rule', 'incident', 'alert_delivery'],
  },
];

/** What is in no archive and has no table with rows of orgs. */
export const neverIn: readonly string[] = [
  'Passwords, passkeys, second factors and the secrets of gateways: accounts are named by e-mail address, gateways by client id.',
  "People's own saved views, and reports that were kept, which belong to people and not to the organisation.",
  'The role root, which is of an installation and not of an organisation.',
  'Accounts without an e-mail address, by which alone they would be known elsewhere, and what hangs on them.',
];

/** Columns of every table that the installation fills in by itself. */
export const ofEachVersion = ['org_id', 'row_id', 'valid_from', 'valid_to', 'updated_by', 'updated_at'];

/** Columns that PostgreSQL or the server keeps beside the fields of a kind; what an archive tells makes them anew. */
const keptBeside: Readonly<Record<string, readonly string[]>> = {
  apartment: ['occupier_id_number_cipher', 'occupier_id_number_hash', 'occupier_erased'],
  container: ['fill_level_key'],
  entrance: ['address_key', 'search'],
};

/** Whether an archive tells a column, as far as it is not computed. */
export const isTold = ({ name, without = [] }: ArchivedTable, column: string): boolean =>
  ![...ofEachVersion, ...without, ...(keptBeside[name] ?? [])].includes(column);
