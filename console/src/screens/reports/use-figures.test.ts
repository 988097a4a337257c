import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['./**/*.ts', './**/*.tsx', '!./**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('all figures that a report shows are asked for anew when they are looked at again', () => {
  const asking = Object.entries(sources).flatMap(([file, source]) =>
    [
      ...source.matchAll(/useQuery\((?:Report|ReportFigures|ReportAnswer|ReportRecords|Compared)Document[^]*?\}\);/g),
    ].map(([call]) => ({
      file,
      call,
    })),
  );

  expect(asking.length).toBeGreaterThanOrEqual(5);
  expect(asking.flatMap(({ file, call }) => (call.includes("'cache-and-network'") ? [] : [file]))).toEqual([]);
});

it('how complete a report is, which is as much work as its figures, is asked with its rows alone', () => {
  const documents = (sources['./report.graphql.ts'] ?? '').split('graphql(`').slice(1);
  const asking = documents.flatMap((text) => (/^ *completeness$/m.test(text) ? [/query (\w+)/.exec(text)?.[1]] : []));

  expect(asking).toEqual(['Report']);
});
