import { fileURLToPath } from 'node:url';
import { dirname, join } from 'node:path';
import { transformWithOxc, type Plugin } from 'vite';

const source = join(dirname(fileURLToPath(import.meta.resolve('maplibre-gl'))), '../src');
const workerUrl = 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
const loadedUrl = '\0map-worker-url';

/**
 * Builds MapLibre from its sources. As it is published, the page's half and the worker's half each bring their own copy of
 * what both need, 60 KB over the wire: here they share it (docs/decisions/0035).
 */
export function mapFromSource(): Plugin {
  return {
    name: 'map-from-source',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === 'maplibre-gl' ? join(source, 'index.ts') : id === workerUrl ? loadedUrl : undefined),
    load(id) {
      if (id !== loadedUrl) {
        return undefined;
      }
      const worker = this.emitFile({ type: 'chunk', id: join(source, 'source/worker.ts'), name: 'map-worker' });
      return `export default import.meta.ROLLUP_FILE_URL_${worker};`;
    },
    transform: {
      filter: { id: /[\\/]maplibre-gl[\\/]src[\\/].*\.ts$/ },
      // Its compiler leaves fields out that are only declared; ours would set those of a base class back to undefined.
      handler: (code, id) => transformWithOxc(code, id, { typescript: { removeClassFieldsWithoutInitializer: true } }),
    },
  };
}
