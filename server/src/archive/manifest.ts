import { archiveFormat, archiveManifest, type ArchiveManifest } from '@noa/domain/org-archive.ts';
import { ArchiveRefused } from './archive-refused.ts';

export const manifestFile = 'manifest.json';

/** What a manifest says beside what a program reads: for people, and for programs of others. */
export interface Remarks {
  readonly cells: string;
  readonly leftOut: readonly string[];
  /** Whose data the archive holds, and what becomes of them when they are erased where it was made. */
  readonly personalData: readonly string[];
}

export const writeManifest = (manifest: ArchiveManifest & Remarks): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** @throws {ArchiveRefused} `notAnArchive`, `newer`. */
export function readManifest(text: string): ArchiveManifest {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (cause) {
    throw new ArchiveRefused('notAnArchive', `${manifestFile} is not JSON.`, { cause });
  }
  const { format, program } = (given ?? {}) as { readonly format?: unknown; readonly program?: unknown };
  if (typeof format === 'number' && format > archiveFormat) {
    throw new ArchiveRefused(
      'newer',
      `The archive was made by Noa ${String(program)} in format ${format}; this program reads format ${archiveFormat}: upgrade it.`,
    );
  }
  const read = archiveManifest.safeParse(given);
  if (!read.success) {
    throw new ArchiveRefused('notAnArchive', `${manifestFile} does not describe an archive of an organisation.`);
  }
  return read.data;
}
