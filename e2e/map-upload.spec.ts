import { readFile } from 'node:fs/promises';
import { expect, test, type Request } from '@playwright/test';
import { goTo } from './support/go-to.ts';
import { canDraw, coloursOf, grounds } from './support/map.ts';
import { demonstrationMap } from './support/server.ts';
import { signIn } from './support/sign-in.ts';
import { shownElsewhere } from './support/thorough.ts';

const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

test('root uploads a map, is told what is wrong with another, and removes it; the streets follow at once', async ({
  page,
  baseURL,
}) => {
  const map = await readFile(demonstrationMap());
  const urlOfMap = async () => {
    const { mapFileUrl } = (await (await fetch(`${baseURL}/config.json`)).json()) as { mapFileUrl: string };
    return mapFileUrl;
  };
  const before = await urlOfMap();
  await signIn(page, 'root@noa.test', '/settings');
  const section = page.getByRole('region', { name: 'Harta cu străzi' });
  const chosen = section.locator('input[type=file]');
  await expect(section.getByText('Nu este încărcată nicio hartă.')).toBeVisible();

  await chosen.setInputFiles(asFile('oras.pmtiles', map.subarray(0, -1)));
  await expect(section.getByRole('alert')).toHaveText(
    'Fișierul este trunchiat: nu a fost copiat întreg. Copiați-l din nou.',
  );

  await chosen.setInputFiles(asFile('lunca-mare.pmtiles', map));
  await expect(page.getByText('Harta a fost încărcată')).toBeVisible();
  await expect(section.getByText('lunca-mare.pmtiles')).toBeVisible();
  await expect(section.getByText('0,1 MB')).toBeVisible();
  await expect(section.getByText(/^46,\d\d–46,\d\d N, 26,\d\d–26,\d\d E$/)).toBeVisible();
  await expect(section.getByRole('alert')).toHaveCount(0);

  await expect.poll(urlOfMap).not.toBe(before);
  const uploaded = await urlOfMap();
  const parts: [status: number, path: string][] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/map/')) {
      parts.push([response.status(), pathname]);
    }
  });
  await page.goto('/containers/status?bbox=26.9050,46.5170,26.9150,46.5250');
  if (await canDraw(page)) {
    await expect(page.getByText('Lunca Mare: oraș inventat')).toBeVisible();
    await expect(async () => {
      const colours = await coloursOf(page.getByRole('region', { name: 'Harta containerelor' }));
      for (const ground of grounds.light) {
        expect(colours.slice(0, 60)).toContain(ground);
      }
    }).toPass();
    expect(parts[0]).toEqual([206, uploaded]);
    expect(new Set(parts.map(String)).size).toBe(1);
  }

  await goTo(page, '/settings');
  await section.getByRole('button', { name: 'Elimină' }).click();
  await page.getByRole('dialog', { name: 'Eliminați harta?' }).getByRole('button', { name: 'Elimină' }).click();
  await expect(section.getByText('Nu este încărcată nicio hartă.')).toBeVisible();
  await expect.poll(urlOfMap).toBe(before);
});

// The parts: console/src/screens/settings/map/upload-map.test.ts. The question: that of every form (records/records.spec.ts).
const leaving = 'a map that is being sent is asked about before its screen is left, and is no longer sent after that';
test(leaving, shownElsewhere, async ({ page }) => {
  await signIn(page, 'root@noa.test', '/settings');
  // The first part is on its way until the screen is left; two more would follow.
  let letGo: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (letGo = resolve));
  let parts = 0;
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataBuffer()?.includes('AddMapUploadPart')) {
      parts += 1;
      await left;
    }
    await route.continue();
  });
  const section = page.getByRole('region', { name: 'Harta cu străzi' });
  await section.locator('input[type=file]').setInputFiles(asFile('oras.pmtiles', Buffer.alloc(9_000_000)));
  await expect.poll(() => parts).toBe(1);

  const home = page.getByRole('link', { name: 'Panou de control' }).first();
  await home.click();
  const question = page.getByRole('dialog', { name: 'Harta încă se trimite' });
  await question.getByRole('button', { name: 'Rămân pe pagină' }).click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/\/settings/);
  await home.click();
  await question.getByRole('button', { name: 'Oprește trimiterea' }).click();
  await expect(page).toHaveURL(/\/home/);
  const isPart = (request: Request) => request.postDataBuffer()?.includes('AddMapUploadPart') ?? false;
  const answered = page.waitForResponse((response) => isPart(response.request()));
  letGo();
  await answered;

  await page.waitForTimeout(1_000);
  expect(parts).toBe(1);
});
