import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './prepare.mjs';

const refused = [
  ['domain/src/card.ts', "export * from '../../server/src/config.ts';"],
  ['server/src/records/page.ts', "export * from '../graphql/builder.ts';"],
  ['server/src/database/scope.ts', "export * from '../records/page.ts';"],
  ['server/src/database/scope.ts', "export * from '@noa/domain/permissions.ts';"],
  ['server/src/registry/cards/card.service.ts', "export * from '../../access/may-open.ts';"],
  ['server/src/telemetry/receiving/receipt.queries.ts', "export * from '../../sync/sync.queries.ts';"],
  ['server/src/request/context.ts', "export * from '../graphql/builder.ts';"],
  ['server/src/bulk/bulk-run.ts', "export * from '../import/import-run.ts';"],
  ['server/src/telemetry/ingest.ts', "export * from '../reports/projection.ts';"],
  ['server/src/reports/query/report-query.ts', "export * from '../projection/connection.ts';"],
  ['server/src/reports/completeness.ts', "export * from './projection/asking/event-rows.ts';"],
  ['server/src/reports/query/report-query.ts', "export * from '../clickhouse/connection.ts';"],
  ['server/src/reports/clickhouse/feeder.ts', "export * from '../projection/connection.ts';"],
  ['server/src/reports/projection/projection.ts', "export * from '../clickhouse/connection.ts';"],
  ['server/src/reports/projection/projection.ts', "export * from '../../monitoring/metrics.ts';"],
  ['server/src/telemetry/card-events/card-event.service.ts', "export * from '../mqtt/bridge.ts';"],
  ['server/src/mqtt/bridge.ts', "export * from '../http/server.ts';"],
  ['server/src/import/import-run.ts', "export * from '../monitoring/metrics.ts';"],
  ['server/src/import/import-run.ts', "export * from '../archive/import-org.ts';"],
  ['server/src/archive/import-org.ts', "export * from '../monitoring/metrics.ts';"],
  ['server/src/monitoring/metrics.ts', "export * from '../http/server.ts';"],
  ['server/src/instruments/meters.ts', "export * from '../database/database.ts';"],
  ['bench/simulate/lock.ts', "export * from '../../server/src/config.ts';"],
  ['server/src/identity/viewer.ts', "export * from '../registry/orgs/org.queries.ts';"],
  ['console/src/ui/Time.tsx', "export * from '../crud/list/ListScreen.tsx';"],
  ['console/src/crud/list/ListScreen.tsx', "export * from '../resources/cards/card.resource.tsx';"],
  ['console/src/screens/home/Home.tsx', "export * from '../../app/routes.tsx';"],
  ['e2e/journey.spec.ts', "export * from '../server/src/config/config.ts';"],
];
const allowed = [
  ['server/src/mqtt/bridge.ts', "import mqtt from 'mqtt'; export { mqtt };"],
  ['server/src/graphql/list.ts', "export * from '../records/page.ts';"],
  ['server/src/database/connection/prepared.ts', "export * from '../instruments/tracing.ts';"],
  ['server/src/reports/open-reports.ts', "export * from './projection/projection.ts';"],
  ['server/src/reports/open-reports.ts', "export * from './clickhouse/clickhouse-engine.ts';"],
  ['server/src/access/may-open.ts', "export * from '../registry/cards/card.queries.ts';"],
  ['console/src/resources/cards/card.resource.tsx', "export * from '../../crud/define-resource.ts';"],
];
const exits = [
  'scripts/test.mjs',
  'server/src/main.ts',
  'bench/pascani.ts',
  'e2e/a.spec.ts',
  'console/vite.config.ts',
].map((path) => [path, 'process.exit(1);\nconst { exit } = process;\nexit(1);']);
const natural = [['server/src/main.ts', 'process.exitCode = 1;']];

const tried = [...refused, ...allowed, ...exits, ...natural];

/** The rules that the linter of this project finds broken, as JSON; it fails when there are any. */
function lint(folder) {
  try {
    return execFileSync(join(root, 'node_modules/.bin/oxlint'), ['--format=json', '.'], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    return error.stdout;
  }
}

/** What is said of each file of these lines: all at once, each in a folder of its own that is laid out as this project. */
function lintAll() {
  const folder = mkdtempSync(join(tmpdir(), 'noa-lint-'));
  try {
    for (const [number, [path, line]] of tried.entries()) {
      const file = join(folder, String(number), path);
      mkdirSync(dirname(file), { recursive: true });
      copyFileSync(join(root, '.oxlintrc.json'), join(folder, String(number), '.oxlintrc.json'));
      writeFileSync(file, `${line}\n`);
    }
    const { diagnostics, number_of_files: files } = JSON.parse(lint(folder));
    expect(files).toBe(tried.length);
    return tried.map((_each, number) =>
      diagnostics.filter(({ filename }) => filename.startsWith(`${number}/`)).map(({ code }) => code),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const said = lintAll();
/** The broken rules of a file of one line. */
const brokenIn = (path, line) => said[tried.findIndex((each) => each[0] === path && each[1] === line)];

const forbiddenImport = 'eslint(no-restricted-imports)';
const forbiddenProperty = 'eslint(no-restricted-properties)';

describe('the dependency rule', () => {
  it.each(refused)('%s may not say %s', (path, line) => {
    expect(brokenIn(path, line)).toContain(forbiddenImport);
  });

  it.each(allowed)('%s may say %s', (path, line) => {
    expect(brokenIn(path, line)).not.toContain(forbiddenImport);
  });
});

describe('the end of a program', () => {
  it.each(exits)('%s may not say process.exit()', (path, line) => {
    expect(brokenIn(path, line).filter((code) => code === forbiddenProperty)).toHaveLength(2);
  });

  it.each(natural)('%s may give it its exit code: %s', (path, line) => {
    expect(brokenIn(path, line)).not.toContain(forbiddenProperty);
  });
});

/** What only the engines of events have: their libraries, folders, tables. DuckDB writes Parquet as well, for months outside the database. */
const ofEngine =
  /@duckdb\/|@clickhouse\/|\/clickhouse\/(?!testing\/)|MergeTree|event_feed|\/projection\/|epoch_number|active_day|_rollup\b|rolled_up|::varchar from card_event/;
/** Its keys of records; elsewhere PostgreSQL has others of such names. */
const itsKeys = /(?:\b(?:org|container|card|apartment|entrance|block|group|manager)|\})_key\b/;

it('nothing outside of its room knows a column or a type of an engine of events, but who opens it', () => {
  const files = globSync('server/src/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(
      (file) =>
        !/\.test\.ts$|^server\/src\/reports\/(projection\/|clickhouse\/|open-reports\.ts|cold\/parquet\.ts)/.test(file),
    );
  expect(files.filter((file) => file.startsWith('server/src/reports/')).length).toBeGreaterThan(50);
  const found = files.flatMap((file) => {
    const isKnown = (line) => ofEngine.test(line) || (file.startsWith('server/src/reports/') && itsKeys.test(line));
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => (isKnown(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []));
  });
  expect(found).toEqual([]);
});

it('code that comes later is fetched by what waits for the network, and by nothing else', () => {
  const files = globSync('console/src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$|\/generated\/|^console\/src\/loading\//.test(file));
  expect(files.length).toBeGreaterThan(400);
  // React's own, and a route's, without it.
  const byItself = /import \{[^}]*\blazy\b[^}]*\} from 'react'|\blazy: (?!\(\) =>\s+fetchCode\()/;
  expect(files.filter((file) => byItself.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
