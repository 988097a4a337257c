import { sql } from 'kysely';
import { validationFailed } from '@noa/domain/errors.ts';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { importKinds, type ImportKind } from '@noa/domain/imports/import.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import { snake } from '@noa/domain/kinds/names.ts';
import type { Tx } from '../../database/database.ts';
import { keyOf } from '../../registry/declared/columns.ts';
import { owningOrg } from '../../registry/owner.ts';
import type { Context } from '../../request/context.ts';
import { columnField, namedBy } from './column-field.ts';
import type { KnownNames } from './template-columns.ts';
import { templateFile } from './template-file.ts';
import { templateTexts } from './template-texts.ts';

/** Names of one kind that a template offers at most; others can still be written. */
const mostNames = 1_000;

interface Asked {
  readonly kind: string;
  readonly orgId?: string | null | undefined;
  readonly locale: ExportLocale;
}

/**
 * A workbook to be filled in for an import of the kind, with the names that the org has.
 *
 * @throws {AppError} `ValidationFailed` on `kind` and `orgId`; `Forbidden`.
 */
export async function importTemplate(
  context: Context,
  { kind, orgId, locale }: Asked,
): Promise<{ fileName: string; content: Uint8Array }> {
  const known = importKinds.find((each) => each === kind);
  if (!known) {
    throw validationFailed({ kind: 'form.notFound' }, `Nothing called ${kind} can be imported`);
  }
  const names = importForms[known].ofOrg
    ? await context.read('import:run', async (tx, scope) => findNames(tx, known, await owningOrg(tx, scope, orgId)))
    : {};
  const fileName = withFacts(templateTexts[locale].file, { kind: known });
  return { fileName, content: await templateFile(known, locale, names) };
}

async function findNames(tx: Tx, kind: ImportKind, orgId: string): Promise<KnownNames> {
  const found: Record<string, readonly string[]> = {};
  for (const name of importForms[kind].fields) {
    const named = namedBy(columnField(kind, name));
    if (named) {
      const { rows } = await sql<{ name: string }>`
        select ${sql.ref(snake(named.naturalKey))} as name from ${sql.table(snake(named.name))}
        where org_id = ${orgId} order by ${sql.ref(keyOf(named.naturalKey))} limit ${mostNames}`.execute(tx);
      found[named.name] = rows.map((row) => row.name);
    }
  }
  return found;
}
