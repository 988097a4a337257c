import { registerHooks, type ResolveFnOutput, type ResolveHookContext } from 'node:module';

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

/** Where what helpers import is, by importer and specifier: looked for once by a worker, and not by each file that loads the helper anew. */
const found = new Map<string, ResolveFnOutput>();

type Resolve = (specifier: string, context: ResolveHookContext) => ResolveFnOutput;

/** Vitest's own hook, behind us, tells its other process of each import, which is to know each once. */
function find(specifier: string, context: ResolveHookContext, next: Resolve): ResolveFnOutput {
  const [importer = '', owner] = context.parentURL?.split('?of=') ?? [];
  if (!owner) {
    return next(specifier, context);
  }
  const key = [importer, specifier, ...context.conditions, ...Object.values(context.importAttributes)].join('\0');
  const resolved = found.get(key) ?? next(specifier, context);
  found.set(key, resolved);
  return { ...resolved, shortCircuit: true };
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = find(specifier, context, nextResolve);
    return context.parentURL !== undefined && helper.test(resolved.url)
      ? { ...resolved, url: `${resolved.url}${ownerOf(context.parentURL, resolved.url)}` }
      : resolved;
  },
});
