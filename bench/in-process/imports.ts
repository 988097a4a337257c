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

interface Job {
  readonly id: string;
  readonly state: string;
  readonly mapping: unknown;
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
  const ask = async (operation: string, variables: Record<string, unknown>, file?: File) =>
    Object.values((await run(`${operation} { id state mapping } }`, variables, file)).data)[0] as Job;
  const { id, mapping } = await ask(
    'mutation ($file: Upload!, $orgId: ID) { startImport(kind: "buildings", file: $file, orgId: $orgId)',
    { orgId },
    listOf(apartments),
  );
  const until = async (wanted: string) => {
    for (;;) {
      const { state } = await ask('query ($id: ID!) { importJob(id: $id)', { id });
      if (state === wanted) {
        return performance.now();
      }
      if (state === 'failed') {
        throw new Error(`The import of ${apartments} apartments failed`);
      }
      await pause(20);
    }
  };
  const began = performance.now();
  await ask('mutation ($id: ID!, $mapping: JSON!) { mapImport(id: $id, mapping: $mapping)', { id, mapping });
  const checked = await until('checked');
  await ask('mutation ($id: ID!) { applyImport(id: $id)', { id });
  const applied = await until('applied');
  return { 'dry run': (checked - began) / 1_000, applying: (applied - checked) / 1_000 };
}
