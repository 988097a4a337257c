/** Whom the tests are run as; as root, to whom nothing is closed, somebody who is not. */
export const somebody =
  process.geteuid?.() === 0
    ? { uid: 65_534, gid: 65_534 }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** Does something as somebody who may not open what is closed. */
export async function asUser<Done>(work: () => Promise<Done>): Promise<Done> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) {
    process.setegid?.(somebody.gid);
    process.seteuid?.(somebody.uid);
  }
  try {
    return await work();
  } finally {
    if (isRoot) {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
  }
}
