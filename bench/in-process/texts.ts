import { median, type BenchServer } from './server.ts';

const rounds = 5;

/** Text filters that find a few rows, none, and many; each in an order that has nothing to do with it. */
const filters: readonly (readonly [list: string, filter: Record<string, unknown>, sort: string])[] = [
  ['cards', { q: 'ACKFMO' }, 'updated_at'],
  ['cards', { q: 'zzzz' }, 'updated_at'],
  ['cards', { q: 'ab' }, 'updated_at'],
  ['cards', { q: '0' }, 'status'],
  ['cards', { q: '9E37' }, 'display_serial_number'],
  ['apartments', { q: 'stefan mare 12 5' }, 'updated_at'],
  ['apartments', { q: 'tepes 17 b' }, 'addr_ap'],
  ['apartments', { q: 'nicaieri' }, 'updated_at'],
  ['apartments', { q: 'str' }, 'occupier_name'],
  ['apartments', { q: 'unirii' }, 'updated_at'],
  ['apartments', { q: '5' }, 'row_id'],
  ['apartments', { occupierName: 'popescu-a1 ana' }, 'addr_ap'],
  ['apartments', { occupierName: 'nimeni' }, 'addr_ap'],
  ['apartments', { occupierName: 'stefan' }, 'updated_at'],
  ['apartments', { occupierName: 'popescu' }, 'addr_ap'],
  ['apartments', { occupierName: 'p' }, 'occupier_first_name'],
  ['containers', { q: 'garii 17' }, 'fill_level_pct'],
  ['containers', { q: 'str' }, 'fill_level_pct'],
  ['entrances', { q: 'zorilor 9' }, 'manager_id'],
  ['towerBlocks', { q: 'pascani' }, 'addr_bl'],
];

/** Prints how long text filters take for each caller. */
export async function measureTexts({ callers }: BenchServer, say: (line: string) => void): Promise<void> {
  say(`\n${'list'.padEnd(14)}${'filter'.padEnd(38)}${'sort'.padEnd(24)}${'caller'.padEnd(12)}rows      ms`);
  for (const [list, filter, field] of filters) {
    const type = list.charAt(0).toUpperCase() + list.slice(1, -1);
    const query = `query ($filter: ${type}Filter, $sort: [${type}Sort!]) {
      ${list}(first: 50, filter: $filter, sort: $sort) { nodes { id rowId updatedAt } pageInfo { hasNextPage } }
    }`;
    for (const [caller, run] of callers) {
      const times: number[] = [];
      let rows = '';
      for (let round = 0; round < rounds; round++) {
        const { ms, data } = await run(query, { filter, sort: [{ field, direction: 'desc' }] });
        const page = data[list] as { nodes: unknown[]; pageInfo: { hasNextPage: boolean } };
        rows = `${page.nodes.length}${page.pageInfo.hasNextPage ? '+' : ''}`;
        times.push(ms);
      }
      const ms = median(times);
      say(
        `${list.padEnd(14)}${JSON.stringify(filter).padEnd(38)}${field.padEnd(24)}${caller.padEnd(12)}${rows.padStart(4)}` +
          `${ms.toFixed(1).padStart(8)}${ms > 100 ? '  over 100 ms' : ''}`,
      );
    }
  }
}

const searches = [
  'ackfmod',
  '9E3779B1',
  '2654435769',
  'ab',
  'Str. Unirii 5, bl. C10, sc. A, ap. 12',
  'unirii',
  'stefan cel mare 12',
  'tutea-a1 ana',
  'popescu',
  'C-P-100-3',
  'P-100',
  'asociatia 7',
  'primaria',
  'nicaieri',
];

/** Prints how long the global search takes for each caller. */
export async function measureSearch({ callers }: BenchServer, say: (line: string) => void): Promise<void> {
  say(`\n${'search'.padEnd(42)}${'caller'.padEnd(12)}hits      ms`);
  for (const text of searches) {
    for (const [caller, run] of callers) {
      const times: number[] = [];
      let hits = 0;
      for (let round = 0; round < rounds; round++) {
        const { ms, data } = await run('query ($text: String!) { search(text: $text) { kind id label description } }', {
          text,
        });
        hits = (data['search'] as unknown[]).length;
        times.push(ms);
      }
      const ms = median(times);
      say(
        `${text.padEnd(42)}${caller.padEnd(12)}${String(hits).padStart(4)}${ms.toFixed(1).padStart(8)}` +
          `${ms > 100 ? '  over 100 ms' : ''}`,
      );
    }
  }
}
