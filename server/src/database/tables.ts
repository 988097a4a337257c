import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type {
  AccessMode,
  CardEventKind,
  CardKind,
  CardStatus,
  GisNodeKind,
  OccupierKind,
  StatusLevel,
  StatusUpdateKind,
  WasteStream,
} from '@noa/domain/vocabulary.ts';
import type { IdentityTables } from './identity-tables.ts';

/** int8: a string in rows, so that no digit is lost. */
type BigInt8 = ColumnType<string, string | number | bigint, string | number | bigint>;

/** What every registry record carries; written by PostgreSQL alone (`keep_version` in the first migration). */
export interface VersionColumns {
  row_id: ColumnType<string, never, never>;
  valid_from: ColumnType<Date, never, never>;
  valid_to: ColumnType<Date, never, never>;
  updated_by: ColumnType<string, never, never>;
}

interface OwnedColumns extends VersionColumns {
  org_id: string;
  id: Generated<string>;
}

/** A point in WGS 84 degrees; both or neither. */
interface PlaceColumns {
  lat: number | null;
  lng: number | null;
}

interface OrgTable extends VersionColumns {
  id: Generated<string>;
  org_id: GeneratedAlways<string>;
  name: string;
  addr: Generated<string>;
  enabled: Generated<boolean>;
  time_zone: Generated<string>;
  name_key: GeneratedAlways<string>;
}

interface OrgSettingsTable extends VersionColumns {
  org_id: string;
  id: GeneratedAlways<string>;
  identity_days: Generated<number>;
  pay_by_use: Generated<boolean>;
  legal_basis: Generated<string>;
  event_retention_months: Generated<number>;
  personal_data_retention_months: Generated<number>;
  claim_code_days: Generated<number>;
  silence_warning_hours: Generated<number>;
  silence_error_hours: Generated<number>;
  battery_warning_pct: Generated<number>;
  battery_error_pct: Generated<number>;
  fill_warning_pct: Generated<number>;
  fill_error_pct: Generated<number>;
  mail_domains: Generated<string>;
}

interface GisNodeTable extends VersionColumns, PlaceColumns {
  id: string;
  org_id: ColumnType<null, null | undefined, null>;
  kind: GisNodeKind;
  name: string;
  parent_id: string | null;
  siruta: number | null;
  name_key: GeneratedAlways<string>;
  official_name: Generated<string>;
  search: GeneratedAlways<string>;
  match_key: GeneratedAlways<string>;
}

interface ManagerTable extends OwnedColumns {
  name: string;
  name_key: GeneratedAlways<string>;
}

interface TowerBlockTable extends OwnedColumns, PlaceColumns {
  source_ref: string | null;
  county: Generated<string>;
  locality: Generated<string>;
  gis_node_id: string | null;
  addr_street: string;
  addr_nr: Generated<string>;
  addr_bl: Generated<string>;
  addr_street_key: GeneratedAlways<string>;
  addr_nr_key: GeneratedAlways<string>;
  addr_bl_key: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
}

interface AccessGroupTable extends OwnedColumns {
  name: string;
  access_mode: Generated<AccessMode>;
  name_key: GeneratedAlways<string>;
}

interface EntranceTable extends OwnedColumns {
  tower_block_id: string;
  addr_sc: string;
  access_group_id: string | null;
  manager_id: string | null;
  addr_sc_key: GeneratedAlways<string>;
  access_group_key: GeneratedAlways<string>;
  manager_key: GeneratedAlways<string>;
  address_key: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
}

interface ApartmentTable extends OwnedColumns {
  entrance_id: string;
  addr_ap: string;
  occupier_kind: Generated<OccupierKind>;
  occupier_name: string | null;
  occupier_first_name: string | null;
  occupier_id_number_cipher: Buffer | null;
  occupier_id_number_hash: Buffer | null;
  occupier_id_number_mask: string | null;
  addr_ap_key: GeneratedAlways<string>;
  occupier_name_key: GeneratedAlways<string>;
  occupier_search: GeneratedAlways<string>;
  occupier_first_name_key: GeneratedAlways<string>;
  occupier_id_number_key: GeneratedAlways<string>;
}

interface ApartmentOrgTable extends OwnedColumns {
  apartment_id: string;
  serving_org_id: string;
}

interface ContainerGroupTable extends OwnedColumns, PlaceColumns {
  item_number: string;
  name: Generated<string>;
  access_mode: Generated<AccessMode>;
  gis_node_id: string | null;
  addr_street: Generated<string>;
  addr_nr: Generated<string>;
  addr_bl: Generated<string>;
  item_number_key: GeneratedAlways<string>;
  addr_street_key: GeneratedAlways<string>;
  addr_nr_key: GeneratedAlways<string>;
  addr_bl_key: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
}

interface AccessGroupContainerGroupTable extends OwnedColumns {
  access_group_id: string;
  container_group_id: string;
}

interface ContainerTable extends OwnedColumns, PlaceColumns {
  container_group_id: string;
  serial_number: string;
  waste_stream: WasteStream;
  access_mode: Generated<AccessMode>;
  size_litres: number;
  volume_control_litres: number;
  card_capacity: Generated<number>;
  addr_street: Generated<string>;
  addr_nr: Generated<string>;
  addr_bl: Generated<string>;
  serial_number_key: GeneratedAlways<string>;
  addr_street_key: GeneratedAlways<string>;
  addr_nr_key: GeneratedAlways<string>;
  addr_bl_key: GeneratedAlways<string>;
  fill_level_key: GeneratedAlways<number>;
  search: GeneratedAlways<string>;
}

interface CardTable extends OwnedColumns {
  kind: CardKind;
  status: Generated<CardStatus>;
  serial_number: string;
  display_serial_number: string;
}

interface ApartmentCardTable extends OwnedColumns {
  apartment_id: string;
  card_id: string;
  active: Generated<boolean>;
  created_at: Generated<Date>;
}

interface ClaimCodeTable extends OwnedColumns {
  apartment_id: string;
  /** A live one past `expires_at` is expired. */
  state: Generated<'live' | 'redeemed' | 'revoked'>;
  code_hash: Buffer;
  /** Null unless the state is live. */
  code_cipher: Buffer | null;
  created_at: Generated<Date>;
  expires_at: Date;
  /** Null unless the state is redeemed. */
  card_id: string | null;
}

/** The virtual card that a resident's account holds on its phone. */
interface AraCardTable {
  org_id: string;
  card_id: string;
  account_id: string;
}

/** Written by PostgreSQL alone, but for what is done to whom and why. */
interface AuditEntryTable {
  number: ColumnType<string, never, never>;
  at: ColumnType<Date, never, never>;
  org_id: string;
  actor: ColumnType<string, never, never>;
  account_id: string | null;
  action: 'reveal_id_number' | 'erase_occupier' | 'restore_database';
  kind: string;
  record_id: string;
  purpose: string;
  previous_hash: ColumnType<Buffer, never, never>;
  hash: ColumnType<Buffer, never, never>;
}

interface RateLimitTable {
  key: Buffer;
  tries: Date[];
  last_try_at: Date;
}

interface SavedViewTable {
  /** Null for a view of one's own. */
  org_id: string | null;
  id: Generated<string>;
  /** Null for a view that an org shares. */
  account_id: string | null;
  kind: string;
  name: string;
  search: string;
  hidden_columns: string[];
}

interface SavedViewDefaultTable {
  account_id: string;
  kind: string;
  saved_view_id: string;
}

interface DeletionTable {
  org_id: string | null;
  kind: string;
  id: string;
  row_id: BigInt8;
  deleted_at: Date;
  deleted_by: string;
}

interface CardEventTable {
  org_id: string;
  id: Generated<string>;
  kind: CardEventKind;
  occurred_at: Date;
  device_at: Date | null;
  received_at: Generated<Date>;
  clock_corrected: Generated<boolean>;
  boot_number: number | null;
  event_number: BigInt8 | null;
  list_version: BigInt8 | null;
  serial_number: string | null;
  reason: string | null;
  actor: string | null;
  container_id: string | null;
  container_group_id: string | null;
  waste_stream: WasteStream | null;
  card_id: string | null;
  apartment_id: string | null;
  entrance_id: string | null;
  tower_block_id: string | null;
  access_group_id: string | null;
  manager_id: string | null;
  litres: Generated<number>;
  failed_attempt: Generated<boolean>;
  unauthorised: Generated<boolean>;
  /** Who opened is not kept any more, or came too late to be. */
  anonymous: Generated<boolean>;
  tx_id: GeneratedAlways<string>;
}

interface CardEventSetAsideTable {
  org_id: string;
  id: GeneratedAlways<string>;
  container_id: string;
  boot_number: number;
  event_number: BigInt8;
  kind: CardEventKind;
  device_at: Date;
  serial_number: string | null;
  list_version: BigInt8 | null;
  received_at: Generated<Date>;
}

/** Written by PostgreSQL's own functions alone. */
interface EventForgettingTable {
  org_id: ColumnType<string, never, never>;
  kept_from: ColumnType<Date, never, never>;
  anonymous_before: ColumnType<Date, never, never>;
  settings_row_id: ColumnType<BigInt8 | null, never, never>;
}

interface StatusUpdateTable {
  org_id: string;
  id: Generated<string>;
  container_id: string;
  kind: StatusUpdateKind;
  level: StatusLevel;
  value: string | null;
  occurred_at: Date;
  device_at: Date | null;
  received_at: Generated<Date>;
  clock_corrected: Generated<boolean>;
  boot_number: number | null;
  update_number: BigInt8 | null;
  actor: string | null;
  note: string | null;
  tx_id: GeneratedAlways<string>;
}

interface StatusUpdateSetAsideTable {
  org_id: string;
  id: GeneratedAlways<string>;
  container_id: string;
  boot_number: number;
  update_number: BigInt8;
  kind: StatusUpdateKind;
  level: StatusLevel | null;
  value: string | null;
  device_at: Date;
  received_at: Generated<Date>;
}

interface ReceiptTable {
  org_id: string;
  container_id: string;
  boot_number: number;
  /** int8multirange, as PostgreSQL writes it. */
  received: Generated<string>;
  /** Of the batch that was noted last, the numbers that had arrived before it. */
  repeated: Generated<string>;
  /** Null: before this was noted. */
  heard_at: Date | null;
}

interface ContainerStatusTable {
  org_id: string;
  container_id: string;
  kind: StatusUpdateKind;
  level: StatusLevel;
  value: string | null;
  occurred_at: Date;
  status_update_id: BigInt8;
}

/** A container's status in one row; `container_status` holds its parts. */
interface ContainerStatusSummaryTable {
  org_id: string;
  container_id: string;
  heard_at: Date | null;
  error_at: ColumnType<Date | null, never, never>;
  warning_at: ColumnType<Date | null, never, never>;
  info_at: ColumnType<Date | null, never, never>;
  ok_at: ColumnType<Date | null, never, never>;
}

/** The kinds whose every write makes a version, by table name. */
export interface RegistryTables {
  org: OrgTable;
  org_settings: OrgSettingsTable;
  gis_node: GisNodeTable;
  manager: ManagerTable;
  tower_block: TowerBlockTable;
  access_group: AccessGroupTable;
  entrance: EntranceTable;
  apartment: ApartmentTable;
  apartment_org: ApartmentOrgTable;
  container_group: ContainerGroupTable;
  access_group_container_group: AccessGroupContainerGroupTable;
  container: ContainerTable;
  card: CardTable;
  apartment_card: ApartmentCardTable;
  claim_code: ClaimCodeTable;
}

export type RegistryTable = keyof RegistryTables;

/** All versions, past and current, of each registry kind. */
type VersionViews = { [Table in RegistryTable as `${Table}_version`]: RegistryTables[Table] };

export interface Database extends RegistryTables, VersionViews, IdentityTables {
  deletion: DeletionTable;
  saved_view: SavedViewTable;
  saved_view_default: SavedViewDefaultTable;
  ara_card: AraCardTable;
  audit_entry: AuditEntryTable;
  rate_limit: RateLimitTable;
  card_event: CardEventTable;
  card_event_receipt: ReceiptTable;
  card_event_set_aside: CardEventSetAsideTable;
  event_forgetting: EventForgettingTable;
  status_update: StatusUpdateTable;
  status_update_set_aside: StatusUpdateSetAsideTable;
  status_update_receipt: ReceiptTable;
  container_status: ContainerStatusTable;
  container_status_summary: ContainerStatusSummaryTable;
}

/** Columns of the registry that PostgreSQL keeps to find and to order by; nobody else reads them (`row-columns.ts`). */
type LookUpColumn = `${string}_key` | 'search' | 'occupier_search';

/** A row as it is read. */
export type Row<Table extends keyof Database> = Table extends RegistryTable
  ? Omit<Selectable<Database[Table]>, LookUpColumn>
  : Selectable<Database[Table]>;
