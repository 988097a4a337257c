import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { fontPath } from '../paths.ts';

/** Seconds for which a browser keeps a file of the font: another release may have another one. */
const maxAge = 7 * 86_400;

/** The console's font, upright, by the letters that a file has: the latin subset alone lacks ă, ș and ț. */
const subsets = {
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0,U+2113',
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
} as const;

/** What the font is called in our styles. */
export const fontName = 'JetBrains Mono Variable';

/** Where pages find it: each file is fetched by the browser that needs its letters, and by none before the page is read. */
export const fontFaces = Object.entries(subsets)
  .map(
    ([subset, letters]) =>
      `@font-face{font-family:"${fontName}";font-style:normal;font-display:swap;font-weight:100 800;src:url(${fontPath}${subset}.woff2) format("woff2");unicode-range:${letters}}`,
  )
  .join('\n');

const fileOf = (subset: string) =>
  fileURLToPath(
    import.meta.resolve(`@fontsource-variable/jetbrains-mono/files/jetbrains-mono-${subset}-wght-normal.woff2`),
  );

/** Serves the files of the font. */
export function addFont(app: FastifyInstance): void {
  for (const subset of Object.keys(subsets)) {
    app.get(`${fontPath}${subset}.woff2`, { logLevel: 'warn' }, async (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${maxAge}`)
        .type('font/woff2')
        .send(await readFile(fileOf(subset))),
    );
  }
}
