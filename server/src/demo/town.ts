import { Faker, ro } from '@faker-js/faker';
import type { OccupierKind } from '@noa/domain/vocabulary.ts';

/** The same town on every machine. */
const seed = 20_261_120;

/** Sizes of the demonstration town. */
const blockCount = 40;
const entrancesPerBlock = 3;
const apartmentsPerEntrance = 20;
const groupCount = 60;
const cardCount = 2_600;

export interface Location {
  readonly street: string;
  readonly number: string;
  readonly lat: number;
  readonly lng: number;
}

export interface Occupier {
  readonly kind: OccupierKind;
  readonly name: string | null;
  readonly firstName: string | null;
}

export interface DemoTown {
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
  const streets = faker.helpers.uniqueArray(() => `Str. ${faker.person.lastName()}`, 18);
  const location = (index: number): Location => ({
    street: streets[index % streets.length] ?? 'Str. Gării',
    number: String(1 + 2 * Math.floor(index / streets.length) + (index % 2)),
    lat: round(46.52 + (random() - 0.5) * 0.03),
    lng: round(26.91 + (random() - 0.5) * 0.045),
  });
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
    blocks: Array.from({ length: blockCount }, (_, index) => ({ ...location(index), block: blockName(index) })),
    entrancesPerBlock,
    occupiers: Array.from({ length: apartments }, occupier),
    apartmentsPerEntrance,
    groups: Array.from({ length: groupCount }, (_, index) => location(index)),
    serials: faker.helpers.uniqueArray(
      () => faker.string.hexadecimal({ length: 8, prefix: '', casing: 'upper' }),
      cardCount,
    ),
    random,
  };
}

const trades = ['Panificație', 'Farma', 'Comerț', 'Instal', 'Optica'];

/** The element of a list that a number from 0 up to 1 points at. */
const at = (list: readonly string[], draw: number) => list[Math.floor(draw * list.length)] ?? '';

const blockName = (index: number) => `${'ABCD'[index % 4] ?? 'A'}${1 + Math.floor(index / 4)}`;

/** About a metre. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
