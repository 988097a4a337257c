import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FairQueue } from '../../database/connection/fair-queue.ts';
import { makeArchivesBy, type OpenArchive } from '../../reports/export/open-file.ts';
import { exportOrg } from '../export-org.ts';

/** Each holds a connection and a moment of the database for as long as its reader takes. */
const slots = new FairQueue({ atOnce: 2, perCaller: 1, waiting: 20 });

/** What a browser calls the archive of an org. */
export const archiveNameOf = ({ name }: { readonly name: string }, at: Date): string =>
  `${name.replaceAll(/[\\/:*?"<>|\s\p{Cc}]+/gu, ' ').trim()} ${at.toISOString().slice(0, 10)}.zip`;

/** Begins to send an org's archive without ID numbers, which are told one at a time only (domain.md, "Personal data"). */
const openArchive: OpenArchive = async ({ db, keys, viewer }, { orgId, purpose, fileName }) => {
  const actor = { name: viewer.actor, accountId: viewer.accountId, scope: viewer.scope('org:write'), purpose };
  const busy = { says: 'Other archives are being fetched; ask again when they are done', retryAfterSeconds: 10 };
  const releaseSlot = await slots.takeInTime(viewer.actor, busy);
  const stream = new PassThrough();
  exportOrg(db, { orgId, keyring: keys, actor, withoutIdNumbers: true }, (bytes) =>
    pipeline(Readable.from(bytes), stream),
  )
    .catch((cause: unknown) => void stream.destroy(cause as Error))
    .finally(releaseSlot);
  return { fileName, contentType: 'application/zip', stream };
};

makeArchivesBy(openArchive);
