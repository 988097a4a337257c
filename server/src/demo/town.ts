import { Faker, ro } from '@faker-js/faker';
import type { OccupierKind } from '@noa/domain/vocabulary.ts';
import {
  besideStreet,
  clearOfCrossings,
  streets as plan,
  toDegrees,
  type Spot,
  type Street,
} from './map/street-plan.ts';

/** The same town on every machine. */
const seed = 20_261_120;

/** Sizes of the demonstration town. */
const blockCount = 40;
const entrancesPerBlock = 3;
const apartmentsPerEntrance = 20;
const groupCount = 60;
/** House numbers on each side of a street at most. */
const housesPerStreet = Math.ceil(groupCount / plan.length);
const cardCount = 2_600;

export interface Location {
  readonly street: string;
  readonly number: string;
  readonly lat: number;
  readonly lng: number;
  /** The same in metres, as the plan of the town has it, and which way its street goes there. */
  readonly spot: Spot;
  readonly runs: Street['runs'];
}

export interface Occupier {
  readonly kind: OccupierKind;
  readonly name: string | null;
  readonly firstName: string | null;
}

export interface DemoTown {
  /** What the streets of the plan (`map/street-plan.ts`) are called, in its order. */
  readonly streets: readonly string[];
  readonly blocks: readonly (Location & { readonly block: string })[];
  readonly entrancesPerBlock: number;
  /** One for each apartment, entrance by entrance. */
  readonly occupiers: readonly Occupier[];
  readonly apartmentsPerEntrance: number;
  readonly groups: readonly Location[];
  /** Hardware serials, upper-case hexadecimal, each once. */
  readonly serials: readonly string[];
  /** A number from 0 up to 1, the same sequence every time. */
  readonly random: () => number;
}

/** Invents the demonstration town; nobody in it exists. */
export function inventTown(): DemoTown {
  const faker = new Faker({ locale: [ro], seed });
  const random = () => faker.number.float({ min: 0, max: 1 });
  const streets = faker.helpers.uniqueArray(() => `Str. ${faker.person.lastName()}`, plan.length);
  const location = (index: number, metresFromStreet: number): Location => {
    const house = Math.floor(index / plan.length);
    const street = plan[index % plan.length] ?? noStreet();
    const along = clearOfCrossings(street, (house + 0.1 + 0.8 * random()) / housesPerStreet);
    // Odd numbers stand on one side, even ones on the other.
    const beside = (metresFromStreet + 4 * random()) * (index % 2 === 0 ? 1 : -1);
    const spot = besideStreet(street, along, beside);
    const [lng, lat] = toDegrees(spot);
    return {
      street: streets[index % streets.length] ?? noStreet(),
      number: String(1 + 2 * house + (index % 2)),
      lat: round(lat),
      lng: round(lng),
      spot,
      runs: street.runs,
    };
  };
  const occupier = (): Occupier => {
    const draw = random();
    if (draw < 0.05) {
      return { kind: 'unoccupied', name: null, firstName: null };
    }
    if (draw < 0.12) {
      return { kind: 'unknown', name: null, firstName: null };
    }
    return draw < 0.16
      ? { kind: 'business', name: `${faker.person.lastName()} ${at(trades, random())} SRL`, firstName: null }
      : { kind: 'domestic', name: faker.person.lastName(), firstName: faker.person.firstName() };
  };
  const apartments = blockCount * entrancesPerBlock * apartmentsPerEntrance;
  return {
    streets,
    blocks: Array.from({ length: blockCount }, (_, index) => ({ ...location(index, 32), block: blockName(index) })),
    entrancesPerBlock,
    occupiers: Array.from({ length: apartments }, occupier),
    apartmentsPerEntrance,
    groups: Array.from({ length: groupCount }, (_, index) => location(index, 13)),
    serials: faker.helpers.uniqueArray(
      () => faker.string.hexadecimal({ length: 8, prefix: '', casing: 'upper' }),
      cardCount,
    ),
    random,
  };
}

function noStreet(): never {
  throw new RangeError('The plan of the town has no street of this number');
}

const trades = ['Panificație', 'Farma', 'Comerț', 'Instal', 'Optica'];

/** The element of a list that a number from 0 up to 1 points at. */
const at = (list: readonly string[], draw: number) => list[Math.floor(draw * list.length)] ?? '';

const blockName = (index: number) => `${'ABCD'[index % 4] ?? 'A'}${1 + Math.floor(index / 4)}`;

/** About a metre. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
