import { randomUUID } from 'node:crypto';
import { aWorld } from '../authorization/world.ts';
import { openIds } from '../database/keys/id-key.ts';
import { openKeys } from '../database/keys/key-rotation.ts';
import { onlyKey, Sealer } from '../database/keys/sealing.ts';
import { asOwner, asSystem, databaseUrl, dataKey } from '../testing/harness.ts';

/** What a world has none of: one row each, of what tests of their own fill by what is done. All of it is invented. */
const further = [
  `set noa.actor = 'tests'`,
  `set noa.scope_all = 'on'`,
  `insert into gis_node (id, kind, name, official_name) values ('t-1', 'county', 'Județul Iași', 'JUDEȚUL IAȘI')`,
  `insert into gis_node (id, kind, name, parent_id) values ('t-2', 'uat', 'Bîrlad', 't-1')`,
  `insert into account_apartment select a.org_id, a.id, c.id from apartment a, account c limit 1`,
  `insert into import_mapping select id, 'buildings', repeat('0', 64), '{}' from org limit 1`,
  `insert into import_problem (org_id, job_id, position, row_number, reason) select org_id, id, 1, 1, 'missing' from import_job limit 1`,
  `insert into import_change select org_id, id, 1, 'apartment', 'create', '{}', '{a}', '{1}' from import_job limit 1`,
  `insert into import_match (org_id, job_id, block_key, row_number, county, locality, addr_street, addr_nr, addr_bl, outcome, reason, score)
    select org_id, id, 'str', 1, 'Iași', 'Bârlad', 'Str. Țepeș', '3', '', 'new', 'unknownBlock', 0 from import_job limit 1`,
  `insert into member_invitation (org_id, job_id, email, name, roles, inviter, invited_to, locale)
    select org_id, id, 'ion@noa.test', 'Ion Țapu', '{local_reporter}', 'Ana', 'Pașcani', 'en' from import_job limit 1`,
  `insert into ended_membership (org_id, account_id) select o.id, a.id from org o, account a limit 1`,
  `insert into map_file_part select id, 0, '\\x00ff' from map_file limit 1`,
  `insert into saved_view_default select a.id, v.kind, v.id from saved_view v, account a limit 1`,
  `insert into card_event_receipt select org_id, id, 1, '{[1,3)}', now(), '{[1,2)}' from container limit 1`,
  `insert into status_update_receipt select org_id, id, 1, '{[1,3)}', now(), '{[1,2)}' from container limit 1`,
  `insert into card_event_set_aside (org_id, container_id, boot_number, event_number, kind, device_at)
    select org_id, id, 1, 7, 'access', now() from container limit 1`,
  `insert into status_update_set_aside (org_id, container_id, boot_number, update_number, kind, device_at)
    select org_id, id, 1, 7, 'heartbeat', now() from container limit 1`,
  `insert into former_list select org_id, id, container_group_id, 0 from container where container_group_id is not null limit 1
    on conflict do nothing`,
  `insert into grant_offer select org_id, container_group_id, version, repeat('0', 64), admitted from grant_list limit 1
    on conflict do nothing`,
  `insert into event_forgetting (org_id) select id from org limit 1 on conflict do nothing`,
  `insert into counted_month select id, '2026-03-01', '2026-02-28 22:00Z', '2026-03-31 21:00Z', now() from org limit 1`,
  `insert into month_key select org_id, month, '\\x00ff' from counted_month`,
  `insert into month_pseudonym select org_id, month, '\\x00ff' from counted_month`,
  `insert into month_participation (org_id, month, has_card, is_used, apartments) select org_id, month, true, false, 7 from counted_month`,
  `insert into provider_item (model, id, payload) values ('Session', 's-1', '{"ușă": [1, 2.50, null]}')`,
  `insert into backup_run values (now(), now(), now(), '/backups', 'noa-20261122T013000Z-000000', null)`,
  `insert into provider_key values ('tests', '{"keys": []}')`,
  `insert into provider_user (id, email, name, roles, password_hash)
    values (new_id(), 'ana@noa.test', 'Ana "Ș"\t\\N', '{root}', 'none')`,
  `insert into provider_mail (purpose, address, locale) values ('sign_up', 'ana@noa.test', 'en')`,
  `insert into provider_link (token_hash, purpose, user_id, expires_at)
    select sha256('l'), 'reset', id, now() from provider_user limit 1`,
  `select append_audit(id, 'reveal_id_number', 'Apartment', id, null, 'o probă — ț') from org`,
  ...[
    'org',
    'manager',
    'access_group',
    'tower_block',
    'entrance',
    'apartment',
    'container_group',
    'container',
    'card',
  ].map((kind) => `update ${kind} set valid_to = valid_to`),
  ...[
    'apartment_card',
    'ara_card',
    'apartment_org',
    'access_group_container_group',
    'claim_code',
    'card_request',
    'gis_node',
    'org_settings',
  ].map((kind) => `update ${kind} set valid_to = valid_to`),
  `delete from manager where id = (select m.id from manager m left join entrance e on e.manager_id = m.id
    where e.id is null and not exists (select from manager_member x where x.manager_id = m.id) limit 1)`,
];

/** Fills this file's database with rows in every table that there is, sealed with the key of the tests. */
export async function fillEveryTable(): Promise<void> {
  await aWorld('filled');
  await openIds(databaseUrl, await openKeys(databaseUrl, dataKey, () => undefined));
  await asOwner(...further, await aTicket(), ...ofProvider());
}

/** SQL of something sealed for its place. */
const sealed = (purpose: string, ...aad: string[]) =>
  `'\\x${new Sealer(onlyKey(dataKey), purpose).seal(Buffer.from('{}'), aad).toString('hex')}'`;

const person = randomUUID();

/** What the embedded provider keeps of a person and of itself. */
const ofProvider = (): string[] => [
  `insert into provider_signing_key values ('k-1', ${sealed('provider-signing-key', 'k-1')}, now(), now())`,
  `insert into provider_secret values ('s-1', ${sealed('provider-secret', 's-1')})`,
  `insert into provider_user (id, email, name, roles) values ('${person}', 'eva@noa.test', 'Eva', '{root}')`,
  `insert into provider_totp (user_id, secret_cipher) values ('${person}', ${sealed('provider-totp', person)})`,
  `insert into provider_recovery_code values ('${person}', sha256('r'))`,
  `insert into provider_passkey (credential_id, user_id, public_key, counter, name) values ('p-1', '${person}', '', 0, 'Firefox')`,
  `insert into provider_session_seen (uid, user_id, address, agent) values ('s-1', '${person}', '192.0.2.1', 'Firefox')`,
  `insert into provider_client values ('gateway-1', ${sealed('provider-client', 'gateway-1')})`,
];

/** A file that somebody waits for, sealed for its place. */
async function aTicket(): Promise<string> {
  const account = await asSystem((tx) => tx.selectFrom('account').select('id').executeTakeFirstOrThrow());
  const id = randomUUID();
  const cipher = new Sealer(onlyKey(dataKey), 'download-ticket').seal(Buffer.from('{}'), [account.id, id]);
  return `insert into download_ticket (id, account_id, place, token_hash, asked_cipher)
    values ('${id}', '${account.id}', 1, decode(repeat('00', 32), 'hex'), '\\x${cipher.toString('hex')}')`;
}
