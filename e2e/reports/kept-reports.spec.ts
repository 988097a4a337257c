import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { as } from '../support/record-kinds.ts';
import { axeFindings } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { signIn } from '../support/sign-in.ts';

test('what a report says is kept under a hash, found under Reports, taken away as a file, and deleted', async ({
  page,
}) => {
  const title = `Dovada ${Date.now()}`;
  await signIn(page, 'implementer@noa.test', '/reports/usage?by=waste_stream');
  await expect(page.getByRole('table').first()).toBeVisible();

  await page.getByRole('button', { name: 'Alte acțiuni' }).click();
  await page.getByRole('button', { name: 'Păstrează rezultatul' }).click();
  const dialog = page.getByRole('dialog', { name: 'Păstrează rezultatul' });
  await dialog.getByLabel('Titlu').fill(title);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Păstrează' }).click();
  await expect(dialog).toBeHidden();

  await goTo(page, '/reports');
  const kept = page.getByRole('region', { name: 'Rapoarte păstrate' }).getByRole('listitem').filter({ hasText: title });
  await expect(kept).toContainText('Utilizare');
  expect(await axeFindings(page)).toEqual([]);
  const { keptReports } = await as<{ keptReports: { nodes: { title: string; hash: string; content: string }[] } }>(
    'implementer@noa.test',
    '{ keptReports(first: 20) { nodes { title hash content } } }',
  );
  const made = keptReports.nodes.find((node) => node.title === title);
  expect(made?.hash).toBe(
    createHash('sha256')
      .update(made?.content ?? '')
      .digest('hex'),
  );
  await expect(kept).toContainText(made?.hash ?? 'none');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('button', { name: `Exportă CSV: ${title}` }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  const { rows } = JSON.parse(made?.content ?? '{}') as { rows: unknown[] };
  expect(lines).toHaveLength(rows.length + 2);

  await kept.getByRole('button', { name: `Șterge: ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Șterge' }).click();
  await expect(kept).toHaveCount(0);
});
