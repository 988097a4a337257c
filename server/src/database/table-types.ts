/** Printed by `npm run tables` from the migrations; a test fails while it is not what they make. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CardEventKind, StatusLevel, StatusUpdateKind, WasteStream } from '@noa/domain/vocabulary.ts';

/** int8: a string in rows, so that no digit is lost. */
type Whole = string | number | bigint;
type BigInt8 = ColumnType<string, Whole, Whole>;
type BigInt8WithDefault = ColumnType<string, Whole | undefined, Whole>;

type Json = JSONColumnType<Record<string, unknown>>;

/** What each version has, whatever is given. */
interface Version {
  row_id: ColumnType<string, never, never>;
  valid_from: ColumnType<Date, never, never>;
  valid_to: ColumnType<Date, never, never>;
  updated_by: ColumnType<string, never, never>;
}

/** Every table that the application or the embedded provider reads or writes. */
export interface Tables {
  access_group: Version & {
    org_id: string;
    id: Generated<string>;
    name: string;
    access_mode: Generated<'controlled' | 'open'>;
    name_key: GeneratedAlways<string>;
  };
  access_group_container_group: Version & {
    org_id: string;
    id: Generated<string>;
    access_group_id: string;
    container_group_id: string;
  };
  account: {
    id: Generated<string>;
    issuer: string | null;
    subject: string | null;
    email: string | null;
    name: Generated<string>;
    created_at: Generated<Date>;
    last_seen_at: Date | null;
    roles: Generated<string[]>;
    blocked_at: Date | null;
  };
  account_apartment: {
    org_id: string;
    apartment_id: string;
    account_id: string;
  };
  alert_delivery: {
    org_id: string;
    id: Generated<string>;
    incident_id: string;
    occasion: 'opened' | 'escalated';
    channel: 'mail' | 'webhook';
    state: Generated<'waiting' | 'sending' | 'sent' | 'failed'>;
    attempts: Generated<number>;
    look_at: Date | null;
    pending: Generated<string[]>;
    accepted: Generated<string[]>;
    refused: Generated<string[]>;
    body: string | null;
    failure: string | null;
    status: number | null;
    created_at: Generated<Date>;
    finished_at: Date | null;
  };
  alert_rule: {
    org_id: string;
    id: Generated<string>;
    name: string;
    condition: 'level' | 'silence' | 'fill' | 'refusals' | 'unusual';
    reading_kind: 'battery_life_pct' | 'battery_life_status' | 'emptying_detected' | 'fill_closed' | 'fill_level_pct' | 'installation' | 'preventive_maintenance' | 'servicing' | 'sync' | null;
    level: 'error' | 'warning' | null;
    threshold: number | null;
    minutes: number;
    recipients: string[];
    locale: 'ro' | 'en';
    webhook_url: string | null;
    webhook_secret_cipher: Buffer | null;
    escalate_minutes: number | null;
    escalate_to: string[];
    active: Generated<boolean>;
    look_at: Generated<Date>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    updated_by: Generated<string>;
    counted_at: Date | null;
    unwatched_from: Date | null;
    unwatched_to: Date | null;
  };
  apartment: Version & {
    org_id: string;
    id: Generated<string>;
    entrance_id: string;
    addr_ap: string;
    occupier_kind: Generated<'business' | 'domestic' | 'unknown' | 'unoccupied'>;
    occupier_name: string | null;
    occupier_first_name: string | null;
    occupier_id_number_cipher: Buffer | null;
    occupier_id_number_hash: Buffer | null;
    occupier_id_number_mask: string | null;
    addr_ap_key: GeneratedAlways<string>;
    occupier_name_key: GeneratedAlways<string>;
    occupier_first_name_key: GeneratedAlways<string>;
    occupier_id_number_key: GeneratedAlways<string>;
    occupier_search: GeneratedAlways<string>;
    occupier_erased: Generated<boolean>;
  };
  apartment_card: Version & {
    org_id: string;
    id: Generated<string>;
    apartment_id: string;
    card_id: string;
    active: Generated<boolean>;
    created_at: Generated<Date>;
  };
  apartment_org: Version & {
    org_id: string;
    id: Generated<string>;
    apartment_id: string;
    serving_org_id: string;
  };
  ara_card: Version & {
    org_id: string;
    card_id: string;
    account_id: string;
    id: Generated<string>;
    created_at: Generated<Date>;
  };
  audit_entry: {
    number: ColumnType<string, never, never>;
    at: ColumnType<Date, never, never>;
    org_id: ColumnType<string, never, never>;
    actor: ColumnType<string, never, never>;
    account_id: ColumnType<string | null, never, never>;
    action: ColumnType<'reveal_id_number' | 'erase_occupier' | 'take_file' | 'restore_database' | 'export_org' | 'import_org', never, never>;
    kind: ColumnType<string, never, never>;
    record_id: ColumnType<string, never, never>;
    purpose: ColumnType<string, never, never>;
    previous_hash: ColumnType<Buffer, never, never>;
    hash: ColumnType<Buffer, never, never>;
  };
  bulk_item: {
    org_id: string;
    job_id: string;
    position: number;
    record_id: string;
    row_id: BigInt8;
    outcome: 'changed' | 'unchanged' | 'refused' | null;
    reason: string | null;
  };
  bulk_job: {
    org_id: string;
    id: Generated<string>;
    action: 'block_cards' | 'unblock_cards' | 'change_container_access_mode' | 'mark_containers_emptied' | 'change_container_group_access_mode' | 'change_access_group_access_mode' | 'move_entrances_to_access_group' | 'move_entrances_to_manager';
    action_values: Generated<Json>;
    reason: string | null;
    state: Generated<'queued' | 'running' | 'done' | 'cancelled' | 'failed'>;
    starter_id: string;
    starter_roles: string[];
    created_by: Generated<string>;
    created_at: Generated<Date>;
    started_at: Date | null;
    finished_at: Date | null;
    total: number;
    changed: Generated<number>;
    unchanged: Generated<number>;
    refused: Generated<number>;
    done: GeneratedAlways<number>;
    failed_steps: Generated<number>;
    run_after: Generated<Date>;
    failure: string | null;
  };
  card: Version & {
    org_id: string;
    id: Generated<string>;
    kind: 'physical' | 'virtual';
    status: Generated<'normal' | 'blocked' | 'erased'>;
    serial_number: string;
    display_serial_number: string;
    delivery_note: Generated<string>;
    supplier: Generated<string>;
  };
  card_event: {
    org_id: ColumnType<string, never, never>;
    id: ColumnType<string, never, never>;
    kind: ColumnType<CardEventKind, never, never>;
    occurred_at: ColumnType<Date, never, never>;
    device_at: ColumnType<Date | null, never, never>;
    received_at: ColumnType<Date, never, never>;
    clock_corrected: ColumnType<boolean, never, never>;
    boot_number: ColumnType<number | null, never, never>;
    event_number: ColumnType<number | null, never, never>;
    list_version: ColumnType<string | null, never, never>;
    serial_number: ColumnType<string | null, never, never>;
    reason: ColumnType<string | null, never, never>;
    actor: ColumnType<string | null, never, never>;
    container_id: ColumnType<string | null, never, never>;
    container_group_id: ColumnType<string | null, never, never>;
    waste_stream: ColumnType<WasteStream | null, never, never>;
    card_id: ColumnType<string | null, never, never>;
    apartment_id: ColumnType<string | null, never, never>;
    entrance_id: ColumnType<string | null, never, never>;
    tower_block_id: ColumnType<string | null, never, never>;
    access_group_id: ColumnType<string | null, never, never>;
    manager_id: ColumnType<string | null, never, never>;
    litres: ColumnType<number, never, never>;
    failed_attempt: ColumnType<boolean, never, never>;
    unauthorised: ColumnType<boolean, never, never>;
    tx_id: ColumnType<string, never, never>;
    anonymous: ColumnType<boolean, never, never>;
    forget_on: ColumnType<string | null, never, never>;
    who_occurred_at: ColumnType<Date | null, never, never>;
    entrance_number: ColumnType<number | null, never, never>;
    container_number: ColumnType<number | null, never, never>;
  };
  card_event_receipt: {
    org_id: string;
    container_id: string;
    boot_number: number;
    received: Generated<string>;
    heard_at: Date | null;
    repeated: Generated<string>;
  };
  card_event_set_aside: {
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
  };
  card_grant: {
    org_id: ColumnType<string, never, never>;
    container_group_id: ColumnType<string, never, never>;
    card_id: ColumnType<string, never, never>;
    serial_number: ColumnType<string, never, never>;
    action: ColumnType<'admit' | 'refuse' | 'forget', never, never>;
    version: ColumnType<string, never, never>;
    changed_at: ColumnType<Date, never, never>;
  };
  card_request: Version & {
    org_id: string;
    id: Generated<string>;
    apartment_id: string;
    serial_number: string;
    display_serial_number: string;
    state: Generated<'open' | 'accepted' | 'refused'>;
    requested_by: Generated<string>;
    created_at: Generated<Date>;
    reason: string | null;
    card_id: string | null;
  };
  claim_code: Version & {
    org_id: string;
    id: Generated<string>;
    apartment_id: string;
    state: Generated<'live' | 'redeemed' | 'revoked'>;
    code_hash: Buffer;
    code_cipher: Buffer | null;
    created_at: Generated<Date>;
    expires_at: Date;
    card_id: string | null;
  };
  cold_file: {
    name: ColumnType<string, never, never>;
    org_id: ColumnType<string, never, never>;
    month: ColumnType<string, never, never>;
    events: ColumnType<number, never, never>;
    bytes: ColumnType<string, never, never>;
    sha256: ColumnType<Buffer, never, never>;
    last_tx: ColumnType<string, never, never>;
    container_ids: ColumnType<string, never, never>;
  };
  cold_run: {
    name: ColumnType<string, never, never>;
    org_id: ColumnType<string, never, never>;
    container_id: ColumnType<string, never, never>;
    boot_number: ColumnType<number, never, never>;
    first: ColumnType<number, never, never>;
    last: ColumnType<number, never, never>;
    first_at: ColumnType<Date, never, never>;
    last_at: ColumnType<Date, never, never>;
  };
  container: Version & {
    org_id: string;
    id: Generated<string>;
    container_group_id: string;
    serial_number: string;
    waste_stream: 'biodegradable' | 'glass' | 'paper_cardboard' | 'plastic_metal' | 'residual';
    access_mode: Generated<'controlled' | 'open'>;
    size_litres: number;
    volume_control_litres: number;
    card_capacity: Generated<number>;
    addr_street: Generated<string>;
    addr_nr: Generated<string>;
    addr_bl: Generated<string>;
    lat: number | null;
    lng: number | null;
    serial_number_key: GeneratedAlways<string>;
    search: GeneratedAlways<string>;
    addr_street_key: GeneratedAlways<string>;
    addr_nr_key: GeneratedAlways<string>;
    addr_bl_key: GeneratedAlways<string>;
    fill_level_key: Generated<number>;
  };
  container_group: Version & {
    org_id: string;
    id: Generated<string>;
    item_number: string;
    name: Generated<string>;
    access_mode: Generated<'controlled' | 'open'>;
    gis_node_id: string | null;
    addr_street: Generated<string>;
    addr_nr: Generated<string>;
    addr_bl: Generated<string>;
    lat: number | null;
    lng: number | null;
    item_number_key: GeneratedAlways<string>;
    addr_street_key: GeneratedAlways<string>;
    addr_nr_key: GeneratedAlways<string>;
    addr_bl_key: GeneratedAlways<string>;
    search: GeneratedAlways<string>;
  };
  container_status: {
    org_id: string;
    container_id: string;
    kind: string;
    level: string;
    value: string | null;
    occurred_at: Date;
    status_update_id: BigInt8;
    since: Date | null;
  };
  container_status_summary: {
    org_id: string;
    container_id: string;
    heard_at: Date | null;
    error_at: Date | null;
    warning_at: Date | null;
    info_at: Date | null;
    ok_at: Date | null;
  };
  container_sync: {
    org_id: string;
    container_id: string;
    applied_version: BigInt8 | null;
    applied_at: Date | null;
    asked_at: Date | null;
    failure: 'failed' | 'over_capacity' | 'checksum' | null;
    failure_reason: string | null;
    failed_at: Date | null;
    restart: Generated<boolean>;
    due_since: Date | null;
    ground: BigInt8 | null;
  };
  counted_month: {
    org_id: string;
    month: string;
    starts: Date;
    ends: Date;
    closed_at: Date | null;
  };
  data_key: {
    id: ColumnType<Buffer, never, never>;
    number: ColumnType<number, never, never>;
    is_current: ColumnType<boolean, never, never>;
    wrapped: ColumnType<Buffer | null, never, never>;
    old_format: ColumnType<boolean, never, never>;
  };
  data_key_holder: {
    server: string;
    key_id: Buffer;
    seen_at: Generated<Date>;
  };
  database_whereabouts: {
    is_only: ColumnType<boolean, never, never>;
    place: ColumnType<string, never, never>;
    written_by: ColumnType<string, never, never>;
    beat: ColumnType<string, never, never>;
    generation: ColumnType<string, never, never>;
  };
  deletion: {
    org_id: ColumnType<string | null, never, never>;
    kind: ColumnType<string, never, never>;
    id: ColumnType<string, never, never>;
    row_id: ColumnType<string, never, never>;
    deleted_at: ColumnType<Date, never, never>;
    deleted_by: ColumnType<string, never, never>;
  };
  download_ticket: {
    id: string;
    account_id: string;
    place: number;
    token_hash: Buffer;
    asked_cipher: Buffer;
    made_at: Generated<Date>;
    expires_at: Generated<Date>;
  };
  ended_membership: {
    org_id: string;
    account_id: string;
    ended_at: Generated<Date>;
  };
  entrance: Version & {
    org_id: string;
    id: Generated<string>;
    tower_block_id: string;
    addr_sc: string;
    access_group_id: string | null;
    manager_id: string | null;
    addr_sc_key: GeneratedAlways<string>;
    access_group_key: GeneratedAlways<string>;
    manager_key: GeneratedAlways<string>;
    address_key: Generated<string>;
    search: Generated<string>;
  };
  event_forgetting: {
    org_id: ColumnType<string, never, never>;
    kept_from: ColumnType<Date, never, never>;
    unknown_before: ColumnType<Date, never, never>;
    uses_counted_from: ColumnType<Date, never, never>;
    deleted_before: ColumnType<Date, never, never>;
    acts_deleted_before: ColumnType<Date, never, never>;
    deletions: ColumnType<string, never, never>;
    event_deletions: ColumnType<string, never, never>;
    events_deleted_before: ColumnType<Date, never, never>;
    deleting: ColumnType<boolean, never, never>;
  };
  event_identity: {
    org_id: string;
    event_id: BigInt8;
    occurred_at: Date;
    card_id: string | null;
    apartment_id: string | null;
    manager_id: string | null;
    serial_number: string | null;
    actor: string | null;
    reason: string | null;
    forget_on: string;
  };
  former_list: {
    org_id: ColumnType<string, never, never>;
    container_id: ColumnType<string, never, never>;
    container_group_id: ColumnType<string, never, never>;
    version: ColumnType<string, never, never>;
  };
  gateway_client: {
    client_id: string;
    org_id: string;
  };
  gis_node: Version & {
    id: string;
    org_id: string | null;
    kind: 'county' | 'uat' | 'loc' | 'artery';
    name: string;
    parent_id: string | null;
    siruta: number | null;
    lat: number | null;
    lng: number | null;
    name_key: GeneratedAlways<string>;
    official_name: Generated<string>;
    search: GeneratedAlways<string>;
    match_key: GeneratedAlways<string>;
  };
  grant_list: {
    org_id: ColumnType<string, never, never>;
    container_group_id: ColumnType<string, never, never>;
    version: ColumnType<string, never, never>;
    admitted: ColumnType<number, never, never>;
    changed_at: ColumnType<Date, never, never>;
    forgotten: ColumnType<string, never, never>;
  };
  grant_offer: {
    org_id: string;
    container_group_id: string;
    version: BigInt8;
    checksum: string;
    admitted: number;
  };
  import_change: {
    org_id: string | null;
    job_id: string;
    position: number;
    kind: string;
    change: 'create' | 'update';
    columns: string[];
    ids: string[];
    row_ids: string;
  };
  import_job: {
    org_id: string | null;
    id: Generated<string>;
    kind: string;
    state: Generated<'uploaded' | 'checking' | 'checked' | 'applying' | 'applied' | 'undoing' | 'undone' | 'cancelled' | 'failed'>;
    file_name: string;
    content: Buffer | null;
    format: Json;
    mapping: Json;
    counts: Json | null;
    timings: Json | null;
    failure: string | null;
    created_by: Generated<string>;
    created_at: Generated<Date>;
    finished_at: Date | null;
    run: string | null;
    server: string | null;
    run_began_at: Date | null;
    run_share: string | null;
    create_missing: Generated<boolean>;
    undo_until: Date | null;
    undo: Json | null;
  };
  import_mapping: {
    org_id: string | null;
    kind: string;
    header_hash: string;
    mapping: Json;
  };
  import_match: {
    org_id: string;
    job_id: string;
    block_key: string;
    row_number: number;
    county: string;
    locality: string;
    addr_street: string;
    addr_nr: string;
    addr_bl: string;
    outcome: 'same' | 'probably' | 'new';
    reason: string;
    score: number;
    tower_block_id: string | null;
    decision: 'accepted' | 'refused' | null;
  };
  import_problem: {
    org_id: string | null;
    job_id: string;
    position: number;
    row_number: number;
    field: string | null;
    value: string | null;
    reason: string;
    other_row: number | null;
    is_warning: Generated<boolean>;
    proposals: Generated<string[]>;
  };
  incident: {
    org_id: string;
    id: Generated<string>;
    rule_id: string;
    rule_name: string;
    condition: string;
    reading_kind: string | null;
    level: string | null;
    threshold: number | null;
    minutes: number;
    island_id: string;
    container_group_id: string | null;
    container_ids: string;
    state: Generated<'open' | 'acknowledged' | 'resolved'>;
    opened_at: Date;
    acknowledged_at: Date | null;
    acknowledged_by: string | null;
    escalated_at: Date | null;
    silenced_until: Date | null;
    silenced_by: string | null;
    calm_since: Date | null;
    resolved_at: Date | null;
    reopened: Generated<number>;
    openings: number | null;
    usual_openings: number | null;
    reopened_at: Date | null;
  };
  kept_report: {
    id: Generated<string>;
    org_ids: string;
    all_orgs: boolean;
    who_org_ids: string;
    who_all: boolean;
    account_id: string;
    kept_by: string;
    kept_at: Date;
    report: string;
    title: string;
    row_count: number;
    completeness: number | null;
    named_from: Date | null;
    content: string;
    hash: Buffer;
  };
  manager: Version & {
    org_id: string;
    id: Generated<string>;
    name: string;
    name_key: GeneratedAlways<string>;
  };
  manager_member: {
    org_id: string;
    manager_id: string;
    account_id: string;
    since: Generated<Date>;
  };
  map_file: {
    id: Generated<string>;
    name: string;
    bytes: number;
    state: Generated<'coming' | 'checking' | 'used'>;
    started_at: Generated<Date>;
    uploaded_by: Generated<string>;
    used_since: Date | null;
    digest: string | null;
    west: number | null;
    south: number | null;
    east: number | null;
    north: number | null;
    min_zoom: number | null;
    max_zoom: number | null;
  };
  map_file_part: {
    file_id: string;
    number: number;
    content: Buffer;
  };
  member_invitation: {
    org_id: string;
    id: Generated<string>;
    job_id: string;
    email: string;
    name: string;
    roles: string[];
    inviter: string;
    invited_to: string;
    locale: 'ro' | 'en' | null;
  };
  month_key: {
    org_id: string;
    month: string;
    key_cipher: Buffer;
  };
  month_participation: {
    org_id: string;
    month: string;
    id: GeneratedAlways<string>;
    manager_id: string | null;
    tower_block_id: string | null;
    entrance_id: string | null;
    access_group_id: string | null;
    has_card: boolean;
    is_used: boolean;
    apartments: number;
  };
  month_pseudonym: {
    org_id: string;
    month: string;
    pseudonym: Buffer;
    day: Generated<string>;
  };
  numbered_container: {
    number: ColumnType<number, never, never>;
    org_id: ColumnType<string, never, never>;
    container_id: ColumnType<string | null, never, never>;
    container_group_id: ColumnType<string | null, never, never>;
    waste_stream: ColumnType<WasteStream | null, never, never>;
  };
  numbered_entrance: {
    number: ColumnType<number, never, never>;
    org_id: ColumnType<string, never, never>;
    entrance_id: ColumnType<string | null, never, never>;
    tower_block_id: ColumnType<string | null, never, never>;
    access_group_id: ColumnType<string | null, never, never>;
    manager_id: ColumnType<string | null, never, never>;
  };
  org: Version & {
    id: Generated<string>;
    org_id: GeneratedAlways<string>;
    name: string;
    addr: Generated<string>;
    enabled: Generated<boolean>;
    time_zone: Generated<string>;
    name_key: GeneratedAlways<string>;
    gis_node_id: string | null;
  };
  org_member: {
    org_id: string;
    account_id: string;
    since: Generated<Date>;
  };
  org_settings: Version & {
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
    identity_purpose: Generated<string>;
  };
  provider_client: {
    client_id: ColumnType<string, never, never>;
    secret_cipher: ColumnType<Buffer, never, never>;
    made_at: ColumnType<Date, never, never>;
  };
  provider_item: {
    model: string;
    id: string;
    payload: Json;
    grant_id: string | null;
    user_code: string | null;
    uid: string | null;
    expires_at: Date | null;
    consumed_at: Date | null;
  };
  provider_key: {
    name: string;
    value: Json;
  };
  provider_link: {
    token_hash: Buffer;
    purpose: 'root' | 'invitation' | 'reset';
    user_id: string | null;
    made_at: Generated<Date>;
    expires_at: Date;
  };
  provider_mail: {
    id: Generated<string>;
    purpose: 'invitation' | 'reset' | 'sign_up';
    address: string;
    inviter: Generated<string>;
    place: Generated<string>;
    made_at: Generated<Date>;
    due_at: Generated<Date>;
    tries: Generated<number>;
    locale: Generated<'ro' | 'en'>;
  };
  provider_passkey: {
    credential_id: string;
    user_id: string;
    public_key: Buffer;
    counter: BigInt8;
    transports: Generated<string[]>;
    name: string;
    created_at: Generated<Date>;
    last_used_at: Date | null;
  };
  provider_recovery_code: {
    user_id: string;
    code_hash: Buffer;
  };
  provider_secret: {
    name: string;
    secret_cipher: Buffer;
  };
  provider_session_seen: {
    uid: string;
    user_id: string;
    address: string;
    agent: string;
    began_at: Generated<Date>;
    seen_at: Generated<Date>;
  };
  provider_sign_up: {
    token_hash: Buffer;
    address: string;
    locale: 'ro' | 'en';
    made_at: Generated<Date>;
    expires_at: Date;
  };
  provider_signing_key: {
    kid: string;
    private_cipher: Buffer;
    made_at: Generated<Date>;
    signs_from: Date;
  };
  provider_totp: {
    user_id: string;
    secret_cipher: Buffer;
    last_step: BigInt8WithDefault;
    confirmed_at: Date | null;
  };
  provider_user: {
    id: string;
    email: string;
    name: string;
    roles: string[];
    password_hash: string | null;
    locale: Generated<'ro' | 'en'>;
    made_at: Generated<Date>;
    blocked_at: Date | null;
  };
  rate_limit: {
    key: Buffer;
    tries: Date[];
    last_try_at: Date;
  };
  report_schedule: {
    org_id: string;
    id: Generated<string>;
    owner_id: string;
    report: string;
    period: 'yesterday' | 'last_7_days' | 'last_week' | 'last_30_days' | 'this_month' | 'last_month' | 'last_12_months' | 'this_year' | 'last_year';
    asked: Json;
    frequency: 'daily' | 'weekly' | 'monthly';
    weekday: number | null;
    month_day: number | null;
    hour: number;
    format: 'CSV' | 'XLSX';
    locale: 'ro' | 'en';
    recipients: string[];
    active: Generated<boolean>;
    counts_from: Date;
    next_due_at: Date | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    updated_by: Generated<string>;
  };
  report_schedule_run: {
    org_id: string;
    schedule_id: string;
    due_on: string;
    due_at: Date;
    state: Generated<'preparing' | 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown'>;
    attempts: Generated<number>;
    look_at: Date | null;
    pending: string[];
    accepted: Generated<string[]>;
    refused: Generated<string[]>;
    failure: string | null;
    smtp_code: number | null;
    period_from: Date | null;
    period_to: Date | null;
    fresh_as_of: Date | null;
    finished_at: Date | null;
    server: string | null;
    taken_at: Date | null;
  };
  saved_view: {
    org_id: string | null;
    id: Generated<string>;
    account_id: string | null;
    kind: string;
    name: string;
    search: string;
    hidden_columns: string[];
  };
  saved_view_default: {
    account_id: string;
    kind: string;
    saved_view_id: string;
  };
  sign_in_place: {
    key: Buffer;
    last_at: Date;
  };
  sign_in_try: {
    key: Buffer;
    tries: Date[];
    last_try_at: Date;
  };
  status_update: {
    org_id: string;
    id: BigInt8WithDefault;
    container_id: string;
    kind: 'battery_life_pct' | 'battery_life_status' | 'emptying_detected' | 'fill_closed' | 'fill_level_pct' | 'installation' | 'preventive_maintenance' | 'servicing' | 'sync';
    level: 'error' | 'info' | 'ok' | 'warning';
    value: string | null;
    occurred_at: Date;
    device_at: Date | null;
    received_at: Generated<Date>;
    clock_corrected: Generated<boolean>;
    boot_number: number | null;
    update_number: BigInt8 | null;
    actor: string | null;
    tx_id: Generated<string>;
    note: string | null;
    acknowledged: Generated<boolean>;
  };
  status_update_receipt: {
    org_id: string;
    container_id: string;
    boot_number: number;
    received: Generated<string>;
    heard_at: Date | null;
    repeated: Generated<string>;
  };
  status_update_set_aside: {
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
  };
  stored_event: {
    id: BigInt8WithDefault;
    occurred_at: Date;
    received_at: Generated<Date>;
    tx_id: Generated<string>;
    device_at: Date | null;
    list_version: BigInt8 | null;
    container_number: number | null;
    entrance_number: number | null;
    boot_number: number | null;
    event_number: number | null;
    kind: CardEventKind;
    litres: Generated<number>;
    forget_on: string | null;
    org_id: string;
    failed_attempt: Generated<boolean>;
    unauthorised: Generated<boolean>;
    anonymous: Generated<boolean>;
  };
  tower_block: Version & {
    org_id: string;
    id: Generated<string>;
    source_ref: string | null;
    county: Generated<string>;
    locality: Generated<string>;
    gis_node_id: string | null;
    addr_street: string;
    addr_nr: Generated<string>;
    addr_bl: Generated<string>;
    lat: number | null;
    lng: number | null;
    addr_street_key: GeneratedAlways<string>;
    addr_nr_key: GeneratedAlways<string>;
    addr_bl_key: GeneratedAlways<string>;
    search: GeneratedAlways<string>;
  };
}

/** The kinds whose every write makes a version. */
export type VersionedTable =
  | 'access_group'
  | 'access_group_container_group'
  | 'apartment'
  | 'apartment_card'
  | 'apartment_org'
  | 'ara_card'
  | 'card'
  | 'card_request'
  | 'claim_code'
  | 'container'
  | 'container_group'
  | 'entrance'
  | 'gis_node'
  | 'manager'
  | 'org'
  | 'org_settings'
  | 'tower_block';
