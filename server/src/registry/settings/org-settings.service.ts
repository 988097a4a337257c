import { parseInput } from '@noa/domain/input.ts';
import { orgSettings as orgSettingsSchema, updateOrgSettingsInput } from '@noa/domain/org-settings.ts';
import { execute } from '../../database/statements.ts';
import { lockVersion, updateRecord } from '../../records/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../request/context.ts';
import { orgSettings } from './org-settings.queries.ts';

type Field = keyof typeof orgSettings.fields;
const fields = Object.entries(orgSettings.fields) as [Field, (typeof orgSettings.fields)[Field]][];

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`. */
export function updateOrgSettings(
  context: Context,
  { orgId, rowId }: { orgId: string; rowId: string },
  input: unknown,
): Promise<Row<'org_settings'>> {
  const patch = parseInput(updateOrgSettingsInput, input);
  const version = { id: orgId, rowId };
  return context.write('orgSettings:write', async (tx, scope) => {
    const current = await lockVersion(tx, orgSettings, scope, version);
    // Settings bound each other: what is not changed has its say too.
    parseInput(orgSettingsSchema, {
      ...Object.fromEntries(fields.map(([field, column]) => [field, current[column]])),
      ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
    });
    if (current.identity_days === 0) {
      // Until now events came without who: that is noted while the settings still say so.
      await execute(tx)`select forget_identities(${orgId}, 1)`;
    }
    return updateRecord(
      tx,
      orgSettings,
      scope,
      version,
      Object.fromEntries(fields.map(([field, column]) => [column, patch[field]])),
    );
  });
}
