/** What keeps a file or a folder from being read or written, and what can be done, as the end of a sentence that begins with its path. */
const hindrances: Readonly<Record<string, string>> = {
  EACCES: 'is closed to the user that runs this: give it to that user, or name another place',
  EDQUOT: 'has no room left for the user that runs this: make some, or name another place',
  EEXIST: 'is there already: remove it, or name another',
  EFBIG: 'may not become so large for the user that runs this (ulimit -f), or on its disk: name another place',
  EIO: 'is on a disk that fails: look at it, or name another place',
  EISDIR: 'is a folder: name a file',
  ELOOP: 'is a link that leads back to itself: name another place',
  ENAMETOOLONG: 'is too long a name: name another place',
  ENOENT: 'is not there: look whether its name is right, and whether its disk is there',
  ENOSPC: 'has no room left: make some, or name another place',
  ENOTDIR: 'is no folder, or leads through a file: name a folder',
  EPERM: 'is closed to the user that runs this: give it to that user, or name another place',
  EROFS: 'is where nothing can be written: name another place, or make it writable',
};

/**
 * One sentence on a file or a folder that could not be read or written.
 *
 * @param path - what it was about, where the error does not say so: of a disk that is full it does not.
 * @returns null for any other error, and where nobody knows which file it was.
 */
export function explainFileTrouble(error: unknown, path?: string): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) {
    return null;
  }
  const hindrance = hindrances[error.code === 'EEXIST' && error.syscall === 'mkdir' ? 'ENOTDIR' : String(error.code)];
  const named = path ?? ('path' in error ? String(error.path) : undefined);
  return hindrance === undefined || named === undefined ? null : `${named} ${hindrance}.`;
}
