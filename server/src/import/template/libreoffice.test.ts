import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import { libreOffice, throughLibreOffice } from '../../testing/libre-office.ts';
import { templateFile } from './template.service.ts';

describe.skipIf(!libreOffice)('a template that LibreOffice opens and saves', () => {
  it.each(['containers', 'managers'] as const)(
    'has the columns, the example and the lists that it had: %s',
    { timeout: 120_000 },
    async (kind) => {
      const made = Buffer.from(await templateFile(kind, 'ro', { containerGroup: ['12', '="13"'] }));

      const saved = await throughLibreOffice(made, 'xlsx');

      const [before, after] = [await readXlsx(made), await readXlsx(saved)];
      const header = (after.sheets[0]?.rows[0] ?? []).map(String);
      expect(after.sheets.map(({ name, rows }) => [name, rows])).toEqual(
        before.sheets.map(({ name, rows }) => [name, rows]),
      );
      const listsOf = ({ sheets }: typeof before) =>
        (sheets[0]?.dataValidations ?? []).filter(({ type }) => type === 'list').length;
      expect(listsOf(after)).toBe(listsOf(before));
      expect(new Set(Object.values(importForms[kind].guessMapping(header)))).toEqual(new Set(header));
    },
  );
});
