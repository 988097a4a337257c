import { expect, test } from '@playwright/test';
import { graphql, signInByPassword } from './support/api.ts';
import { goTo } from './support/go-to.ts';
import { technicalWords } from './support/plain-words.ts';
import { seeded } from './support/seeded.ts';
import { signIn } from './support/sign-in.ts';
import { alike, alikeUnless } from './support/thorough.ts';

/** Who looks around, by the letter of the role in `who`. */
const accounts = {
  I: 'implementer@noa.test',
  M: 'manager@noa.test',
  C: 'containers@noa.test',
} as const;
type Letter = keyof typeof accounts;

interface Route {
  readonly path: string;
  /** Who is shown the screen; the others are told that it is not for them. */
  readonly who: string;
  /** The title of the tab, without the product's name. */
  readonly title: string | RegExp;
  /** The route has no screen, on purpose: the specification says so, or its issue comes later. */
  readonly missing?: true;
}

/** One record of each kind: the ones that belong to the manager and the resident of the demonstration town. */
interface Samples {
  readonly accessGroup: string;
  readonly apartment: string;
  readonly card: string;
  readonly container: string;
  readonly containerGroup: string;
  readonly entrance: string;
  readonly manager: string;
  readonly org: string;
  readonly towerBlock: string;
}

const some = /\S/;

/** Every route of the specification (§2), with who may see it (domain.md, "Who may do what"). */
const routes = (one: Samples): readonly Route[] => [
  { path: '/', who: 'RILMCA', title: some },
  { path: '/home', who: 'RILMCA', title: some },
  ...kind('/access-groups', one.accessGroup, 'RILMC', 'RI', 'Grupuri de acces', 'Adaugă un grup de acces'),
  ...kind(
    '/container-groups',
    one.containerGroup,
    'RILMC',
    'RIC',
    'Grupuri de containere',
    'Adaugă un grup de containere',
  ),
  ...kind('/containers', one.container, 'RILMC', 'RIC', 'Containere', 'Adaugă un container'),
  { path: '/containers/status', who: 'RILMC', title: 'Starea containerelor' },
  { path: '/containers/incidents', who: 'RILMC', title: 'Incidente' },
  { path: '/containers/status_update', who: 'RIC', title: 'Actualizarea stării' },
  { path: '/tower-blocks', who: 'RILMC', title: 'Blocuri' },
  { path: `/tower-blocks/${one.towerBlock}`, who: 'RILMC', title: some },
  { path: '/tower-blocks/create', who: '', title: 'Pagina nu există', missing: true },
  { path: `/tower-blocks/${one.towerBlock}/update`, who: '', title: 'Pagina nu există', missing: true },
  ...kind('/entrances', one.entrance, 'RILMC', 'RI', 'Scări', 'Adaugă o scară'),
  ...kind('/managers', one.manager, 'RILM', 'RI', 'Administratori', 'Adaugă un administrator de bloc'),
  { path: `/managers/${one.manager}/member/add`, who: 'RI', title: 'Adaugă un membru al administratorului de bloc' },
  { path: '/card', who: 'RIM', title: 'Carduri' },
  { path: '/card/create', who: 'RI', title: 'Adaugă un card' },
  { path: `/card/${one.card}`, who: 'RIM', title: some },
  { path: `/card/${one.card}/update`, who: '', title: 'Pagina nu există', missing: true },
  { path: '/card/requests', who: 'RIM', title: 'Cereri de carduri' },
  { path: '/apartments', who: '', title: 'Pagina nu există', missing: true },
  { path: '/apartments/create', who: 'RI', title: 'Adaugă un apartament' },
  { path: `/apartments/${one.apartment}`, who: 'RILMC', title: some },
  { path: `/apartments/${one.apartment}/update`, who: 'RIM', title: some },
  { path: '/reports', who: 'RIL', title: 'Rapoarte' },
  { path: '/reports/usage', who: 'RIL', title: some },
  { path: '/import', who: 'R', title: 'Import' },
  ...kind('/orgs', one.org, 'RILC', 'R', 'Organizații', 'Adaugă o organizație'),
  { path: `/orgs/${one.org}/member/add`, who: 'R', title: 'Adaugă un membru al organizației' },
  { path: '/accounts', who: 'R', title: 'Conturi' },
  { path: '/settings', who: 'RILMCA', title: 'Setări' },
  { path: '/settings/register', who: 'RI', title: 'Registrul activităților de prelucrare' },
  { path: '/settings/assessment', who: 'RI', title: 'Evaluarea impactului asupra protecției datelor' },
  { path: '/help', who: 'RILMCA', title: some },
  { path: '/help/locatar', who: 'RILMCA', title: 'Ghidul locatarului' },
  { path: '/no-such-screen', who: '', title: 'Pagina nu există', missing: true },
];

/** List, create, view, and the update form over the view. */
function kind(root: string, id: string, readers: string, writers: string, title: string, create: string): Route[] {
  return [
    { path: root, who: readers, title },
    { path: `${root}/create`, who: writers, title: create },
    { path: `${root}/${id}`, who: readers, title: some },
    { path: `${root}/${id}/update`, who: writers, title: some },
  ];
}

let samples: Samples;

test.beforeAll(async () => {
  const first = async <Data>(letter: Letter, query: string) =>
    graphql<Data>(await signInByPassword(accounts[letter]), query);
  type Nodes<Node = { id: string }> = { nodes: Node[] };
  const managed = await first<{
    entrances: Nodes<{
      id: string;
      towerBlock: { id: string };
      accessGroup: { id: string } | null;
      manager: { id: string };
    }>;
    apartments: Nodes;
    cards: Nodes;
    containers: Nodes<{ id: string; containerGroup: { id: string } }>;
  }>(
    'M',
    `{
      entrances(first: 20) { nodes { id towerBlock { id } accessGroup { id } manager { id } } }
      apartments(${seeded}) { nodes { id } }
      cards(${seeded}) { nodes { id } }
      containers(${seeded}) { nodes { id containerGroup { id } } }
    }`,
  );
  const { orgs } = await first<{ orgs: Nodes }>('I', `{ orgs(${seeded}) { nodes { id } } }`);
  // Journeys before this one may have added some that are in no group.
  const entrance = managed.entrances.nodes.find(({ accessGroup }) => accessGroup);
  const container = managed.containers.nodes[0];
  samples = {
    accessGroup: entrance?.accessGroup?.id ?? '',
    apartment: managed.apartments.nodes[0]?.id ?? '',
    card: managed.cards.nodes[0]?.id ?? '',
    container: container?.id ?? '',
    containerGroup: container?.containerGroup.id ?? '',
    entrance: entrance?.id ?? '',
    manager: entrance?.manager.id ?? '',
    org: orgs.nodes[0]?.id ?? '',
    towerBlock: entrance?.towerBlock.id ?? '',
  };
});

/** What an address shows to the role, by the specification. */
const showsTo = (letter: Letter, { who, missing }: Route) => !missing && who.includes(letter);

// Each commit tries all roles against the route table (console/src/app/routes.test.ts), and that screens obey it as root, as a resident
// (accessibility.spec.ts, resident.spec.ts) and at a third of where a property administrator is refused.
for (const letter of ['M', 'C', 'I'] as const) {
  test(`${accounts[letter]} finds each route that the specification allows`, alike, async ({ page }) => {
    test.setTimeout(180_000);
    await signIn(page, accounts[letter]);

    for (const { path, title } of routes(samples).filter((route) => showsTo(letter, route))) {
      await goTo(page, path);
      await expect(page.getByRole('heading', { level: 1 }), path).not.toHaveText('Pagina nu există');
      await expect(page, path).toHaveTitle(title instanceof RegExp ? title : `${title} · Noa`);
      await expect(page.getByRole('main').getByText('Înregistrarea nu există'), path).toHaveCount(0);
      await expect(page.getByText('Nu aveți acces aici'), path).toHaveCount(0);
      await expect(page.getByText('Nu am reușit'), path).toHaveCount(0);
      expect.soft(await technicalWords(page), `${path}: words that no clerk knows`).toEqual([]);
    }
    // What was done, and by whom, is where ids and codes come in first.
    const pasts = letter === 'I' ? [`/containers/${samples.container}`, `/entrances/${samples.entrance}`] : [];
    for (const path of pasts.map((view) => `${view}?tab=history`)) {
      await goTo(page, path);
      expect.soft(await technicalWords(page), `${path}: words that no clerk knows`).toEqual([]);
    }
  });

  for (const [nth, part] of ['first', 'second', 'third'].entries()) {
    const name = `${accounts[letter]} finds no other route: the ${part} of each three`;
    test(name, alikeUnless(letter === 'M' && nth === 0), async ({ page }) => {
      await signIn(page, accounts[letter]);

      const others = routes(samples).filter((each) => !showsTo(letter, each));
      for (const { path, missing } of others.filter((_each, index) => index % 3 === nth)) {
        await goTo(page, path);
        const refusal = missing
          ? page.getByRole('main').getByText(path, { exact: true })
          : page.getByText('Nu aveți acces aici').first();
        await expect(refusal, path).toBeVisible();
      }
    });
  }
}
