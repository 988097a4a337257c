/**
 * Runs a command to its end. What goes wrong is one line to whoever runs it; the exit code is 1 for what was refused, 2 for what could not
 * be done.
 *
 * @param refusalOf - what to say of an error that is a refusal; undefined for any other.
 */
export async function runCommand(run: () => Promise<void>, refusalOf: (error: unknown) => string | undefined) {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ignoreReaderGone);
  }
  try {
    await run();
  } catch (error) {
    const refusal = refusalOf(error);
    process.stderr.write(`${refusal ?? (error instanceof Error ? error.message : String(error))}\n`);
    process.exitCode = refusal === undefined ? 2 : 1;
  }
}

/** Who reads what a command says may have heard enough (`| head -1`): it is done to its end all the same. */
function ignoreReaderGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') {
    throw error;
  }
}
