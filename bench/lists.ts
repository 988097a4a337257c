/**
 * `npm run bench:lists [-- --cards 1000000] [--database url] [--only pages|texts|search] [--peer|--nested]`: builds a town in a PostgreSQL that is thrown
 * away, or takes one that was built so, and measures in the server, from the request's text to the answer's, how long its
 * lists and its search take: by every sort field, both ways, on the first page and on one in the middle, for callers who reach
 * everything, one org, and several. `--peer` instead asks Noa and PostGraphile in turn for the same page of containers, over HTTP;
 * `--nested` Noa and one statement written by hand for lists in lists.
 */
import { parseArgs } from 'node:util';
import { openTown } from './in-process/database.ts';
import { measurePages } from './in-process/pages.ts';
import { openServer } from './in-process/server.ts';
import { measureSearch, measureTexts } from './in-process/texts.ts';
import { comparePeer } from './peer/compare.ts';
import { compareNested } from './peer/nested.ts';

const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '1000000' },
    database: { type: 'string' },
    only: { type: 'string' },
    peer: { type: 'boolean', default: false },
    nested: { type: 'boolean', default: false },
  },
});

const say = (line: string) => process.stdout.write(`${line}\n`);

async function measureLists(): Promise<void> {
  const town = values.database
    ? { url: values.database, close: () => Promise.resolve() }
    : await openTown(Number(values.cards), say, { joined: false });
  const server = await openServer(town.url);
  try {
    for (const [part, measure] of Object.entries({ pages: measurePages, texts: measureTexts, search: measureSearch })) {
      if (values.only === undefined || values.only === part) {
        await measure(server, say);
      }
    }
  } finally {
    await server.close();
    await town.close();
  }
}

if (values.peer) {
  await comparePeer(say);
} else if (values.nested) {
  await compareNested(say);
} else {
  await measureLists();
}
