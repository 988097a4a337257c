import * as z from 'zod/mini';

/** The format of archives that this program writes. One that only adds tables or columns is the same: who lacks them refuses by name. */
export const archiveFormat = 1;

const count = z.number().check(z.int(), z.minimum(0));

const file = z.object({
  name: z.string().check(z.regex(/^[a-z-]{1,60}\.csv$/)),
  /** Below the header. */
  rows: count,
  /** Of the file as it is, not as it is compressed. */
  bytes: count,
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

/** What the archive of an org says of itself. */
export const archiveManifest = z.object({
  format: z.literal(archiveFormat),
  /** The version of Noa that made it. */
  program: z.string(),
  /** The moment whose content it is. */
  at: z.string(),
  org: z.object({ name: z.string() }),
  /** Whether occupiers' ID numbers are left out of it; absent where they are in it. */
  withoutIdNumbers: z.optional(z.boolean()),
  files: z.array(file),
});

export type ArchiveFile = z.infer<typeof file>;
export type ArchiveManifest = z.infer<typeof archiveManifest>;
