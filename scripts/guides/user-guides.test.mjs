/** The guides for those who use Noa (docs/ghid): what they say of a screen is what the screen says. */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guideFolder, picturesOf, readGuide } from '../../console/guides.ts';
import { guideOfRole, guidePages } from '../../console/src/screens/help/guide-pages.ts';
import { vocabulary } from '../testing/vocabulary.mjs';
import { root } from '../prepare.mjs';
import { textsOf } from '../testing/texts.mjs';
import { pictures } from '../../e2e/guide/pictures.ts';

const romanian = textsOf('ro');

/** Examples of what a screen says with numbers alone, of which it has no text to compare. */
const exceptions = new Set(['3 din 5']);

/** Letters from which a text with facts in it is enough to be known by. */
const knownBy = 4;

const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A screen's text as it may stand in a guide: with facts in the place of their names, and without what introduces them. */
const patternOf = (text) =>
  new RegExp(
    `^${text
      .split(/\{\{.*?\}\}/)
      .map(escape)
      .join('.+')}$`,
  );

const screenTexts = romanian.flatMap(({ text }) =>
  text.includes(': {{') ? [text, text.slice(0, text.indexOf(': {{'))] : [text],
);
const fixed = new Set(screenTexts);
const patterns = screenTexts
  .filter((text) => text.includes('{{') && text.replaceAll(/\{\{.*?\}\}|[^\p{L}]/gu, '').length >= knownBy)
  .map(patternOf);

/** A sentence may go on in the guide where it ends on the screen. */
const isOnScreen = (words) =>
  exceptions.has(words) ||
  [words, `${words}.`].some((each) => fixed.has(each) || patterns.some((pattern) => pattern.test(each)));

const textOf = (nodes) =>
  nodes
    .map((node) => (typeof node === 'string' ? node : 'picture' in node ? node.alt : textOf(node.children)))
    .join('');

const elements = (nodes) =>
  nodes.flatMap((node) => (typeof node === 'string' || 'picture' in node ? [] : [node, ...elements(node.children)]));

const guides = guidePages.map((page) => ({
  page,
  markdown: readFileSync(join(guideFolder, `${page}.md`), 'utf8'),
  ...readGuide(readFileSync(join(guideFolder, `${page}.md`), 'utf8')),
}));
const index = readFileSync(join(guideFolder, 'README.md'), 'utf8');

/** What is said at the head of a list of what to do, and is no text of a screen. */
const isLeadIn = (words) => /^Dacă nu merge\.?$/.test(words);

describe.each(guides)('$page', ({ page, title, nodes }) => {
  const all = elements(nodes);
  const headings = all.filter(({ tag }) => tag === 'h2');

  it('says of screens what they say', () => {
    const emphasised = all
      .filter(({ tag }) => tag === 'strong' || tag === 'em')
      .map(({ children }) => textOf(children));

    expect(emphasised.filter((words) => !isLeadIn(words) && !isOnScreen(words))).toEqual([]);
  });

  it('is called in the menu as it calls itself', () => {
    const [said] = romanian.filter(({ path }) => path === `common:help.pages.${page}`);

    expect(said?.text).toBe(title);
  });

  it('begins with a day, ends with the keys, and says in between what to do when something does not work', () => {
    expect(textOf(headings[0].children)).toBe('O zi obișnuită');
    expect(textOf(headings.at(-1).children)).toBe('Taste');
    expect(textOf(nodes)).toContain('Dacă nu merge');
    expect(all.filter(({ tag }) => tag === 'ol').length).toBeGreaterThan(2);
  });

  it('leads nowhere but to other guides and its own headings', () => {
    const ids = new Set(all.flatMap(({ id }) => (id ? [`#${id}`] : [])));
    const targets = all.filter(({ tag }) => tag === 'a').map(({ to }) => to);

    expect(targets.filter((to) => !ids.has(to) && !guidePages.includes(to))).toEqual([]);
  });

  it('has a place for pictures that are taken', () => {
    expect(picturesOf(nodes).filter(({ picture }) => !(picture in pictures))).toEqual([]);
  });
});

describe('the guides', () => {
  it('are those in the folder, each in its index', () => {
    const files = globSync('*.md', { cwd: guideFolder }).filter((file) => file !== 'README.md');

    expect(files.map((file) => basename(file, '.md')).toSorted()).toEqual(guidePages.toSorted());
    expect(guidePages.filter((page) => !index.includes(`(${page}.md)`))).toEqual([]);
    expect(Object.values(guideOfRole).filter((page) => !guidePages.includes(page))).toEqual([]);
  });

  it('need every picture that is taken', () => {
    const needed = new Set(guides.flatMap(({ nodes }) => picturesOf(nodes).map(({ picture }) => picture)));

    expect(Object.keys(pictures).filter((name) => !needed.has(name))).toEqual([]);
  });

  it('follow the vocabulary', () => {
    const found = vocabulary
      .filter(({ not }) => not)
      .flatMap(({ not }) => {
        const pattern = new RegExp(not.source, `${not.flags}iu`);
        return guides.flatMap(({ page, nodes }) => {
          const [said] = pattern.exec(textOf(nodes)) ?? [];
          return said ? [`${page}: ${said}`] : [];
        });
      });

    expect(found).toEqual([]);
    expect(guides.filter(({ markdown }) => /[şţŞŢ]/.test(markdown)).map(({ page }) => page)).toEqual([]);
  });

  const speller = spawnSync('hunspell', ['-D', '-d', 'ro_RO'], { input: '' }).status === 0;

  it.skipIf(!speller)('are spelt as hunspell-ro spells', () => {
    const own = new Set(readFileSync(join(root, 'scripts/own-words.txt'), 'utf8').split('\n'));
    const spelt = (nodes) =>
      nodes
        .map((node) =>
          typeof node === 'string'
            ? node
            : 'picture' in node
              ? `${node.alt}\n`
              : node.tag === 'kbd'
                ? ' '
                : `${spelt(node.children)}\n`,
        )
        .join('');
    const input = guides.map(({ title, nodes }) => `${title}\n${spelt(nodes)}`).join('\n');
    const unknown = execFileSync('hunspell', ['-l', '-d', 'ro_RO', '-i', 'utf-8'], { input, encoding: 'utf8' })
      .split('\n')
      // Codes and serials of examples, abbreviations of addresses.
      .filter((word) => word !== '' && !own.has(word) && !/\d|^\p{L}{1,2}$/u.test(word));
    expect([...new Set(unknown)].toSorted()).toEqual([]);
  });
});

describe('a guide that is read', () => {
  it.each([
    ['# A\n\n<b>x</b>\n', 'html'],
    ['# A\n\n<div>x</div>\n', 'HTML'],
    ['# A\n\n![x](y.png)\n', 'image'],
    ['# A\n\n[x](https://example.org)\n', 'links to https://example.org'],
    ['# A\n\n#### B\n', 'second and third level'],
    ['text\n', 'begins with its title'],
  ])('has nothing that is not for guides: %j', (markdown, reason) => {
    expect(() => readGuide(markdown)).toThrow(reason);
  });

  it('is elements: headings to link to, keys, links, places of pictures', () => {
    const read = readGuide(
      '# Titlu\n\n<!-- imagine: un-ecran | Un ecran -->\n\n## Ce faceți\n\n1. `Ctrl+K`, **Caută**, [alt ghid](locatar.md)\n',
    );

    expect(read).toEqual({
      title: 'Titlu',
      nodes: [
        { picture: 'un-ecran', alt: 'Un ecran' },
        { tag: 'h2', id: 'ce-faceți', children: ['Ce faceți'] },
        {
          tag: 'ol',
          children: [
            {
              tag: 'li',
              children: [
                { tag: 'kbd', children: ['Ctrl+K'] },
                ', ',
                { tag: 'strong', children: ['Caută'] },
                ', ',
                { tag: 'a', to: 'locatar', children: ['alt ghid'] },
              ],
            },
          ],
        },
      ],
    });
  });
});
