/**
 * `npm run bench:replica [-- --cards 100000] [--rounds 7]`: builds a town in a PostgreSQL that another follows, and asks for the same lists, searches
 * and pages of an exported list with the replica and without, in turns, while containers report how full they are. Of each it says how much
 * processor the primary, the standby and the server take.
 */
import { parseArgs } from 'node:util';
import { compareReplica } from './in-process/replica.ts';

const { values } = parseArgs({
  options: { cards: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '7' } },
});

await compareReplica(Number(values.cards), {
  rounds: Number(values.rounds),
  say: (line) => void process.stdout.write(`${line}\n`),
});
