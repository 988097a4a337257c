import { randomUUID } from 'node:crypto';

/** What this process is called among the servers that share a database. It says there from time to time that it runs (`holdKeys`). */
export const thisServer: string = randomUUID();

/** After so many seconds of silence a server is taken to have ended. */
export const goneSeconds = 30;
