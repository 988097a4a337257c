import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  type GraphQLArgument,
  type GraphQLInputType,
} from 'graphql';
import type { CallerLabel, World } from '../authorization/world.ts';
import { ids } from '../testing/sealed.ts';
import {
  hostileCursorValues,
  hostileDays,
  hostileJson,
  hostileMoments,
  hostileNumbers,
  hostileTexts,
  type Canary,
} from './hostile-values.fixture.ts';
import { bare, holdsLiteral, literalOf, literals, type Literal } from './literals.fixture.ts';
import { targetsOf, type Target } from './targets.fixture.ts';

/** One request, of one operation that may have been made hostile. */
export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Where it is hostile, and with what; empty for one that is as it should be. */
  readonly twists: readonly string[];
}

/** Where a list was when it was asked in one order. */
export interface SeenCursor {
  readonly cursor: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Numbers that were drawn, from which an operation is made: equal ones make equal operations. */
export class Tape {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A whole number under `bound`. */
  below(bound: number): number {
    const number = this.#numbers[this.#at % this.#numbers.length] ?? 0;
    this.#at += 1;
    return number % bound;
  }

  pick<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T;
  }
}

type Path = readonly (string | number)[];

interface InputPosition {
  readonly path: Path;
  readonly type: GraphQLInputType;
}

const deepest = 4;

/** Every place in the arguments where a value may stand. */
function inputPositionsOf(type: GraphQLInputType, path: Path): InputPosition[] {
  const inner = bare(type);
  const own = { path, type };
  if (path.length > deepest) {
    return [own];
  }
  if (isListType(inner)) {
    return [own, ...inputPositionsOf(inner.ofType, [...path, 0])];
  }
  if (isInputObjectType(inner)) {
    return [
      own,
      ...Object.values(inner.getFields()).flatMap((field) => inputPositionsOf(field.type, [...path, field.name])),
    ];
  }
  return [own, own, own]; // values are tried more often than what holds them
}

/** Makes hostile operations for one caller in one world. */
export class Operations {
  readonly targets: readonly Target[];
  readonly #texts: readonly [string, string][];
  readonly #canary: Canary;
  readonly #ids: readonly string[];
  readonly #cursors: ReadonlyMap<string, readonly SeenCursor[]>;

  /** @param cursors - by the name of the type that a list gives, where it was in each order. */
  constructor(label: CallerLabel, world: World, canary: Canary, cursors: ReadonlyMap<string, readonly SeenCursor[]>) {
    this.targets = targetsOf(label, world);
    this.#texts = Object.entries(hostileTexts(canary));
    this.#canary = canary;
    this.#ids = Object.values(world).flatMap((record: unknown) =>
      typeof record === 'object' && record !== null && 'id' in record ? [String(record.id)] : [],
    );
    this.#cursors = cursors;
  }

  make(tape: Tape): Operation {
    const target = tape.pick(this.targets);
    const args = structuredClone(target.base) as Record<string, unknown>;
    const twists: string[] = [];
    // One in ten stays as it should be.
    for (let left = [0, 1, 1, 1, 1, 1, 1, 2, 2, 3][tape.below(10)] ?? 1; left > 0; left -= 1) {
      const argument = tape.pick(target.field.args);
      const { path, type } = tape.pick(inputPositionsOf(argument.type, [argument.name]));
      if (
        path.length === 1 &&
        ['after', 'before'].includes(argument.name) &&
        this.#forge(target, args, argument, tape)
      ) {
        twists.push(`${target.name} ${argument.name}: a forged cursor`);
        continue;
      }
      const value = this.#hostile(type, tape);
      this.#put(args, target.field.args, path, value, tape);
      twists.push(`${target.name} ${path.join('.')}`);
    }
    return this.#write(target, args, twists, tape);
  }

  /** A cursor of this very list, with a value of its own in place of one of its values. */
  #forge(target: Target, args: Record<string, unknown>, { name }: GraphQLArgument, tape: Tape): boolean {
    const seen = this.#cursors.get(getNamedType(target.field.type).name);
    if (!seen || seen.length === 0) {
      return false;
    }
    const { cursor, args: order } = tape.pick(seen);
    // Lists that are read level by level begin theirs with the level.
    const [encoded = '', ...before] = (ids.openText(cursor) ?? '').split(' ').toReversed();
    const values = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as unknown[];
    const position = tape.below(values.length);
    values[position] = tape.pick(hostileCursorValues(this.#canary));
    for (const other of ['first', 'last', 'after', 'before']) {
      delete args[other];
    }
    const forged = [...before, Buffer.from(JSON.stringify(values)).toString('base64url')].join(' ');
    // As whoever had the key would: what stands behind it takes nothing on trust.
    Object.assign(args, structuredClone(order), { [name]: ids.sealText(forged) });
    return true;
  }

  #hostile(type: GraphQLInputType, tape: Tape): unknown {
    const inner = bare(type);
    const chance = tape.below(20);
    if (chance === 0) {
      return { literal: tape.pick(literals) } satisfies Literal;
    }
    if (chance === 1) {
      return tape.pick(hostileJson(this.#canary));
    }
    if (isListType(inner)) {
      const one = this.#valid(inner.ofType, tape);
      return tape.pick([
        [],
        null,
        one,
        [one, one],
        [null],
        Array.from({ length: 1_001 }, () => one),
        'list',
        { 0: one },
      ]);
    }
    if (isInputObjectType(inner)) {
      return tape.pick([{}, null, 'text', [], { nothing: 1 }, this.#valid(type, tape), 1]);
    }
    if (isEnumType(inner)) {
      return tape.pick([
        '',
        'unknown',
        '__proto__',
        'constructor',
        1,
        true,
        null,
        inner.getValues().map(({ name }) => name)[0],
      ]);
    }
    switch (inner.name) {
      case 'Int':
      case 'Float':
        return tape.pick(hostileNumbers);
      case 'Boolean':
        return tape.pick([null, 'true', 1, 0, true, false]);
      case 'DateTime':
        return tape.pick(Object.values(hostileMoments));
      case 'Date':
        return tape.pick(Object.values(hostileDays));
      case 'JSON':
        return tape.pick(hostileJson(this.#canary));
      default:
        return tape.below(5) === 0 ? tape.pick(this.#ids) : tape.pick(this.#texts)[1];
    }
  }

  #valid(type: GraphQLInputType, tape: Tape): unknown {
    const inner = bare(type);
    if (isListType(inner)) {
      return [this.#valid(inner.ofType, tape)];
    }
    if (isInputObjectType(inner)) {
      const required = Object.values(inner.getFields()).filter(isRequiredInputField);
      return Object.fromEntries(required.map((field) => [field.name, this.#valid(field.type, tape)]));
    }
    if (isEnumType(inner)) {
      return tape.pick(inner.getValues()).name;
    }
    switch (inner.name) {
      case 'ID':
        return tape.pick(this.#ids);
      case 'Boolean':
        return true;
      case 'DateTime':
        return new Date().toISOString();
      case 'Date':
        return '2026-01-01';
      case 'String':
        return 'Unirii';
      default:
        return 1 + tape.below(5);
    }
  }

  /** Puts a value in its place; what must be there to hold it is made as it should be. */
  #put(args: Record<string, unknown>, types: readonly GraphQLArgument[], path: Path, value: unknown, tape: Tape): void {
    const [name, ...rest] = path;
    const type = types.find((argument) => argument.name === name)?.type;
    if (name === undefined || type === undefined) {
      return;
    }
    const root: Record<string | number, unknown> = args;
    let holder: Record<string | number, unknown> = root;
    let key: string | number = name;
    let held: GraphQLInputType = type;
    for (const step of rest) {
      if (typeof holder[key] !== 'object' || holder[key] === null) {
        holder[key] = this.#valid(held, tape);
      }
      holder = holder[key] as Record<string | number, unknown>;
      const inner = bare(held);
      held = isListType(inner)
        ? inner.ofType
        : isInputObjectType(inner)
          ? (inner.getFields()[String(step)]?.type ?? held)
          : held;
      key = step;
    }
    holder[key] = value;
  }

  #write(target: Target, args: Record<string, unknown>, twists: readonly string[], tape: Tape): Operation {
    const declared: string[] = [];
    const variables: Record<string, unknown> = {};
    const given = Object.entries(args).flatMap(([name, value]) => {
      const type = target.field.args.find((argument) => argument.name === name)?.type;
      if (!type) {
        return [];
      }
      const written = tape.below(2) === 0 || holdsLiteral(value) ? literalOf(type, value) : undefined;
      if (written !== undefined) {
        return [`${name}: ${written}`];
      }
      declared.push(`$${name}: ${String(type)}`);
      variables[name] = value;
      return [`${name}: $${name}`];
    });
    const asked = `${target.field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${target.selection}`;
    const head = `${target.kind}${declared.length > 0 ? ` (${declared.join(', ')})` : ''}`;
    return { query: `${head} ${target.around(asked)}`, variables, twists };
  }
}
