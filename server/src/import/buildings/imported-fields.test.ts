import { describe, expect, it } from 'vitest';
import { importedFields } from '@noa/domain/imports/import-fields.ts';
import type { Field } from '@noa/domain/kinds/field.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { importFile } from '../import.fixture.ts';

// The ID number is stored sealed: who may see it is tried elsewhere.
const fields = importedFields(apartment).filter(([, { stored }]) => stored !== false);

/** A value of the field, another for each `n`. */
const valueOf = ({ type, values, min = 0 }: Field, n: number): string | number =>
  type === 'text' ? `Text ${n}` : (values?.[n % values.length] ?? min + n);

const fileOf = (n: number) =>
  [
    ['Strada', 'Apartament', ...fields.map(([name, { imported }]) => imported?.[0] ?? name)],
    ['Str. Unirii', '1', ...fields.map(([, field]) => valueOf(field, n))],
  ]
    .map((row) => row.join(';'))
    .join('\n');

describe('each field of an apartment that imports take', () => {
  it('is read from its column, written, compared with what is there and changed', async () => {
    const org = await anOrg();
    const root = await signIn(['root']);
    const List = `query ($orgId: ID!) { apartments(filter: { orgId: $orgId }) { nodes { ${fields.map(([name]) => name).join(' ')} } } }`;
    const expected = (n: number) => Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, n)]));
    const read = async () => (await root.run(List, { orgId: org.id })).data.apartments.nodes;
    const importing = async (n: number) => (await importFile(root, fileOf(n), { orgId: org.id })).counts.apartments;

    expect(await importing(1)).toMatchObject({ create: 1 });
    expect(await read()).toEqual([expected(1)]);
    expect(await importing(2)).toMatchObject({ update: 1 });
    expect(await read()).toEqual([expected(2)]);
    expect(await importing(2)).toMatchObject({ same: 1 });
  });
});
