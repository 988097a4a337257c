/**
 * Takes a picture of every screen in both colour schemes and at both widths, to be looked at:
 * `node e2e/support/screenshots.ts <folder> [origin]`, against a running server with the demonstration town.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

const [folder = 'screenshots', origin = 'http://localhost:8080', ...only] = process.argv.slice(2);

const screens: Record<string, string> = {
  home: '/home',
  'tower-blocks': '/tower-blocks',
  entrances: '/entrances',
  'entrance-create': '/entrances/create',
  'card-create': '/card/create',
  'access-groups': '/access-groups',
  'access-group-create': '/access-groups/create',
  'container-groups': '/container-groups',
  'container-group-create': '/container-groups/create',
  containers: '/containers',
  'container-create': '/containers/create',
  import: '/import',
  reports: '/reports',
  usage: '/reports/usage',
  settings: '/settings',
  'not-found': '/no-such-screen',
};

async function signIn(page: Page): Promise<void> {
  await page.goto(origin);
  await page.getByLabel('E-mail').fill('root@noa.test');
  await page.getByLabel('Parola').fill('noa-demo');
  await page.getByRole('button', { name: 'Intră', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Screens of one record are reached as a person reaches them: through the first link of a list. */
async function firstRecord(page: Page, list: string): Promise<string> {
  await page.goto(origin + list);
  const link = page.locator(`main a[href^="${list}/"]:not([href$="/create"])`).first();
  await link.waitFor();
  return (await link.getAttribute('href')) ?? list;
}

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
for (const scheme of ['light', 'dark']) {
  for (const width of [1280, 390]) {
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      locale: 'ro-RO',
      timezoneId: 'Europe/Bucharest',
    });
    const page = await context.newPage();
    await page.addInitScript((value) => localStorage.setItem('noa-color-scheme', value), scheme);
    await signIn(page);
    const block = await firstRecord(page, '/tower-blocks');
    const entrance = await firstRecord(page, '/entrances');
    const accessGroup = await firstRecord(page, '/access-groups');
    const containerGroup = await firstRecord(page, '/container-groups');
    const container = await firstRecord(page, '/containers');
    const paths = {
      ...screens,
      'tower-block': block,
      entrance,
      'entrance-history': `${entrance}?tab=history`,
      'entrance-update': `${entrance}/update`,
      'entrance-handover': `${entrance}/handover`,
      'entrance-list-to-sign': `${entrance}/handover?tab=list`,
      'access-group': accessGroup,
      'access-group-joined': `${accessGroup}?tab=containerGroups`,
      'access-group-update': `${accessGroup}/update`,
      'container-group': containerGroup,
      'container-group-joined': `${containerGroup}?tab=accessGroups`,
      'container-group-update': `${containerGroup}/update`,
      container,
      'container-history': `${container}?tab=history`,
      'container-update': `${container}/update`,
    };
    for (const [name, path] of Object.entries(paths)) {
      if (only.length > 0 && !only.includes(name)) {
        continue;
      }
      await page.goto(origin + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${name}-${scheme}-${width}.png`) });
    }
    await context.close();
  }
}
await browser.close();
