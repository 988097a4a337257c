import { describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { csv, mapImport, settled, startImport } from '../import.fixture.ts';

const root = await signIn(['root']);

/** What the columns of a list of tower blocks are taken for when it comes in. */
async function suggested(orgId: string, ...rows: readonly string[]) {
  const { id, header, mapping } = (await startImport(root, csv(...rows), { orgId })).data.startImport;
  return { id, header, mapping };
}

/** Has the same list come in, with columns that mean what only a person knows. */
async function mapped(orgId: string, rows: readonly string[], further: Readonly<Record<string, string>>) {
  const { id, mapping } = await suggested(orgId, ...rows);
  await mapImport(root, id, { ...mapping, ...further });
  await settled(root, id);
  return { ...mapping, ...further };
}

describe('what the columns of a list mean', () => {
  it('is remembered for the next of its shape', async () => {
    const { id: orgId } = await anOrg();
    const first = await suggested(orgId, 'unde,câte', 'Str. A,2');
    await mapped(orgId, ['unde,câte', 'Str. A,2'], { street: 'unde', apartments: 'câte' });

    const second = await suggested(orgId, 'UNDE,câte', 'Str. B,3');

    expect(first.mapping).toEqual({});
    expect(second.mapping).toEqual({ street: 'UNDE', apartments: 'câte' });
  });

  it('is remembered where its addresses say more this time, or less', async () => {
    const { id: orgId } = await anOrg();
    const header = 'Adresa;Stare';
    await mapped(orgId, [header, 'Str. A nr. 5 bl. B2 sc. C ap. 1;PF'], { occupierKind: 'Stare' });

    const more = await suggested(orgId, header.toUpperCase(), 'Str. A nr. 5 bl. B2 sc. C et. 3 ap. 2;PF');
    const less = await suggested(orgId, header, 'Str. A nr. 5 bl. B2 ap. 2;PF');

    expect(more.header).toContain('ADRESA: et.');
    expect(more.mapping).toMatchObject({ occupierKind: 'STARE', entrance: 'ADRESA: sc.', apartment: 'ADRESA: ap.' });
    expect(less.header).not.toContain('Adresa: sc.');
    expect(less.mapping).toEqual({
      occupierKind: 'Stare',
      street: 'Adresa: str.',
      number: 'Adresa: nr.',
      block: 'Adresa: bl.',
      apartment: 'Adresa: ap.',
    });
  });

  it('is guessed of what only these addresses say, and not again of what a person left out', async () => {
    const { id: orgId } = await anOrg();
    const header = 'Adresa;Stare';
    const { id, mapping } = await suggested(orgId, header, 'Str. A nr. 5 bl. B2 ap. 1;PF');
    const { block: _left, ...kept } = mapping;
    await mapImport(root, id, { ...kept, occupierKind: 'Stare' });
    await settled(root, id);

    const more = await suggested(orgId, header, 'Str. A nr. 5 bl. B2 sc. C ap. 2;PF');

    expect(more.mapping).toEqual({
      occupierKind: 'Stare',
      street: 'Adresa: str.',
      number: 'Adresa: nr.',
      entrance: 'Adresa: sc.',
      apartment: 'Adresa: ap.',
    });
  });

  it.each(['Motiv', 'Reason'])('is remembered for its rows that come back with their reasons (%s)', async (reason) => {
    const { id: orgId } = await anOrg();
    const header = 'Cod intern;Adresa;Stare';
    const mapping = await mapped(orgId, [header, '1;Str. A nr. 5 bl. B2 sc. C ap. 1;necuprins'], {
      sourceRef: 'Cod intern',
      occupierKind: 'Stare',
    });

    const back = await suggested(orgId, `${header};${reason}`, '1;Str. A nr. 5 bl. B2 sc. C ap. 1;PF;Stare: cuvânt');

    expect(back.mapping).toEqual(mapping);
  });

  it('is not remembered for addresses that are left whole', async () => {
    const { id: orgId } = await anOrg();
    const rows = ['Adresa;Apartamente', 'Str. A nr. 5;12'];
    await mapped(orgId, rows, {});

    const whole = (await startImport(root, csv(...rows), { orgId, splitAddress: false })).data.startImport;

    expect(whole.mapping).toEqual({ street: 'Adresa', apartments: 'Apartamente' });
  });
});
