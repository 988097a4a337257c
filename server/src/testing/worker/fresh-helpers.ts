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

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    return context.parentURL !== undefined && helper.test(resolved.url)
      ? { ...resolved, url: `${resolved.url}${ownerOf(context.parentURL, resolved.url)}` }
      : resolved;
  },
});
