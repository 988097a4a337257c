import { GraphQLError, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { AppError } from '@noa/domain/errors.ts';
import { listExportLimits, type ListExport } from '@noa/domain/list-export.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import { disarm } from '@noa/domain/imports/spreadsheet.ts';
import type { Context } from '../../../request/context.ts';
import { executeBounded } from '../../../graphql/serving/execute-bounded.ts';
import { executeWithLists } from '../../../graphql/serving/execute-with-lists.ts';
import { rootCause } from '../../../graphql/serving/format-error.ts';
import { RequestBounds } from '../../../request/request-bounds.ts';
import { zoneOf } from '../caller-zone.ts';
import type { Download } from '../downloads.ts';
import { cellsOf, findColumns, isOfMoments, selectionOf, type ListColumn, type ListNode } from './list-columns.ts';
import {
  documentOf,
  findList,
  pageSizeOf,
  refuseBadArguments,
  type List,
  type ListPage,
  type PageSize,
} from './list-query.ts';
import type { FileCell } from '../records-file.ts';
import { dayOf, fileZone, openTable, plainName } from '../files/table-file.ts';

/** A list that is taken away as it was asked for: its own query, page by page, within what its caller may see. */
export interface ListFile {
  readonly asked: ListExport;
  readonly fileName: string;
  readonly columns: readonly ListColumn[];
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly size: PageSize;
  /** Where a record does not tell the zone of its org. */
  readonly zone: string;
}

/** What a file will hold, but for what it is called and the zone of its moments. */
type ListDescription = Omit<ListFile, 'fileName' | 'zone'> & { readonly hasMoments: boolean };

/**
 * Finds out what the file will hold.
 *
 * @throws {AppError} `ValidationFailed`, naming what is unknown or not valid; `LimitExceeded` for rows that cost too much.
 */
export function describeListFile(context: Context, schema: GraphQLSchema, asked: ListExport): ListDescription {
  const list = findList(schema, asked.list);
  const variables = asked.arguments ?? {};
  refuseBadArguments(list.field, variables);
  const columns = findColumns(schema, list.node, asked.columns);
  const hasMoments = columns.some(isOfMoments);
  const zone = hasMoments ? selectZone(context, list) : '';
  const document = documentOf(list, variables, `${selectionOf(columns)} ${zone}`);
  return { asked, columns, schema, document, variables, size: pageSizeOf(schema, document, variables), hasMoments };
}

/**
 * Finds out what the file will hold, and asks the list for its first row: what it refuses this caller, it refuses now.
 *
 * @throws {AppError} as {@link describeListFile}; `LimitExceeded` above 1,000,000 rows; whatever the list itself refuses.
 */
export async function planListFile(context: Context, schema: GraphQLSchema, asked: ListExport): Promise<ListFile> {
  const { hasMoments, ...described } = describeListFile(context, schema, asked);
  // Within the bounds of the request that asks: a turn of its own could wait for the one that waits for it.
  const first = pageOf(
    await executeWithLists({
      schema,
      document: described.document,
      variableValues: { ...described.variables, first: 1, isCounted: true },
      contextValue: context,
      abortSignal: context.bounds.writing,
    }),
  );
  if ((first.totalCount ?? 0) > listExportLimits.rows) {
    throw new AppError('LimitExceeded', `A file has at most ${listExportLimits.rows} rows; narrow the list by filters`);
  }
  return {
    ...described,
    fileName: `${plainName(asked.title)}-${dayOf(new Date())}.${asked.format.toLowerCase()}`,
    zone: hasMoments ? await zoneOf(context) : fileZone,
  };
}

/** The list as a file, made while it is sent. */
export const openListFile = (caller: Context, file: ListFile): Download =>
  openTable({
    fileName: file.fileName,
    title: file.asked.title,
    format: file.asked.format,
    rows: (signal) => listRows(caller, file, signal),
  });

/** The headings, then all rows, a page at a time; nothing is held between two pages. */
async function* listRows(caller: Context, file: ListFile, signal: AbortSignal): AsyncGenerator<FileCell[][]> {
  const { columns, asked, zone } = file;
  yield [columns.map(({ label }) => disarm(label))];
  const locale: ExportLocale = asked.locale;
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = await askPage(caller, file, after, signal);
    if (nodes.length > 0) {
      yield nodes.map((node) => cellsOf(columns, node, { locale, zone: ownZone(node) ?? zone }));
    }
    if (!pageInfo.hasNextPage) {
      return;
    }
    after = pageInfo.endCursor;
  }
}

/** In its caller's turn and within its time, as if they had asked for the page themselves; it ends when nobody waits for it. */
async function askPage(
  caller: Context,
  { schema, document, variables, size }: ListFile,
  after: string | null,
  signal: AbortSignal,
): Promise<ListPage<ListNode>> {
  signal.throwIfAborted();
  const { actor, isGateway } = caller.viewer;
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  signal.addEventListener('abort', leave, { once: true });
  try {
    const contextValue = caller.again(new RequestBounds({ name: actor, isGateway }, leaving.signal));
    const variableValues = { ...variables, first: size.first, after };
    return pageOf(await executeBounded({ schema, document, variableValues, contextValue }, size.cost));
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** A page without a field that was refused: half a row is no row. */
function pageOf({ data, errors }: ExecutionResult): ListPage<ListNode> {
  const [error] = errors ?? [];
  if (error) {
    throw (rootCause(error) as Error | undefined) ?? new GraphQLError(error.message);
  }
  return data?.['page'] as ListPage<ListNode>;
}

/** The zone of the org whose the record is, for those who may know the org. */
function selectZone({ viewer }: Context, { node }: List): string {
  if (node.name === 'Org') {
    return 'zone: timeZone';
  }
  return viewer.may('org:read') && 'org' in node.getFields() ? 'org { zone: timeZone }' : '';
}

/** Undefined where the record does not tell. */
function ownZone(node: ListNode): string | undefined {
  const { zone } = (node['org'] ?? node) as { readonly zone?: string };
  return zone;
}
