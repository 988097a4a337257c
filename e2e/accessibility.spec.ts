import { expect, test, type Page } from '@playwright/test';
import { graphql, signInByPassword } from './support/api.ts';
import { axeFindings } from './support/axe.ts';
import { goTo } from './support/go-to.ts';
import { nothingMovesSideways } from './support/letters.ts';
import { doublePrimaries } from './support/primaries.ts';
import { setScheme } from './support/scheme.ts';
import { seeded } from './support/seeded.ts';
import { signIn } from './support/sign-in.ts';
import { onSlowNetwork } from './slow-network.ts';
import { alike, isThorough, someOf } from './support/thorough.ts';

/** The screens of one record, by the API's list in which it is found. */
const recordScreens: Readonly<Record<string, (id: string) => string[]>> = {
  towerBlocks: (id) => [`/tower-blocks/${id}`],
  entrances: (id) => [
    `/entrances/${id}`,
    `/entrances/${id}?tab=history`,
    `/entrances/${id}/update`,
    `/entrances/${id}/handover`,
    `/entrances/${id}/letters`,
  ],
  apartments: (id) => [`/apartments/${id}`],
  cards: (id) => [`/card/${id}`],
  accessGroups: (id) => [
    `/access-groups/${id}`,
    `/access-groups/${id}?tab=containerGroups`,
    `/access-groups/${id}?tab=history`,
    `/access-groups/${id}/update`,
  ],
  containerGroups: (id) => [
    `/container-groups/${id}`,
    `/container-groups/${id}?tab=accessGroups`,
    `/container-groups/${id}/update`,
  ],
  managers: (id) => [
    `/managers/${id}`,
    `/managers/${id}?tab=members`,
    `/managers/${id}/update`,
    `/managers/${id}/member/add`,
  ],
  orgs: (id) => [
    `/orgs/${id}`,
    `/orgs/${id}?tab=gateways`,
    `/orgs/${id}?tab=history`,
    `/orgs/${id}/update`,
    `/orgs/${id}/member/add`,
    `/settings?orgId=${id}&edit=true`,
  ],
  containers: (id) => [
    `/containers/${id}`,
    `/containers/${id}?tab=whoOpens`,
    `/containers/${id}?tab=history`,
    `/containers/${id}/update`,
  ],
};

/** Where one record of each kind with a screen is. */
async function recordPaths(): Promise<string[]> {
  const lists = Object.keys(recordScreens);
  const found = await graphql<Record<string, { nodes: { id: string }[] }>>(
    await signInByPassword('root@noa.test'),
    `{ ${lists.map((list) => `${list}(${seeded}) { nodes { id } }`).join(' ')} }`,
  );
  return lists.flatMap((list) => found[list]?.nodes.flatMap(({ id }) => recordScreens[list]?.(id) ?? []) ?? []);
}

/** Of states, a few: rows are alike, and fifty of them with their curves take axe two seconds each time. */
const someStates = '/containers/status?q=LM-001';

const screens = [
  '/home',
  '/tower-blocks',
  '/entrances',
  '/entrances/create',
  '/apartments/create',
  '/card',
  '/card/create',
  '/card/requests',
  '/access-groups',
  '/access-groups/create',
  '/container-groups',
  '/container-groups/create',
  '/containers/status_update',
  '/containers',
  '/containers/create',
  someStates,
  '/containers/incidents',
  '/managers',
  '/managers/create',
  '/orgs',
  '/accounts',
  '/orgs/create',
  '/import',
  '/reports',
  '/reports/usage',
  '/reports/fleet-health?by=container',
  '/settings',
  '/settings/register',
  '/settings/assessment',
  '/help',
  '/no-such-screen',
];

/**
 * What is looked at in dark as well: between them these screens have every part that has a colour of its own. That each colour
 * of a text stands out from each ground it is put on is computed, for both schemes (`console/src/app/palette.test.ts`).
 */
const inDark = [
  '/home',
  '/entrances',
  '/entrances/create',
  someStates,
  '/containers/status_update',
  '/import',
  '/reports/usage',
  '/settings',
];

const phone = 390;

/** On a phone the lists, forms and histories of all kinds are one screen each, with other words: one of each will do. */
const isOfItsOwn = (path: string): boolean =>
  !/^\/(access-groups|container-groups|managers|orgs|card|tower-blocks)(\/create|$)|tab=history|\/(managers|orgs|container-groups|containers).*\/update$/.test(
    path,
  );

/** What kind of screen this is, among those that are alike but for their words; undefined for a screen unlike any other. */
function kindOf(path: string): string | undefined {
  const kinds: readonly (readonly [string, RegExp])[] = [
    ['the form of a new record', /\/create$/],
    ['a form over what it changes', /\/(update|member\/add)$|edit=true$/],
    ['a history', /tab=history$/],
    ['a tab', /tab=/],
    ['a record', /^\/[a-z-]+\/[\da-f-]{36}$/],
    ['a list', /^\/(tower-blocks|entrances|card|access-groups|container-groups|containers|managers|orgs|accounts)$/],
  ];
  return kinds.find(([, pattern]) => pattern.test(path))?.[0];
}

/** Screens unlike any other that no other journey of each commit looks at with axe. */
const ofTheirOwn = ['/settings', '/reports/fleet-health?by=container', 'letters'];

/** On a desk: of the screens of each kind one in turn, and what is looked at nowhere else; all, when all is tried. */
function onDesk(all: readonly string[]): readonly string[] {
  const kinds = Map.groupBy(
    all.filter((path) => kindOf(path)),
    kindOf,
  );
  return isThorough
    ? all
    : [
        ...[...kinds.values()].flatMap((alikes, nth) => someOf(alikes, nth)),
        ...all.filter((path) => ofTheirOwn.some((each) => path.endsWith(each))),
      ];
}

/** What is looked at on a phone before each commit: between them these screens have a list, cards, a form, a map and a report. */
const onPhone = [
  '/home',
  '/entrances',
  '/entrances/create',
  someStates,
  '/containers/status_update',
  '/reports',
  '/reports/usage',
];

const setPhone = (page: Page) => page.setViewportSize({ width: phone, height: 844 });

const axeFindsNothing = (page: Page, what: string, only?: { readonly rules: string[] }) =>
  axeFindings(page, only).then((findings) => expect.soft(findings, what).toEqual([]));

/** Goes to a screen, on which axe finds nothing. */
async function look(page: Page, path: string, where: string): Promise<void> {
  await goTo(page, path);
  await expect(page.getByText('Ecranul nu a putut fi afișat'), path).toHaveCount(0);
  await expect(page.getByText('Nu am reușit'), path).toHaveCount(0); // nothing was refused, and nothing is lost
  await axeFindsNothing(page, `${path} ${where}`);
}

test('on a slow network, with each file of texts failing once, no screen shows a key or a value that is none, and axe finds nothing on it', async ({
  page,
}) => {
  test.setTimeout(360_000);
  await setPhone(page);
  const expectRightTexts = await onSlowNetwork(page, isThorough ? 21 : 12);
  await signIn(page, 'root@noa.test');
  for (const path of onPhone) {
    await look(page, path, `at ${phone} px`);
    await nothingMovesSideways(page, path);
  }

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of onDesk([...screens, ...(await recordPaths())])) {
    await look(page, path, 'in light');
    expect.soft(await doublePrimaries(page), `${path}: one main action in a bar`).toEqual([]);
    if (inDark.includes(path)) {
      await setScheme(page, 'dark');
      await axeFindsNothing(page, `${path} in dark`, { rules: ['color-contrast'] });
      await setScheme(page, 'light');
    }
  }
  await expectRightTexts();
});

// The sign-in page is looked at each time as it is in dark, on a desk: `provider-pages.spec.ts`.
test(`axe finds nothing on the sign-in page and any other screen, ${phone} px`, alike, async ({ page }) => {
  test.setTimeout(360_000);
  await setPhone(page);
  await page.goto('/');
  await expect(page.getByLabel('Parola')).toBeVisible();
  await axeFindsNothing(page, 'the sign-in page');
  await signIn(page, 'root@noa.test');

  const all = [...screens, ...(await recordPaths())];
  for (const path of all.filter((each) => isOfItsOwn(each) && !onPhone.includes(each))) {
    await look(page, path, `at ${phone} px`);
    await nothingMovesSideways(page, path);
  }
});
