import { untilRunEnds } from './import-run.ts';
import { asSystem, server, type Answer, type Caller } from '../testing/harness.ts';

const job = /* GraphQL */ `
  id
  state
  header
  headerRow
  fillMerged
  addressColumn
  preview
  mapping
  encoding
  separator
  sheets
  sheet
  failure
  timings
  finishedAt
  dryRun
  progress {
    done
    total
  }
  counts {
    rows
    problems
    warnings
    changes {
      kind
      create
      update
      same
      absent
      fields {
        name
        count
      }
    }
  }
  problems(first: 100) {
    totalCount
    nodes {
      rowNumber
      field
      column
      value
      reason
      isWarning
      otherRow
    }
  }
`;
const [readingVariables, readingArgs] = [
  '$sheet: String, $headerRow: Int, $fillMerged: Boolean, $splitAddress: Boolean',
  'sheet: $sheet, headerRow: $headerRow, fillMerged: $fillMerged, splitAddress: $splitAddress',
];
const Start = `mutation ($kind: String!, $file: Upload!, $orgId: ID, $encoding: String, $separator: String, ${readingVariables}) {
  startImport(kind: $kind, file: $file, orgId: $orgId, encoding: $encoding, separator: $separator, ${readingArgs}) { ${job} }
}`;
const Reread = `mutation ($id: ID!, $encoding: String, ${readingVariables}) {
  rereadImport(id: $id, encoding: $encoding, ${readingArgs}) { ${job} }
}`;
const MapColumns = `mutation ($id: ID!, $mapping: JSON!, $createMissing: Boolean, ${readingVariables}) {
  mapImport(id: $id, mapping: $mapping, createMissing: $createMissing, ${readingArgs}) { id state }
}`;
const Apply = `mutation ($id: ID!, $dryRun: ID) { applyImport(id: $id, dryRun: $dryRun) { id state } }`;
const Cancel = `mutation ($id: ID!) { cancelImport(id: $id) { id state } }`;
const Job = `query ($id: ID!) { importJob(id: $id) { ${job} } }`;

interface ReadingChoice {
  sheet?: string;
  headerRow?: number | null;
  fillMerged?: boolean;
  splitAddress?: boolean;
}

interface Upload extends ReadingChoice {
  orgId?: string;
  kind?: string;
  name?: string;
  encoding?: string;
  separator?: string;
  createMissing?: boolean;
}

/** A file of these rows. */
export const csv = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

/** Uploads a file by the GraphQL multipart request specification. */
export async function startImport(
  caller: Caller,
  content: Uint8Array | string,
  { name = 'blocuri.csv', kind = 'buildings', createMissing: _later, ...variables }: Upload,
): Promise<Answer> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query: Start, variables: { ...variables, kind, file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new File([content as BlobPart], name));
  const response = await server.fetch('http://noa.test/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer oidc~${caller.token}` },
    body: form,
  });
  const { data, errors } = (await response.json()) as {
    data: unknown;
    errors?: { message: string; extensions: { code: string } }[];
  };
  return { data, errors: errors?.map(({ message, extensions }) => ({ message, ...extensions })) };
}

export const rereadImport = (caller: Caller, id: string, asked: ReadingChoice & Pick<Upload, 'encoding'>) =>
  caller.run(Reread, { id, ...asked });

export const mapImport = (
  caller: Caller,
  id: string,
  mapping: unknown,
  createMissing = false,
  asked: ReadingChoice = {},
) => caller.run(MapColumns, { id, mapping, createMissing, ...asked });

export const applyImport = (caller: Caller, id: string, dryRun?: string) => caller.run(Apply, { id, dryRun });

export const cancelImport = (caller: Caller, id: string) => caller.run(Cancel, { id });

interface Change {
  readonly kind: string;
  readonly create: number;
  readonly update: number;
  readonly same: number;
  readonly absent: number;
  readonly fields: readonly { readonly name: string; readonly count: number }[];
}

/**
 * The job, its changes by kind: `counts.towerBlocks.create`, records that the file does not speak of: `absent.towerBlocks`, and how many of
 * which field: `fields.containers.sizeLitres`.
 */
export async function findImport(caller: Caller, id: string) {
  const { data } = await caller.run(Job, { id });
  const { counts, ...found } = data.importJob;
  if (!counts) {
    return { counts, ...found };
  }
  const { changes, ...rest } = counts;
  const byKind = <Told>(told: (each: Change) => Told) =>
    Object.fromEntries(changes.map((each: Change) => [each.kind, told(each)])) as Record<string, Told>;
  return {
    counts: { ...rest, ...byKind(({ create, update, same }) => ({ create, update, same })) },
    absent: byKind(({ absent }) => absent),
    fields: byKind(({ fields }) => Object.fromEntries(fields.map(({ name, count }) => [name, count]))),
    ...found,
  };
}

/** The job once it stands still. */
export async function settled(caller: Caller, id: string) {
  await untilRunEnds(id);
  return findImport(caller, id);
}

/** Up to the dry run, with the guessed mapping. */
export async function checkFile(caller: Caller, content: Uint8Array | string, upload: Upload) {
  const { data, errors } = await startImport(caller, content, upload);
  if (errors) {
    throw new Error(JSON.stringify(errors));
  }
  const { id, mapping } = data.startImport;
  await mapImport(caller, id, mapping, upload.createMissing);
  return settled(caller, id);
}

/** All steps, with the guessed mapping; rows with problems are left out. */
export async function importGoodRows(caller: Caller, content: Uint8Array | string, upload: Upload) {
  const { id } = await checkFile(caller, content, upload);
  await applyImport(caller, id);
  return settled(caller, id);
}

/** All steps, with the guessed mapping; stops at the dry run if that finds a problem. */
export async function importFile(caller: Caller, content: Uint8Array | string, upload: Upload) {
  const checked = await checkFile(caller, content, upload);
  if (checked.state !== 'checked' || checked.counts.problems > 0) {
    return checked;
  }
  await applyImport(caller, checked.id);
  return settled(caller, checked.id);
}

/** How many tower blocks, entrances and apartments the org has. */
export async function countRecords(orgId: string): Promise<number[]> {
  const tables = ['tower_block', 'entrance', 'apartment'] as const;
  return asSystem(async (tx) => {
    const counts: number[] = [];
    for (const table of tables) {
      const { n } = await tx
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<string>().as('n'))
        .where('org_id', '=', orgId)
        .executeTakeFirstOrThrow();
      counts.push(Number(n));
    }
    return counts;
  });
}

/** Every apartment of the org: street, number, block, entrance, apartment. */
export const listApartments = (orgId: string): Promise<string[]> =>
  asSystem(async (tx) => {
    const rows = await tx
      .selectFrom('apartment as a')
      .innerJoin('entrance as e', 'e.id', 'a.entrance_id')
      .innerJoin('tower_block as t', 't.id', 'e.tower_block_id')
      .select(['t.addr_street', 't.addr_nr', 't.addr_bl', 'e.addr_sc', 'a.addr_ap'])
      .where('a.org_id', '=', orgId)
      .orderBy('t.search')
      .orderBy('e.addr_sc_key')
      .orderBy('a.addr_ap_key')
      .execute();
    return rows.map((r) => [r.addr_street, r.addr_nr, r.addr_bl, r.addr_sc, r.addr_ap].join('/'));
  });
