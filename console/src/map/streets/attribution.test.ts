import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsAndLinks } from './attribution.ts';

const rebuilt = (href: string, words: string) => `<a href="${href}" target="_blank" rel="noopener">${words}</a>`;

describe('what the map says of its origin', () => {
  it('is what an extract of Protomaps says', () => {
    const said =
      '<a href="https://github.com/protomaps/basemaps">Protomaps</a> © <a class="x" href=\'https://www.openstreetmap.org/copyright\' target="_blank">OpenStreetMap</a> 2026';

    expect(wordsAndLinks(said)).toBe(
      `${rebuilt('https://github.com/protomaps/basemaps', 'Protomaps')} © ${rebuilt('https://www.openstreetmap.org/copyright', 'OpenStreetMap')} 2026`,
    );
    expect(wordsAndLinks('Lunca Mare: oraș inventat')).toBe('Lunca Mare: oraș inventat');
  });

  it.each([
    ['© OSM<img src=x onerror="alert(1)">', '© OSM'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<a href="javascript:alert(1)">OSM</a>', 'OSM'],
    ['<a href="https://osm.org" onclick="alert(1)">OSM</a>', rebuilt('https://osm.org', 'OSM')],
    ['<a href="https://osm.org"><img src=x></a>', ''],
    ['<img src=x onerror=alert(1)', 'img src=x onerror=alert(1)'],
    ['<<b>script>', 'script'],
    [undefined, ''],
    [{ html: '<b>' }, ''],
  ])('has nothing in it that runs: %s', (said, expected) => {
    expect(wordsAndLinks(said)).toBe(expected);
  });

  it('never has a tag but those of its own links', () => {
    const piece = fc.oneof(
      fc.constantFrom('<', '>', '"', "'", '<a href="https://x">', '</a>', '<a ', 'href=', '<b '),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const said = wordsAndLinks(pieces.join(''));
        expect(
          said.replaceAll(/<a href="https:\/\/[^"'<>\s]+" target="_blank" rel="noopener">[^<>]*<\/a>/g, ''),
        ).not.toMatch(/[<>]/);
      }),
    );
  });
});
