import { registerHooks } from 'node:module';

/**
 * Vitest keeps a worker for many test files (`isolate: false`), so that the product, the whole API above all, is imported
 * once by a worker and not by each file. What belongs to one file is kept by the modules that help testing: its database,
 * its callers, its reports, its worlds. These are loaded anew for each test file that imports them, however deep.
 */
const helper = /\/src\/(?:.+\/)?testing\/[^/]+\.ts$|\/src\/authorization\/[^/]+(?<!\.test)\.ts$|\.fixture\.ts$/;

/** Vitest gives each run of a test file an address of its own. */
const testFile = /\/([^/]+\.test\.ts)\?vitest=(\d+)$/;

/** Whose helper it is that `parent` imports: what the test file's helpers have in their addresses. */
function ownerOf(parent: string, imported: string): string {
  const [, name, run] = testFile.exec(parent) ?? [];
  const owner = name ? `?of=${name}-${run}` : URL.parse(parent)?.search;
  if (!owner?.startsWith('?of=')) {
    // It would be kept from file to file, with the database of the first.
    throw new Error(`${parent} imports ${imported}: it must be a helper itself (testing/, *.fixture.ts)`);
  }
  return owner;
}

/** How often this worker has loaded each test file. */
const loads = new Map<string, number>();

/** Vitest tells the runs apart by the clock, and Node would keep what it compiles of each for ever: a worker's first run is its first in each. */
const countRuns = (url: string): string =>
  url.replace(/^(.*\?vitest=)\d{13}$/, (_address, file: string) => {
    const run = (loads.get(file) ?? 0) + 1;
    loads.set(file, run);
    return `${file}${String(run).padStart(13, '0')}`; // as long as a time, which Vitest leaves out where it names files
  });

registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context);
    const resolved = { ...found, url: countRuns(found.url) };
    return context.parentURL !== undefined && helper.test(resolved.url)
      ? { ...resolved, url: `${resolved.url}${ownerOf(context.parentURL, resolved.url)}` }
      : resolved;
  },
});
