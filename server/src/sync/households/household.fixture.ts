import { Controller } from '../controller.fixture.ts';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
} from '../../testing/factories.ts';
import { signIn, signInGateway, type Caller } from '../../testing/harness.ts';

/** A card as domain.md has it: its serial, what it may do, and whose it is. */
export interface ModelCard {
  readonly id: string;
  readonly serial: string;
  status: 'normal' | 'blocked' | 'erased';
  holder: string | null;
}

/** What happened, with what it belonged to at that moment. */
interface ModelEvent {
  readonly kind: string;
  readonly serial: string;
  readonly apartment: string | null;
  readonly manager: string | null;
}

/** What the documents say of a town, without a database: who lives where, who looks after what, which cards there are. */
export interface Model {
  readonly cards: ModelCard[];
  /** The apartments that are there: their entrance, who lives there, and the first event of theirs. */
  readonly apartments: Map<string, { entrance: string; occupier: string | null; since: number }>;
  readonly entrances: Map<string, { accessGroup: string | null; manager: string | null }>;
  /** `<access group> <container group>` */
  readonly joined: Set<string>;
  /** Access groups by which every card of the org opens. */
  readonly open: Set<string>;
  /** Apartments that another org serves. */
  readonly served: Set<string>;
  readonly events: ModelEvent[];
}

/** The town itself, and who is asked for what. */
export interface Town {
  readonly apartments: readonly string[];
  readonly entrances: readonly string[];
  readonly accessGroups: readonly string[];
  readonly containerGroups: readonly string[];
  readonly containers: readonly string[];
  readonly managers: readonly string[];
  readonly serials: readonly string[];
  readonly root: Caller;
  readonly keeper: Caller;
  /** Of each manager. */
  readonly administrators: readonly Caller[];
  /** Who lives in the first apartment. */
  readonly resident: Caller;
  readonly servingOrg: string;
  /** The implementer of the serving org. */
  readonly server: Caller;
  readonly gateway: Caller;
  readonly locks: readonly Controller[];
  /** What the registry said at which moment. */
  seen: { readonly at: string; readonly answer: unknown }[];
}

let towns = 0;

/** Two entrances of two administrators, three apartments, two access groups and two containers; nothing is joined, and there is no card. */
export async function aTown(): Promise<{ model: Model; real: Town }> {
  const [{ id: org_id }, servingOrg] = [await anOrg(), await anOrg()];
  const managers = [await aManager({ org_id }), await aManager({ org_id })] as const;
  const groups = [await anAccessGroup({ org_id }), await anAccessGroup({ org_id })] as const;
  const platforms = [await aContainerGroup({ org_id }), await aContainerGroup({ org_id })] as const;
  const entranceOf = (n: 0 | 1) => anEntrance({ org_id, manager_id: managers[n].id, access_group_id: groups[n].id });
  const entrances = [await entranceOf(0), await entranceOf(1)] as const;
  const apartmentOf = (n: 0 | 1, occupier_name: string) =>
    anApartment({ org_id, entrance_id: entrances[n].id, occupier_name, occupier_kind: 'domestic' });
  const home = await apartmentOf(0, 'Pop');
  const apartments = [home, await apartmentOf(0, 'Rusu'), await apartmentOf(1, 'Moga')];
  const containerOf = (n: 0 | 1) => aContainer({ org_id, container_group_id: platforms[n].id });
  const containers = ids([await containerOf(0), await containerOf(1)]);
  const gateway = await signInGateway([org_id]);
  towns += 1;
  const real: Town = {
    apartments: ids(apartments),
    entrances: ids(entrances),
    accessGroups: ids(groups),
    containerGroups: ids(platforms),
    containers,
    managers: ids(managers),
    serials: [1, 2, 3].map((n) => (0xd0_00_00_00 + towns * 16 + n).toString(16).toUpperCase()),
    root: await signIn(['root']),
    keeper: await signIn(['local_implementer'], { orgIds: [org_id] }),
    administrators: [
      await signIn(['manager'], { managers: [managers[0]] }),
      await signIn(['manager'], { managers: [managers[1]] }),
    ],
    resident: await signIn(['ara_user'], { apartments: [home] }),
    servingOrg: servingOrg.id,
    server: await signIn(['local_implementer'], { orgIds: [servingOrg.id] }),
    gateway,
    locks: containers.map((id) => new Controller(id, gateway)),
    seen: [],
  };
  const model: Model = {
    cards: [],
    apartments: new Map(
      apartments.map(({ id, entrance_id, occupier_name }) => [
        id,
        { entrance: entrance_id, occupier: occupier_name, since: 0 },
      ]),
    ),
    entrances: new Map(entrances.map((e) => [e.id, { accessGroup: e.access_group_id, manager: e.manager_id }])),
    joined: new Set(),
    open: new Set(),
    served: new Set(),
    events: [],
  };
  return { model, real };
}

const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

export const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item;

/** The card that has this serial and is not erased; there is one at most. */
export const liveCard = ({ cards }: Model, serial: string): ModelCard | undefined =>
  cards.find((card) => card.serial === serial && card.status !== 'erased');

export const entranceOf = (model: Model, apartment: string | null) =>
  model.entrances.get(model.apartments.get(apartment ?? '')?.entrance ?? '');

/** Whether somebody of an apartment, or of none, may open what stands in a container group, having a card that is normal. */
export function isJoined(model: Model, apartment: string | null, containerGroup: string): boolean {
  const joins = (group: string) => model.joined.has(`${group} ${containerGroup}`);
  const own = entranceOf(model, apartment)?.accessGroup ?? null;
  return (own !== null && joins(own)) || [...model.open].some(joins);
}

/** Whether a card opens what stands in a container group (domain.md, "Who opens what"). */
export const opens = (model: Model, card: ModelCard, containerGroup: string): boolean =>
  card.status === 'normal' && isJoined(model, card.holder, containerGroup);

/** Whether who looks after a manager's entrances sees the card: one that is held there, or that nobody holds. */
export const isSeenBy = (model: Model, manager: string, { holder }: ModelCard): boolean =>
  holder === null || entranceOf(model, holder)?.manager === manager;

/** Notes what a card was used for, or what was done to it, with whose it was. */
export function note(model: Model, kind: string, serial: string, holder: string | null): void {
  model.events.push({ kind, serial, apartment: holder, manager: entranceOf(model, holder)?.manager ?? null });
}
