import type { Page } from 'playwright-core';

/** What a picture of the guides shows. */
interface Picture {
  /** Whose account of the demonstration. */
  readonly by: string;
  /** Where it is taken; `@` is the first record of the list before it. */
  readonly path: string;
  /** On a phone, unless at a desk. */
  readonly onPhone?: true;
  /** What is done before it is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Milliseconds in which the map is drawn, which does not say when it is. */
const mapMs = 4_000;

/** Asks a card whether it opens a container that it may be asked about. */
async function askWhereItOpens(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Container' }).fill('LM-00');
  await page.getByRole('option').first().click();
  await page.getByText(/^(Da, cardul deschide acest container|Nu\.)/).waitFor();
}

/** The pictures of the guides, by their names there (`docs/ghid`, `<!-- imagine: name | … -->`). */
export const pictures: Readonly<Record<string, Picture>> = {
  panou: { by: 'implementer@noa.test', path: '/home' },
  'primii-pasi': { by: 'root@noa.test', path: '/home' },
  import: { by: 'root@noa.test', path: '/import' },
  scari: { by: 'implementer@noa.test', path: '/entrances' },
  'de-ce': { by: 'implementer@noa.test', path: '/card/@?tab=opens', prepare: askWhereItOpens },
  predare: { by: 'manager@noa.test', path: '/entrances/@/handover' },
  'unde-deschide': { by: 'manager@noa.test', path: '/card/@?tab=opens', prepare: askWhereItOpens },
  stare: { by: 'containers@noa.test', path: '/containers/status', prepare: (page) => page.waitForTimeout(mapMs) },
  'actualizare-telefon': {
    by: 'containers@noa.test',
    path: '/containers/status_update',
    onPhone: true,
    prepare: (page) => page.getByRole('radio', { name: 'Umplere' }).check({ force: true }),
  },
  'traseu-telefon': {
    by: 'containers@noa.test',
    path: '/containers/route',
    onPhone: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Adaugă cele pline' }).click();
      await page
        .getByRole('button', { name: /^Golit: / })
        .first()
        .click();
    },
  },
  raport: { by: 'reporter@noa.test', path: '/reports/separate-collection?period=lastMonth' },
  'locatar-telefon': { by: 'resident@noa.test', path: '/home', onPhone: true },
};
