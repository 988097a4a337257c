import { createHash } from 'node:crypto';
import { moveArrived } from './arriving.ts';
import { copyEvents, createTables, giveKeys, loadFile, moveIncoming } from './event-table.ts';
import { openTurn, tallyTurns } from './tallies.ts';

/** Changes with anything that decides what is in the file: a file of another layout is built anew. */
export const layout: string = createHash('sha256')
  .update(
    [
      createTables,
      openTurn,
      ...tallyTurns,
      ...giveKeys,
      moveIncoming,
      moveArrived,
      loadFile(''),
      copyEvents(''),
    ].join(),
  )
  .digest('hex')
  .slice(0, 16);
