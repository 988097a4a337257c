import { readEventsUrl } from '../events-url.ts';
import { EventTables } from '../tables.ts';

/** What is said to a ClickHouse that has nothing yet. */
export async function statementsOf(url: string): Promise<string[]> {
  const said: string[] = [];
  const tables = new EventTables({
    address: readEventsUrl(url),
    rows: (sql) => Promise.resolve(sql.includes('startsWith') ? [['card_event_of_before']] : []),
    run: (sql) => Promise.resolve(void said.push(sql)),
    insert: () => Promise.resolve(),
  });
  await tables.readState();
  const table = await tables.create();
  await tables.letGo(table, { '16c20135-dd12-43af-8c23-962096782397': Date.UTC(2025, 0, 1) });
  await tables.dropOthers(table);
  return said;
}
