import { rm } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { goTo } from '../support/go-to.ts';
import { hold } from '../support/hold.ts';
import { projectionFolder } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import { alike, shownElsewhere } from '../support/thorough.ts';

/** Whether what is asked is grouped by that alone. */
const isBy = (input: unknown, grouping: string) => (input as { groupBy: string[] }).groupBy.join() === grouping;

test(
  'the days of a report are typed as people write them, or chosen in a calendar',
  shownElsewhere,
  async ({ page }) => {
    await signIn(page, 'root@noa.test', '/reports/usage?from=2026-03-01&to=2026-03-31');
    const from = page.getByLabel('De la', { exact: true });
    await expect(from).toHaveValue('01.03.2026');

    await from.fill('01.12.2025');
    await expect(page).toHaveURL(/from=2025-12-01&to=2026-03-31/);
    // Whoever types goes on to the next field from here.
    await expect(from).toBeFocused();

    await from.fill('31.02.2026');
    await expect(from).toHaveAccessibleDescription('Scrieți o zi din calendar');
    await from.fill('01.12.2025');
    await expect(from).toHaveAccessibleDescription('');

    await page.getByRole('button', { name: 'Calendar: Până la' }).click();
    await page.getByRole('button', { name: 'Luna anterioară' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: '28 februarie 2026' }).click();
    await expect(page.getByLabel('Până la (inclusiv)', { exact: true })).toHaveValue('28.02.2026');
    await expect(page).toHaveURL(/from=2025-12-01&to=2026-02-28/);
  },
);

test('a report is narrowed, compared and drawn, and its address says all of it', async ({ page }) => {
  await signIn(page, 'root@noa.test', '/reports/usage?by=waste_stream&period=last30Days&metrics=event_count');
  const table = page.getByRole('table', { name: 'Utilizare' });
  await expect(table.getByRole('cell', { name: 'sticlă' })).toBeVisible();

  await page.getByLabel('Adaugă un filtru').selectOption('Fracție');
  await page.getByRole('checkbox', { name: 'sticlă' }).check();
  await page.getByRole('checkbox', { name: 'rezidual' }).check();
  // Heading, two rows, total.
  await expect(table.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Comparat cu').selectOption('Perioada anterioară');
  await expect(page.getByText('Diferențele sunt față de')).toBeVisible();
  await expect(table.getByRole('row').nth(1)).toContainText(/înainte|fără termen/);
  await expect(page.getByRole('img', { name: /Evenimente.*tabelul are aceleași cifre; alături de/ })).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.get('waste_stream')).toBe('glass,residual');
  expect(await axeFindings(page)).toEqual([]);

  await page.reload();
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(page.getByLabel('Adaugă un filtru')).toBeVisible(); // it comes by itself, and takes the focus only once it is there
  await page.getByRole('button', { name: 'Scoate filtrul Fracție' }).click();
  await expect(page.getByLabel('Adaugă un filtru')).toBeFocused();
  await expect(table.getByRole('cell', { name: 'biodegradabil' })).toBeVisible();
  await page.goBack();
  await expect(table.getByRole('row')).toHaveCount(4);

  await page.getByLabel('Adaugă un filtru').selectOption('Container');
  const container = page.getByRole('combobox', { name: 'Container' });
  await container.fill('0');
  await container.press('Enter');
  await expect(page.getByRole('button', { name: /^Scoate filtrul Container .*0/ })).toBeVisible();
  await expect(container, 'the next can be typed at once').toBeFocused();
  await expect(container).toHaveValue('');
});

test(
  'hours go down and days of the week across, with the totals that the report has',
  shownElsewhere,
  async ({ page }) => {
    await signIn(page, 'root@noa.test', '/reports/peak-load?period=last30Days');

    await expect(page.getByRole('columnheader', { name: 'duminică' })).toBeVisible();
    const last = page
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
      .last();
    await expect(last).toHaveText(/\d/);
    const total = await last.textContent();
    expect(await axeFindings(page)).toEqual([]);

    const cells = page.getByRole('group', { name: 'Indicatorii din celule' });
    await cells.getByRole('checkbox', { name: 'Litri (estimare)' }).check();
    await expect(page.getByRole('columnheader', { name: 'Litri (estimare)' })).toHaveCount(8); // the days and their total
    await expect.poll(() => new URL(page.url()).searchParams.get('across')).toBe('event_count,total_litres');
    expect(await axeFindings(page)).toEqual([]);
    await cells.getByRole('checkbox', { name: 'Litri (estimare)' }).uncheck();

    await page.getByRole('checkbox', { name: 'A doua, pe lățime' }).uncheck();
    const table = page.getByRole('table', { name: 'Ore de vârf' });
    await expect(table.getByRole('columnheader', { name: 'Ziua săptămânii' })).toBeVisible();
    await expect(
      table
        .getByRole('row', { name: /^Total/ })
        .getByRole('cell')
        .first(),
    ).toHaveText(total ?? '');
  },
);

test('that a period has nothing is not said of the next one before that is answered', alike, async ({ page }) => {
  await signIn(page, 'root@noa.test', '/reports/usage?from=2020-01-01&to=2020-01-31');
  const nothing = page.getByText('Niciun eveniment în această perioadă');
  await expect(nothing).toBeVisible();

  const held = await hold(page, 'Report');
  await page.getByLabel('Interval').selectOption('Ultimele 30 de zile');
  await held.asked;
  await expect(page.getByRole('status', { name: 'loading...' }).first()).toBeVisible();
  await expect(nothing).toHaveCount(0);
  await held.letGo();
  await expect(page.getByRole('table', { name: 'Utilizare' })).toBeVisible();
});

test('a filter that there is not is said to be none, where it is typed and of the address', alike, async ({ page }) => {
  await signIn(page, 'root@noa.test', '/reports/usage?waste_stream=glas');
  const remark = page.getByText('Nu am ținut seama de ce scrie în adresă la: Fracție');
  await expect(remark).toBeVisible();
  await page.getByRole('button', { name: 'Închide', exact: true }).click();
  await expect(page).not.toHaveURL(/waste_stream/);
  await expect(remark).toHaveCount(0);

  await page.getByLabel('Adaugă un filtru').selectOption('Oră');
  await page.getByLabel('Oră, până la').fill('24');
  await expect(page.getByText('Scrieți un număr de la 0 la 23')).toBeVisible();
  await page.getByLabel('Oră, până la').fill('9');
  await expect(page).toHaveURL(/hour=\.\.9/);
});

test('what goes across is exchanged for another, which is waited for', shownElsewhere, async ({ page }) => {
  await signIn(
    page,
    'root@noa.test',
    '/reports/usage?period=last30Days&by=hour,waste_stream&metrics=event_count&across=event_count',
  );
  const column = (name: string | RegExp) => page.getByRole('columnheader', { name });
  await expect(column('sticlă')).toBeVisible();

  // Fractions are no weeks, and weeks no days of the week.
  const second = page.getByLabel('Apoi');
  await second.focus();
  await second.selectOption('Săptămână');
  await expect(column(/^săpt\. \d+/).first()).toBeVisible();
  await expect(second, 'the screen stood, and was not drawn anew').toBeFocused();
  const held = await hold(page, 'ReportFigures', ({ input }) => isBy(input, 'day_of_week'));
  await second.selectOption('Ziua săptămânii');
  await held.asked;
  await expect(page.getByRole('row', { name: /^14:00/ })).toBeVisible();
  await expect(column(/^săpt\. \d+/)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await held.letGo();
  await expect(column('duminică')).toBeVisible();
  await expect(second).toBeFocused();
});

test('a question is kept as a favourite, given another name, asked again from the list, and let go; on a phone rows are cards', async ({
  page,
}) => {
  const first = `Sticla ${Date.now()}`;
  const name = `Numai ${first}`;
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'root@noa.test', '/reports/usage?by=waste_stream&waste_stream=glass');
  await expect(page.getByRole('listitem').filter({ hasText: 'sticlă' }).first()).toContainText('Litri (estimare)');

  await page.getByRole('button', { name: 'Favorit' }).click();
  await page.getByRole('textbox', { name: 'Nume' }).fill(first);
  await page.getByRole('dialog').getByRole('button', { name: 'Salvează' }).click();
  await expect(page.getByRole('button', { name: 'Favorit', pressed: true })).toBeVisible();

  await goTo(page, '/reports');
  await expect(page.getByRole('region', { name: 'Folosite ultima dată' })).toContainText('Utilizare');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: `Redenumește „${first}”` }).click();
  await page.getByRole('textbox', { name: 'Nume' }).fill(' ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Completați acest câmp')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nume' }).fill(name);
  await expect(page.getByText('Completați acest câmp')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Redenumește „${name}”` })).toBeFocused();
  // Asked for before it is let go, and told after: that answer says of it what was so then.
  const { promise: isLetGo, resolve: tell } = Promise.withResolvers<void>();
  const { promise: isAnswered, resolve: noteAnswer } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route('**/graphql', async (route) => {
    const { operationName } = (route.request().postDataJSON() ?? {}) as { operationName?: string };
    if (operationName !== 'SavedViews' || !isFirst) {
      return route.continue();
    }
    isFirst = false;
    const response = await route.fetch();
    noteAnswer();
    await isLetGo;
    return route.fulfill({ response });
  });
  await page.getByRole('link', { name }).click();
  await expect(page).toHaveURL(/waste_stream=glass/);
  await isAnswered;
  await page.getByRole('button', { name: 'Favorit', pressed: true }).click();
  await expect(page.getByRole('button', { name: 'Favorit' })).toBeEnabled();
  tell();
  await expect(page.getByRole('button', { name: 'Favorit', pressed: false })).toBeVisible();
});

// How far it is: server/src/reports/progress.test.ts. That it comes after the copy was deleted: projection/projection.test.ts there.
const waitsFor = 'a report that waits for the events to be read says how far that is, and comes by itself';
test(waitsFor, shownElsewhere, async ({ page }) => {
  await page.clock.install(); // so that it is asked more than once a second how far it is: they may be read in less
  await signIn(page, 'reporter@noa.test', '/reports');
  const waiting = page.getByText('Rapoartele se pregătesc');
  await expect(async () => {
    await page.goto('/reports');
    // Whoever deletes the copy loses nothing: the next report has it built anew.
    await rm(projectionFolder(), { recursive: true, force: true });
    await page.locator('#main').getByRole('link', { name: 'Colectare separată' }).first().click();
    await expect(async () => {
      await page.clock.fastForward(1_000);
      expect(await waiting.isVisible()).toBe(true);
    }).toPass({ timeout: 3_000, intervals: [30] });
    await expect(page.getByRole('progressbar', { name: 'Cât s-a citit' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole('table', { name: 'Colectare separată' })).toBeVisible({ timeout: 40_000 });
  await expect(waiting).toHaveCount(0);
});

test(
  'what is drawn of a report, and the cells of a crossed one, are asked for anew with its rows when one comes back to it',
  shownElsewhere,
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const body = request.url().endsWith('/graphql') ? (request.postDataJSON() as Record<string, unknown>) : {};
      if (['Report', 'ReportFigures', 'ReportAnswer'].includes(String(body['operationName']))) {
        asked.push(JSON.stringify(body['variables']));
      }
    });
    await signIn(page, 'root@noa.test');
    for (const by of ['by=date', 'by=waste_stream,month&across=event_count']) {
      const report = `/reports/usage?${by}&period=last30Days`;
      asked.length = 0;
      await goTo(page, report);
      await expect(page.getByRole('table').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      const first = new Set(asked);
      await goTo(page, '/settings');
      asked.length = 0;
      await goTo(page, report);
      await expect.poll(() => [...first].filter((each) => !asked.includes(each))).toEqual([]);
    }
  },
);

test(
  'a filter of the address that a role may not use is said to be left aside, and can be taken out',
  alike,
  async ({ page }) => {
    const card = '01a20084-061c-7f18-9a42-29a82fa8df25';
    await signIn(page, 'reporter@noa.test', `/reports/usage?period=last30Days&card=${card}`);

    const notice = page.getByRole('status').filter({ hasText: 'Nu am ținut seama de ce scrie în adresă la: Card.' });
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Închide' }).click();
    await expect(notice).toHaveCount(0);
    await expect(page).not.toHaveURL(/card=/);
  },
);
