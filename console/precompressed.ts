import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const toGzip = promisify<Buffer, { level: number }, Buffer>(gzip);

/** Bytes from which a file is worth compressing: below, what is added costs what is saved. */
const worthwhile = 256;

/**
 * Puts `.br` and `.gz` beside each text of the build, which the server sends to browsers that take them: once, at the highest
 * quality, and not with every request. Fonts are compressed as they are.
 */
export function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      const files = globSync('**/*.{html,js,mjs,css,json,svg}', { cwd: folder }).map((file) => join(folder, file));
      await Promise.all(
        files.map(async (file) => {
          const content = readFileSync(file);
          if (content.byteLength >= worthwhile) {
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength };
            await writeFile(`${file}.br`, await brotli(content, { params }));
            await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }));
          }
        }),
      );
    },
  };
}
