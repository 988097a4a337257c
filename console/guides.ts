import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { GuideNode, GuidePicture, GuideTag, GuideText } from './src/screens/help/guide-node.ts';

/** Where the guides are written, and where their pictures are put (`npm run guide:screenshots`). */
export const guideFolder = join(import.meta.dirname, '../docs/ghid');
const pictureFolder = join(guideFolder, 'imagini');

/** A picture stands in a comment: who reads the file, and has none, sees nothing missing. */
const pictureComment = /^<!-- imagine: ([a-z0-9-]+) \| ([^<>|]+) -->$/;

const element = (
  tag: GuideTag,
  children: readonly GuideNode[],
  more: { id?: string; to?: string } = {},
): GuideNode => ({
  tag,
  children,
  ...more,
});

/** What GitHub links to a heading by, so that a link leads to it there as well. */
const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(/\s/g, '-');

const inlineTags = { strong: 'strong', em: 'em' } as const;

/** A link of a guide leads to another guide, or to a heading of its own. */
function linkTarget(href: string): string {
  const [, page, own] = /^(?:([a-z-]+)\.md|#(.+))$/.exec(href) ?? [];
  if (page === undefined && own === undefined) {
    throw new Error(`A guide links to ${href}: it may link to another guide, or to a heading of its own`);
  }
  return page ?? href;
}

function inline(token: Token): GuideNode[] {
  const each = token as MarkedToken;
  switch (each.type) {
    case 'text':
      // A line ends in the file where the file is full.
      return each.tokens ? each.tokens.flatMap(inline) : [each.text.replaceAll('\n', ' ')];
    case 'escape':
      return [each.text];
    case 'strong':
    case 'em':
      return [element(inlineTags[each.type], each.tokens.flatMap(inline))];
    case 'codespan':
      return [element('kbd', [each.text])];
    case 'link':
      return [element('a', each.tokens.flatMap(inline), { to: linkTarget(each.href) })];
    default:
      throw new Error(`A guide has no ${each.type}: ${each.raw}`);
  }
}

function picture(raw: string): GuidePicture {
  const [, name, alt] = pictureComment.exec(raw.trim()) ?? [];
  if (name === undefined || alt === undefined) {
    throw new Error(`A guide has no HTML but <!-- imagine: name | what is seen -->: ${raw}`);
  }
  return { picture: name, alt };
}

const cells = (tag: 'th' | 'td', row: readonly Tokens.TableCell[]): GuideNode =>
  element(
    'tr',
    row.map(({ tokens }) => element(tag, tokens.flatMap(inline))),
  );

function block(token: Token): GuideNode[] {
  const each = token as MarkedToken;
  switch (each.type) {
    case 'space':
      return [];
    case 'heading':
      if (each.depth !== 2 && each.depth !== 3) {
        throw new Error(`Below its title a guide has headings of the second and third level: ${each.raw}`);
      }
      return [element(each.depth === 2 ? 'h2' : 'h3', each.tokens.flatMap(inline), { id: headingId(each.text) })];
    case 'paragraph':
      return [element('p', each.tokens.flatMap(inline))];
    case 'list':
      return [
        element(
          each.ordered ? 'ol' : 'ul',
          each.items.map(({ tokens }) => element('li', tokens.flatMap(block))),
        ),
      ];
    case 'text':
      return inline(each);
    case 'table':
      return [
        element('table', [
          element('thead', [cells('th', each.header)]),
          element(
            'tbody',
            each.rows.map((row) => cells('td', row)),
          ),
        ]),
      ];
    case 'html':
      return [picture(each.raw)];
    default:
      throw new Error(`A guide has no ${each.type}: ${each.raw}`);
  }
}

/**
 * Reads a guide.
 *
 * @param text - Markdown, of which guides have headings, paragraphs, lists, tables, emphasis, code for keys, and links to each other.
 * @throws {Error} for anything else: the browser gets elements that we know, and never HTML.
 */
export function readGuide(text: string): GuideText {
  const [first, ...rest] = lexer(text);
  if (first?.type !== 'heading' || (first as Tokens.Heading).depth !== 1) {
    throw new Error('A guide begins with its title');
  }
  return { title: (first as Tokens.Heading).text, nodes: rest.flatMap(block) };
}

/** The pictures that a guide has a place for. */
export const picturesOf = (nodes: readonly GuideNode[]): GuidePicture[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : 'picture' in node ? [node] : picturesOf(node.children)));

/** Width and height of a PNG, which its first chunk says. */
function sizeOf(file: string): { width: number; height: number } {
  const header = readFileSync(file).subarray(16, 24);
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
}

/** Turns each guide (`docs/ghid/*.md`) into a module with its elements and the pictures that have been taken of its screens. */
export function guides(): Plugin {
  return {
    name: 'guides',
    transform: {
      filter: { id: /[\\/]docs[\\/]ghid[\\/][a-z-]+\.md$/ },
      handler(markdown, id) {
        let guide: GuideText;
        try {
          guide = readGuide(markdown);
        } catch (error) {
          throw new Error(`${basename(id)}: ${(error as Error).message}`, { cause: error });
        }
        const taken = picturesOf(guide.nodes)
          .map(({ picture: name }) => ({ name, file: join(pictureFolder, `${name}.png`) }))
          .filter(({ file }) => existsSync(file));
        const imports = taken.map(({ file }, index) => `import taken${index} from ${JSON.stringify(file)};`);
        const pictures = taken.map(
          ({ name, file }, index) =>
            `${JSON.stringify(name)}: { src: taken${index}, ...${JSON.stringify(sizeOf(file))} }`,
        );
        return {
          code: `${imports.join('\n')}\nexport default { ...${JSON.stringify(guide)}, pictures: { ${pictures.join(', ')} } };`,
          map: null,
          moduleType: 'js',
        };
      },
    },
  };
}
