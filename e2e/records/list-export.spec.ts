import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { streamXlsxRows } from 'hucre/xlsx';
import { axeFindings } from '../support/axe.ts';
import { rows as links, settledRows } from '../support/list-screen.ts';
import { signIn } from '../support/sign-in.ts';
import { alike } from '../support/thorough.ts';

type Format = 'CSV' | 'XLSX';
type Cell = string | number | Date;

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Bucharest',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** What the list shows: its headings, and of each row that is drawn what its cells say. */
async function shownTable(page: Page): Promise<{ headings: string[]; rows: Cell[][] }> {
  const { headings, rows } = await page
    .getByRole('table')
    .first()
    .evaluate((table) => {
      const heads = [...table.querySelectorAll('thead th')].map((each) => each.textContent.trim());
      const positions = heads.flatMap((text, position) => (text === '' ? [] : [position]));
      const said = (cell: Element | undefined) => {
        const number = cell?.querySelector('data');
        const moment = cell?.querySelector('time')?.dateTime;
        return {
          number: number ? number.value : null,
          moment: moment ?? null,
          text: cell?.textContent.trim() ?? '',
        };
      };
      return {
        headings: positions.map((position) => heads[position] ?? ''),
        rows: [...table.querySelectorAll('tbody tr')]
          .filter((row) => row.querySelector('a[data-row]'))
          .map((row) => positions.map((position) => said(row.children[position]))),
      };
    });
  const cellOf = ({ number, moment, text }: { number: string | null; moment: string | null; text: string }): Cell => {
    if (moment !== null) {
      return new Date(`${clock.format(new Date(moment)).replace(' ', 'T')}Z`);
    }
    return number === null || number === '' ? (number ?? text) : Number(number);
  };
  return { headings, rows: rows.map((row) => row.map(cellOf)) };
}

/** A cell as the CSV has it, without the quotes around texts. */
function csvCell(cell: Cell): string {
  if (cell instanceof Date) {
    const [day = '', time = ''] = cell.toISOString().slice(0, 19).split('T');
    return `${day.split('-').toReversed().join('.')} ${time}`;
  }
  return String(cell).replace('.', typeof cell === 'number' ? ',' : '.');
}

/** A text that a spreadsheet would take for a formula: the number of a version may begin so. */
const disarmed = <T extends Cell>(cell: T): T | string =>
  typeof cell === 'string' && /^[-=+@]/.test(cell) ? `'${cell}` : cell;

async function download(page: Page, format: Format): Promise<{ name: string; rows: (Cell | null)[][] }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Descarcă ${format}` }).click(),
  ]);
  const bytes = await readFile(await file.path());
  const rows: (Cell | null)[][] = [];
  if (format === 'XLSX') {
    for await (const { values } of streamXlsxRows(bytes)) {
      rows.push([...values] as (Cell | null)[]);
    }
    return { name: file.suggestedFilename(), rows };
  }
  const text = bytes.toString();
  expect(text).toMatch(/^\uFEFF/);
  for (const line of text.slice(1).trimEnd().split('\r\n')) {
    rows.push(
      line.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((cell) => cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')),
    );
  }
  return { name: file.suggestedFilename(), rows };
}

async function showAllColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Coloane' }).click();
  const boxes = page.getByRole('group', { name: 'Coloane' }).getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) {
    await box.check();
  }
  await page.getByRole('button', { name: 'Coloane' }).click();
}

const totalOf = async (page: Page) =>
  Number(
    (
      await page
        .locator('header, main')
        .getByText(/^[\d.]+$/)
        .and(page.locator(':not(table *)')) // the rows have numbers as well
        .first()
        .textContent()
    )?.replaceAll('.', ''),
  );

async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Exportă' }).click();
  await expect(page.getByRole('group', { name: 'Exportă' })).toContainText('cu coloanele care se văd');
}

/** The file begins with the rows that are drawn, cell by cell, and has all that the list counts. */
async function expectAsShown(page: Page, format: Format): Promise<{ name: string; rows: (Cell | null)[][] }> {
  // Before the rows have come, a file would begin with all that is drawn whatever it says.
  await settledRows(page);
  const { headings, rows: drawn } = await shownTable(page);
  expect(drawn).not.toEqual([]);
  const total = await totalOf(page);
  const { name, rows } = await download(page, format);
  expect(rows[0]).toEqual(headings);
  expect(rows).toHaveLength(total + 1);
  const expected = drawn
    .slice(0, 10)
    .map((row) => row.map((cell) => disarmed(format === 'CSV' ? csvCell(cell) : cell)));
  const found = rows.slice(1, 1 + expected.length).map((row) => headings.map((_each, position) => row[position] ?? ''));
  expect(found).toEqual(expected);
  return { name, rows };
}

// Each commit takes one list away whole, below.
for (const path of [
  'access-groups',
  'container-groups',
  'containers',
  'tower-blocks',
  'entrances',
  'managers',
  'card',
  'orgs',
]) {
  test(`${path} as files say what the screen says`, alike, async ({ page }) => {
    await signIn(page, 'root@noa.test', `/${path}`);
    await expect(links(page).first()).toBeVisible();
    await showAllColumns(page);
    await openExport(page);

    await expectAsShown(page, 'CSV');
    await expectAsShown(page, 'XLSX');
  });
}

test('a list is taken away whole, with the columns, filters and order that it shows', async ({ page }) => {
  await signIn(page, 'root@noa.test', '/containers?accessMode=controlled&sort=-sizeLitres&size=25');
  await page.getByRole('button', { name: 'Coloane' }).click();
  await page.getByRole('checkbox', { name: 'Stradă' }).uncheck();
  await page.getByRole('button', { name: 'Coloane' }).click();
  await openExport(page);
  expect(await axeFindings(page, { within: 'main' })).toEqual([]);

  const { name, rows } = await expectAsShown(page, 'CSV');

  expect(name).toMatch(/^containere-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(rows[0]).not.toContain('Stradă');
  const sizes = rows.slice(1).map((row) => row[rows[0]?.indexOf('Volum') ?? 0]);
  expect(sizes.every((size) => Number(size) > 0)).toBe(true);
  expect(sizes).toEqual(sizes.toSorted((a, b) => Number(b) - Number(a)));
});
