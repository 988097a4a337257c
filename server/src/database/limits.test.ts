import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { accessGroupLimits } from '@noa/domain/access-group.ts';
import { apartmentLimits } from '@noa/domain/apartment.ts';
import { containerGroupLimits } from '@noa/domain/container-group.ts';
import { containerLimits } from '@noa/domain/container.ts';
import { entranceLimits } from '@noa/domain/entrance.ts';
import { buildingLimits } from '@noa/domain/import-buildings.ts';
import { gatewayLimits } from '@noa/domain/gateway.ts';
import { managerLimits } from '@noa/domain/manager.ts';
import { memberLimits } from '@noa/domain/member.ts';
import { orgSettingsLimits } from '@noa/domain/org-settings.ts';
import { orgLimits } from '@noa/domain/org.ts';
import { placeLimits } from '@noa/domain/place.ts';
import { db } from '../testing/harness.ts';

/** Where a limit of the domain stands in the database: the greatest number its CHECK allows. */
const limits: [string, string, number][] = [
  ['org', 'name', orgLimits.nameLength],
  ['org', 'addr', orgLimits.addrLength],
  ['org_settings', 'identity_days', orgSettingsLimits.identityDays.max],
  ['org_settings', 'event_retention_months', orgSettingsLimits.eventRetentionMonths.max],
  ['org_settings', 'personal_data_retention_months', orgSettingsLimits.personalDataRetentionMonths.max],
  ['org_settings', 'claim_code_days', orgSettingsLimits.claimCodeDays.max],
  ['org_settings', 'silence_warning_hours', orgSettingsLimits.silenceWarningHours.max],
  ['org_settings', 'silence_error_hours', orgSettingsLimits.silenceErrorHours.max],
  ['org_settings', 'battery_warning_pct', orgSettingsLimits.batteryWarningPct.max],
  ['org_settings', 'battery_error_pct', orgSettingsLimits.batteryErrorPct.max],
  ['org_settings', 'fill_warning_pct', orgSettingsLimits.fillWarningPct.max],
  ['org_settings', 'fill_error_pct', orgSettingsLimits.fillErrorPct.max],
  ['org_settings', 'legal_basis', orgSettingsLimits.legalBasisLength],
  ['org_settings', 'mail_domains', orgSettingsLimits.mailDomainsLength],
  ['account', 'email', memberLimits.emailLength],
  ['gateway_client', 'client_id', gatewayLimits.clientIdLength],
  ['manager', 'name', managerLimits.nameLength],
  ['access_group', 'name', accessGroupLimits.nameLength],
  ['entrance', 'addr_sc', entranceLimits.addrScLength],
  ['apartment', 'addr_ap', apartmentLimits.addrApLength],
  ['apartment', 'occupier_name', apartmentLimits.occupierNameLength],
  ['apartment', 'occupier_first_name', apartmentLimits.occupierFirstNameLength],
  ['container_group', 'item_number', containerGroupLimits.itemNumberLength],
  ['container_group', 'name', containerGroupLimits.nameLength],
  ['container_group', 'addr_street', placeLimits.addrStreetLength],
  ['container_group', 'addr_nr', placeLimits.addrNrLength],
  ['container', 'addr_bl', placeLimits.addrBlLength],
  ['container', 'lat', placeLimits.lat.max],
  ['container', 'lng', placeLimits.lng.max],
  ['container', 'serial_number', containerLimits.serialNumberLength],
  ['container', 'size_litres', containerLimits.sizeLitres.max],
  ['container', 'volume_control_litres', containerLimits.volumeControlLitres.max],
  ['container', 'card_capacity', containerLimits.cardCapacity.max],
  ['tower_block', 'source_ref', buildingLimits.sourceRefLength],
  ['tower_block', 'county', buildingLimits.countyLength],
  ['tower_block', 'locality', buildingLimits.localityLength],
  ['tower_block', 'addr_street', buildingLimits.addrStreetLength],
  ['tower_block', 'addr_nr', buildingLimits.addrNrLength],
  ['tower_block', 'addr_bl', buildingLimits.addrBlLength],
];

it.each(limits)('%s.%s has the same limit in form, API and database: %d', async (table, column, limit) => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and conname = ${`${table}_${column}_check`}`.execute(db);

  expect(Number(/<= \(?(-?\d+)/.exec(rows[0]?.definition ?? '')?.[1])).toBe(limit);
});
