import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { chunks, popoversApart } from './chunks.ts';
import { inlineDocuments } from './documents.ts';
import { guides } from './guides.ts';
import { kindTexts } from './kind-texts.ts';
import { mapFromSource } from './map-from-source.ts';
import { precompressed } from './precompressed.ts';
import { startTags } from './start-tags.ts';

/** Where `npm run dev` finds the server that `npm start` runs. */
const server = process.env['NOA_SERVER'] ?? 'http://localhost:8080';

export default defineConfig({
  // rxjs ships its code for old browsers unless asked otherwise.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  plugins: [
    inlineDocuments(),
    kindTexts(),
    guides(),
    mapFromSource(),
    popoversApart(),
    react({ compiler: true }),
    startTags(),
    precompressed(),
  ],
  server: {
    proxy: Object.fromEntries(
      ['/graphql', '/realms', '/config.json', '/health', '/downloads', '/map/'].map((path) => [path, server]),
    ),
  },
  build: {
    target: 'es2022',
    // Older targets would rewrite light-dark() into something that does not follow Mantine's colour scheme.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    manifest: true,
    // The policy of the pages allows scripts from files only, and one request per small icon is not worth a data address.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks() },
      },
    },
  },
});
