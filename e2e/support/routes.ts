import { graphql, signInByPassword } from './api.ts';
import { seeded } from './seeded.ts';

/** Of the demonstration, by the letter of the role in `who`. */
export const accounts = {
  R: 'root@noa.test',
  I: 'implementer@noa.test',
  L: 'reporter@noa.test',
  M: 'manager@noa.test',
  C: 'containers@noa.test',
  A: 'resident@noa.test',
} as const;
export type Letter = keyof typeof accounts;

export interface Route {
  readonly path: string;
  /** Who is shown the screen; the others are told that it is not for them. */
  readonly who: string;
  /** The title of the tab, without the product's name. */
  readonly title: string | RegExp;
  /** The route has no screen, on purpose: the specification says so, or its issue comes later. */
  readonly missing?: true;
}

/** One record of each kind: the ones that belong to the manager and the resident of the demonstration town. */
export interface Samples {
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
export const routes = (one: Samples): readonly Route[] => [
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

/** One record of each kind, as the manager and the implementer of the demonstration find them. */
export async function findSamples(): Promise<Samples> {
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
  return {
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
}

/** What an address shows to the role, by the specification. */
export const showsTo = (letter: Letter, { who, missing }: Route) => !missing && who.includes(letter);
