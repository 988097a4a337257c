import { sql } from 'kysely';
import { notFound, validationFailed } from '@noa/domain/errors.ts';
import { bindGatewayInput } from '@noa/domain/gateway.ts';
import { parseInput } from '@noa/domain/input.ts';
import { org } from '@noa/domain/kinds/org.ts';
import { defaultTimeZone } from '@noa/domain/time/time-zone.ts';
import { countWritten, execute, findValues, hasRow } from '../../database/statements.ts';
import { getRecord } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Tx } from '../../database/database.ts';
import type { Context } from '../../request/context.ts';
import { recordService } from '../declared/record-service.ts';
import { refuseWhileDependants, type Dependant } from '../dependants.ts';
import { refuseUnknownNode } from '../gis/gis-node.queries.ts';
import { orgs } from './org.queries.ts';

type Org = Row<'org'>;

/**
 * What keeps an org from being deleted, beside the records of its own. What it has run or recorded stays its own for ever: such
 * an org is disabled instead.
 */
export const keepsOrg: readonly Dependant[] = [
  { kind: 'apartment', table: 'apartment_org', column: 'serving_org_id' },
  { kind: 'importJob', table: 'import_job', column: 'org_id' },
  { kind: 'bulkJob', table: 'bulk_job', column: 'org_id' },
  { kind: 'auditEntry', table: 'audit_entry', column: 'org_id' },
];

/** What goes with an org: it says who belonged to it and how they worked, and nothing else hangs on it. */
export const goesWithOrg = [
  'org_member',
  'gateway_client',
  'import_mapping',
  'org_settings',
  'saved_view',
  'report_schedule',
  'alert_rule',
] as const;

/** How orgs are written; one stays while it owns something, or has ever run or recorded something. */
export const orgService = recordService<'org'>({
  kind: orgs,
  declared: org,
  check: async (tx, { gisNodeId, timeZone }) => {
    await refuseUnknownNode(tx, gisNodeId);
    await refuseUnknownZone(tx, timeZone);
  },
  checkDelete: async (tx, { id, org_id }) => {
    await refuseWhileDependants(tx, 'org', { id, org_id }, keepsOrg);
    for (const table of goesWithOrg) {
      await execute(tx)`delete from ${sql.table(table)} where org_id = ${id}`;
    }
  },
});

/** Refuses a zone that PostgreSQL does not know, or not as it is written: each has its own list. */
async function refuseUnknownZone(tx: Tx, zone: unknown): Promise<void> {
  if (typeof zone !== 'string' || zone === defaultTimeZone) {
    return;
  }
  if (!(await hasRow(tx)`select from pg_timezone_names where name = ${zone}`)) {
    throw validationFailed({ timeZone: 'form.unknownTimeZone' });
  }
}

/** The lock network's gateways that serve an org's containers, by their OAuth clients. */
export const listGateways = (context: Context, orgId: string): Promise<string[]> =>
  context.read(
    'org:write',
    (tx) => findValues<string>(tx)`select client_id from gateway_client where org_id = ${orgId} order by client_id`,
  );

/**
 * Lets a gateway of the lock network serve the org's containers; once is enough.
 *
 * @throws {AppError} `NotFound`; `ValidationFailed` on `clientId`; `Forbidden`.
 */
export function bindGateway(context: Context, { orgId, ...input }: { orgId: string; clientId: string }): Promise<Org> {
  const { clientId } = parseInput(bindGatewayInput, input);
  return context.write('org:write', async (tx, scope) => {
    const org = await getRecord(tx, orgs, scope, orgId);
    await execute(tx)`
      insert into gateway_client (org_id, client_id) values (${org.id}, ${clientId}) on conflict do nothing`;
    return org;
  });
}

/**
 * From its next request on, a gateway no longer serves the org's containers.
 *
 * @throws {AppError} `NotFound` for the org, and for a gateway that does not serve it; `Forbidden`.
 */
export function unbindGateway(
  context: Context,
  { orgId, clientId }: { orgId: string; clientId: string },
): Promise<Org> {
  return context.write('org:write', async (tx, scope) => {
    const org = await getRecord(tx, orgs, scope, orgId);
    const unbound = await countWritten(tx)`
      delete from gateway_client where org_id = ${org.id} and client_id = ${clientId}`;
    if (unbound === 0) {
      throw notFound('gateway', clientId);
    }
    return org;
  });
}
