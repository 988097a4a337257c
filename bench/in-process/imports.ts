import { setTimeout as pause } from 'node:timers/promises';
import { endSpareThread } from '../../server/src/import/reading/spare-thread.ts';
import { openServer, type Run } from './server.ts';

/** An apartment a row: 40 behind an entrance, two entrances a block, most of them with a name. */
function listOf(apartments: number): File {
  const rows = Array.from({ length: apartments }, (_, i) => {
    const [entrance, block] = [Math.floor(i / 40), Math.floor(i / 80)];
    const occupier = i % 10 < 8 ? 'casnic,Popescu,Ana' : 'necunoscut,,';
    return `Str. Unirii ${block % 97},${block},A${block},${entrance % 2 ? 'B' : 'A'},${(i % 40) + 1},${occupier}`;
  });
  const header = 'street,number,block,entrance,apartment,occupier_kind,occupier_name,occupier_first_name';
  return new File([[header, ...rows].join('\n')], 'apartments.csv');
}

/** Seconds of each step of an import. */
export interface ImportSeconds {
  readonly 'dry run': number;
  readonly applying: number;
}

/** Imports so many apartments through the API into an org of the database, which has none. */
export async function importApartments(url: string, orgId: string, apartments: number): Promise<ImportSeconds> {
  const server = await openServer(url);
  try {
    const run = server.callers.get('everything');
    if (!run) {
      throw new Error('Nobody reaches everything');
    }
    return await runImport(run, orgId, apartments);
  } finally {
    await server.close();
    await endSpareThread();
  }
}

async function runImport(run: Run, orgId: string, apartments: number): Promise<ImportSeconds> {
  const { checking, applying } = await importFile(run, 'buildings', orgId, listOf(apartments));
  return { 'dry run': checking, applying };
}

/** Seconds of each step, and what the server says of it. */
export interface ImportTook {
  readonly looking: number;
  readonly checking: number;
  readonly applying: number;
  readonly timings: Readonly<Record<string, number>>;
}

interface Job {
  readonly id: string;
  readonly state: string;
  readonly mapping: unknown;
  readonly timings: ImportTook['timings'] | null;
  readonly counts: { readonly problems: number } | null;
}

/** Imports a file by the columns that are guessed, and creates what it names; every row has to be good. */
export async function importFile(run: Run, kind: string, orgId: string, file: File): Promise<ImportTook> {
  const ask = async (operation: string, variables: Record<string, unknown>, sent?: File) =>
    Object.values(
      (await run(`${operation} { id state mapping timings counts { problems } } }`, variables, sent)).data,
    )[0] as Job;
  const began = performance.now();
  const { id, mapping } = await ask(
    `mutation ($file: Upload!, $orgId: ID) { startImport(kind: "${kind}", file: $file, orgId: $orgId)`,
    { orgId },
    file,
  );
  const until = async (wanted: string) => {
    for (;;) {
      const job = await ask('query ($id: ID!) { importJob(id: $id)', { id });
      if (job.state === wanted) {
        return { at: performance.now(), ...job };
      }
      if (job.state === 'failed') {
        throw new Error(`The import of ${file.name} failed`);
      }
      await pause(20);
    }
  };
  const looked = performance.now();
  await ask('mutation ($id: ID!, $mapping: JSON!) { mapImport(id: $id, mapping: $mapping, createMissing: true)', {
    id,
    mapping,
  });
  const checked = await until('checked');
  if (checked.counts?.problems) {
    throw new Error(`${checked.counts.problems} rows of ${file.name} are bad`);
  }
  await ask('mutation ($id: ID!) { applyImport(id: $id)', { id });
  const applied = await until('applied');
  return {
    looking: (looked - began) / 1_000,
    checking: (checked.at - looked) / 1_000,
    applying: (applied.at - checked.at) / 1_000,
    timings: applied.timings ?? {},
  };
}
