import { existsSync, readFileSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './prepare.mjs';

/** The levels of the lines of each section of ASVS 5.0.0, in their order. */
const sections = `
  1.1:22 1.2:1111122223 1.3:112222222223 1.4:222 1.5:123 2.1:122 2.2:112 2.3:12223 2.4:23 3.1:3 3.2:113
  3.3:12223 3.4:11222233 3.5:11122333 3.6:3 3.7:22333 4.1:12233 4.2:23333 4.3:22 4.4:1222 5.1:2 5.2:112333
  5.3:113 5.4:222 6.1:122 6.2:111111112222 6.3:11223333 6.4:112233 6.5:22222333 6.6:2223 6.7:33 6.8:2222 7.1:222
  7.2:1111 7.3:22 7.4:11222 7.5:223 7.6:22 8.1:1233 8.2:1123 8.3:133 8.4:23 9.1:111 9.2:1222 10.1:22 10.2:223
  10.3:22223 10.4:1111122222233333 10.5:22222 10.6:22 10.7:222 11.1:2233 11.2:22233 11.3:11233 11.4:1222 11.5:23
  11.6:23 11.7:33 12.1:12233 12.2:11 12.3:22223 13.1:2333 13.2:222223 13.3:2233 13.4:1222233 14.1:22
  14.2:12223333 14.3:122 15.1:12233 15.2:12233 15.3:1222222 15.4:3333 16.1:2 16.2:22222 16.3:2222 16.4:222
  16.5:2223 17.1:23 17.2:22223333 17.3:22`;
const lines = sections
  .trim()
  .split(/\s+/)
  .flatMap((each) => {
    const [section, levels] = each.split(':');
    return levels.split('').map((level, index) => ({ id: `${section}.${index + 1}`, level }));
  });

const page = 'docs/asvs.md';
const known = new Map();
const read = (path) => {
  const text = known.get(path) ?? readFileSync(join(root, path), 'utf8');
  known.set(path, text);
  return text;
};
const rows = [...read(page).matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]*) \| (.*) \|$/gm)].map(
  ([, id, level, asks, state, how]) => ({ id, level, asks, state, how }),
);

/** As GitHub makes anchors of headings. */
const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const linksOf = (path) =>
  [...read(path).matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)]
    .filter(([, , target]) => !/^\w+:/.test(target))
    .map(([, text, target]) => {
      const [file, anchor] = target.split('#');
      return { text, anchor, file: file === '' ? path : join(dirname(path), file) };
    });

describe(page, () => {
  it('has each line of levels 1 and 2 once, in its order, at its level', () => {
    expect(['1', '2', '3'].map((each) => lines.filter(({ level }) => level === each).length)).toEqual([70, 183, 92]);
    const expected = lines.filter(({ level }) => level !== '3').toSorted((one, other) => inOrder(one.id, other.id));
    expect(rows.map(({ id, level }) => ({ id, level }))).toEqual(expected);
  });

  it('says of each line what it is, and why; what is met leads somewhere', () => {
    for (const { id, state, how } of rows) {
      expect(['met', 'in part', 'partly', 'not met', 'not applicable'], id).toContain(state);
      expect(how.length, id).toBeGreaterThan(10);
    }
    const proven = rows.filter(
      ({ state, how }) => state === 'met' && !how.includes('](') && !/see \d|Keycloak|React/.test(how),
    );
    expect(proven.map(({ id }) => id)).toEqual([]);
  });
});

const inOrder = (one, other) => one.localeCompare(other, 'en', { numeric: true });

describe.each([page, 'SECURITY.md', 'docs/operator.md', 'README.md'])('the links of %s', (path) => {
  it('lead to what there is: files, headings, names of tests', () => {
    const broken = linksOf(path).filter(({ text, file, anchor }) => {
      if (!existsSync(join(root, file)) || (anchor && !anchorsOf(read(file)).includes(anchor))) {
        return true;
      }
      const isOfTest = path === page && /\.(test|spec|fixture)\.\w+$/.test(file) && text !== basename(file);
      return isOfTest && !read(file).includes(text);
    });
    expect(broken).toEqual([]);
  });
});

describe('what asvs.md says of the code', () => {
  const sources = execFileSync('git', ['ls-files', 'server', 'console', 'domain'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)) && statSync(join(root, path)).isFile());
  const saying = (pattern) => sources.filter((path) => pattern.test(read(path)));

  it('no HTML is put together in the console, and nothing is evaluated', () => {
    expect(saying(/dangerouslySetInnerHTML|\.innerHTML\b|\beval\(|new Function\(/)).toEqual([]);
  });

  it('certificates are checked wherever TLS is spoken', () => {
    expect(saying(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([]);
  });
});
