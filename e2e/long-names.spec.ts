import { expect, test, type Page } from '@playwright/test';
import { goTo } from './support/go-to.ts';
import { as, fresh } from './support/record-kinds.ts';
import { signIn } from './support/sign-in.ts';
import { shareOf } from './support/thorough.ts';

const root = 'root@noa.test';

/** A name of one word that no line has room for. */
const long = (start: string, characters: number): string =>
  fresh(start).replaceAll(/\s/g, '').padEnd(characters, 'Ștefănești').slice(0, characters);

const make = async (type: string, input: Readonly<Record<string, unknown>>): Promise<string> =>
  (
    await as<{ made: { id: string } }>(
      root,
      `mutation ($input: Create${type}Input!) { made: create${type}(input: $input) { id } }`,
      { input },
    )
  ).made.id;

/** Records with the longest names, one word each, and the screens on which they stand. */
async function screensOfLongNames(): Promise<string[]> {
  const { towerBlocks } = await as<{ towerBlocks: { nodes: { id: string; org: { id: string } }[] } }>(
    root,
    '{ towerBlocks(first: 5) { nodes { id org { id } } } }',
  );
  const [block] = towerBlocks.nodes;
  const orgId = block?.org.id;
  const managerId = await make('Manager', { name: long('Asociația', 100), orgId });
  const accessGroupId = await make('AccessGroup', { name: long('Cartierul', 100), accessMode: 'controlled', orgId });
  const addrSc = long('S', 15);
  const entranceId = await make('Entrance', { towerBlockId: block?.id, addrSc, accessGroupId, managerId });
  const apartmentId = await make('Apartment', {
    entranceId,
    addrAp: long('A', 15),
    occupierKind: 'domestic',
    occupierName: long('Popescu', 100),
    occupierFirstName: long('Maria', 100),
  });
  const containerGroupId = await make('ContainerGroup', {
    itemNumber: long('P', 15),
    name: long('Platforma', 100),
    accessMode: 'controlled',
    addrStreet: long('Strada', 100),
    orgId,
  });
  const serialNumber = long('LM', 30);
  const containerId = await make('Container', {
    containerGroupId,
    serialNumber,
    wasteStream: 'plastic_metal',
    accessMode: 'controlled',
    sizeLitres: 1100,
    volumeControlLitres: 30,
    cardCapacity: 1000,
  });
  return [
    `/managers/${managerId}`,
    `/managers/${managerId}/update`,
    `/access-groups/${accessGroupId}`,
    `/entrances?managerId=${managerId}&accessGroupId=${accessGroupId}`,
    `/entrances/${entranceId}`,
    `/entrances/${entranceId}/handover`,
    `/entrances/${entranceId}/letters`,
    `/apartments/${apartmentId}`,
    `/container-groups/${containerGroupId}`,
    `/container-groups?sort=-updatedAt`,
    `/containers/${containerId}`,
    `/containers?sort=-updatedAt`,
    `/containers/status?q=${serialNumber}`,
    `/containers/status_update?container=${containerId}`,
    '/managers?sort=-updatedAt',
  ];
}

/** What of the page is beyond its right edge, and the words of buttons and links of the header that are cut. */
const unseen = (page: Page) =>
  page.evaluate(() => [
    ...(document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} px wide`] : []),
    ...[...document.querySelectorAll('header button span, main button span')].flatMap((each) =>
      each.children.length === 0 && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1
        ? [`${each.textContent} is cut`]
        : [],
    ),
  ]);

test('the longest names, of one word, push nothing off a screen and leave what is pressed its words', async ({
  page,
}) => {
  const screens = await screensOfLongNames();
  await signIn(page, root);
  const widths = [390, 1280];
  for (const [nth, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of shareOf(screens, nth, widths.length)) {
      await goTo(page, path);
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect.poll(() => unseen(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});
