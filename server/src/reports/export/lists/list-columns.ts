import {
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isScalarType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { validationFailed } from '@noa/domain/errors.ts';
import type { ListExportColumn } from '@noa/domain/list-export.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import { disarm } from '@noa/domain/imports/spreadsheet.ts';
import { isPaged } from '../../../graphql/cost.ts';
import { localTime } from '../../local-clock.ts';
import type { FileCell } from '../records-file.ts';
import { reportTexts } from '../../report-texts.ts';

/** A record of a list as GraphQL gives it, each field under the names below. */
export type ListNode = Readonly<Record<string, unknown>>;

interface Step {
  readonly field: string;
  /** Of a list, only elements of which this is true. */
  readonly only: string | null;
}

interface Path {
  readonly steps: readonly Step[];
  readonly leaf: GraphQLNamedOutputType;
  /** Whether there may be several values. */
  readonly isMany: boolean;
}

/** A column of a list's file, each of its paths found in the type of the list's records. */
export interface ListColumn {
  readonly label: string;
  readonly paths: readonly Path[];
  readonly words: ReadonlyMap<string, string>;
}

/** Scalars that a cell can say. */
const scalars: ReadonlySet<string> = new Set(['ID', 'String', 'Int', 'Float', 'Boolean', 'DateTime', 'Date']);

const stepPattern = /^([A-Za-z]\w*)(?:\[([A-Za-z]\w*)\])?$/;

/**
 * Finds what the columns of a list are of.
 *
 * @param node - the type of the list's records.
 * @throws {AppError} `ValidationFailed`, naming each path that leads to nothing a cell can say: `columns.3.paths.0`.
 */
export function findColumns(
  schema: GraphQLSchema,
  node: GraphQLObjectType,
  columns: readonly ListExportColumn[],
): ListColumn[] {
  const unknown: Record<string, string> = {};
  const found = columns.map(({ label, paths, words }, position): ListColumn => ({
    label,
    paths: paths.flatMap((text, index) => {
      const path = findPath(schema, node, text);
      if (!path) {
        unknown[`columns.${position}.paths.${index}`] = 'form.unknownField';
      }
      return path ?? [];
    }),
    words: new Map((words ?? []).map(({ value, text }) => [value, text])),
  }));
  if (Object.keys(unknown).length > 0) {
    throw validationFailed(unknown, 'Records of the list have no such fields');
  }
  return found;
}

/** Undefined for a path that leads to nothing, ends at a record, or asks for pages, arguments or objects. */
function findPath(schema: GraphQLSchema, node: GraphQLObjectType, text: string): Path | undefined {
  const steps: Step[] = [];
  let type: GraphQLNamedOutputType = node;
  let isMany = false;
  for (const part of text.split('.')) {
    const [, name = '', only = null] = stepPattern.exec(part) ?? [];
    const field: GraphQLField<unknown, unknown> | undefined = isObjectType(type)
      ? schema.getField(type, name)
      : undefined;
    const next: GraphQLNamedOutputType | undefined = field && getNamedType(field.type);
    const isList = field !== undefined && isListType(getNullableType(field.type));
    if (!field || !next || !isPlain(field) || (only !== null && !(isList && isFlag(schema, next, only)))) {
      return undefined;
    }
    isMany ||= isList;
    steps.push({ field: name, only });
    type = next;
  }
  return isEnumType(type) || (isScalarType(type) && scalars.has(type.name)) ? { steps, leaf: type, isMany } : undefined;
}

/** One that needs no arguments, and has no pages of its own. */
function isPlain({ args, type }: GraphQLField<unknown, unknown>): boolean {
  const target = getNamedType(type);
  return !args.some(isRequiredArgument) && !(isObjectType(target) && isPaged(target));
}

function isFlag(schema: GraphQLSchema, type: GraphQLNamedOutputType, name: string): boolean {
  const field = isObjectType(type) ? schema.getField(type, name) : undefined;
  return field !== undefined && isPlain(field) && getNamedType(field.type).name === 'Boolean';
}

const aliasOf = (column: number, path: number) => `c${column}_${path}`;

/** What is to be selected of each record. */
export const selectionOf = (columns: readonly ListColumn[]): string =>
  columns
    .flatMap(({ paths }, column) => paths.map(({ steps }, path) => nested(steps, aliasOf(column, path))))
    .join(' ');

function nested([step, ...rest]: readonly Step[], alias: string): string {
  if (!step) {
    return '';
  }
  const flag = step.only === null ? '' : `only: ${step.only} `;
  return `${alias}: ${step.field}${rest.length > 0 ? ` { ${flag}${nested(rest, 'value')} }` : ''}`;
}

/** Whether the column is of moments, which are told by the clocks of an org. */
export const isOfMoments = ({ paths: [path, ...others] }: ListColumn): boolean =>
  path?.leaf.name === 'DateTime' && others.length === 0;

/** How cells are said. */
export interface Said {
  readonly zone: string;
  readonly locale: ExportLocale;
}

/** The cells of a record: numbers and moments as such, all else as the words that the screen has for it. */
export const cellsOf = (columns: readonly ListColumn[], node: ListNode, said: Said): FileCell[] =>
  columns.map((column, position) => cellOf(column, position, node, said));

function cellOf(column: ListColumn, position: number, node: ListNode, said: Said): FileCell {
  const [path, ...others] = column.paths;
  if (path && others.length === 0 && !path.isMany) {
    const [value] = valuesAt(node, path.steps, aliasOf(position, 0));
    const plain = value === undefined ? null : plainCell(value, path, column, said);
    return typeof plain === 'string' ? disarm(plain) || null : plain;
  }
  const texts = column.paths.map((each, index) =>
    valuesAt(node, each.steps, aliasOf(position, index))
      .map((value) => textOf(plainCell(value, each, column, said)))
      .join(', '),
  );
  return disarm(texts.filter((text) => text !== '').join(' ')) || null;
}

/** The values at the end of a path, of which there may be none. */
function valuesAt(node: ListNode, [step, ...rest]: readonly Step[], alias: string): unknown[] {
  const got = step ? (node[alias] ?? []) : [];
  const values: unknown[] = [got].flat().filter((each: unknown) => each !== null && each !== undefined);
  if (rest.length === 0) {
    return values;
  }
  return (values as readonly ListNode[])
    .filter((each) => step?.only === null || each['only'] === true)
    .flatMap((each) => valuesAt(each, rest, 'value'));
}

function plainCell(value: unknown, { leaf }: Path, { words }: ListColumn, { zone, locale }: Said): FileCell {
  if (leaf.name === 'DateTime') {
    return localTime(Date.parse(String(value)), zone);
  }
  if (typeof value === 'number') {
    return value;
  }
  const { yes, no } = reportTexts[locale];
  const text = String(value);
  return words.get(text) ?? (typeof value === 'boolean' ? (value ? yes : no) : text);
}

const textOf = (cell: FileCell): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : String(cell ?? '');
