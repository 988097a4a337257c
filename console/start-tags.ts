import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/**
 * Lets the page name all that it starts with. Its script is a small one that asks for answers and then for the console, which a browser would
 * learn of only when that runs.
 */
export const startTags = (): Plugin => ({
  name: 'start-tags',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((each): each is Rolldown.OutputChunk => each.type === 'chunk');
      const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/main.tsx')));
      if (!start) {
        throw new Error('No chunk holds main.tsx');
      }
      const script = (file: string): HtmlTagDescriptor => ({
        tag: 'link',
        injectTo: 'head',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
      });
      const style = (file: string): HtmlTagDescriptor => ({
        tag: 'link',
        injectTo: 'head',
        attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
      });
      const isEntry = (file: string) => chunks.some(({ fileName, isEntry: entry }) => entry && fileName === file);
      const files = [start.fileName, ...start.imports].filter((file) => !isEntry(file));
      return [...[...(start.viteMetadata?.importedCss ?? [])].map(style), ...files.map(script)];
    },
  },
});
