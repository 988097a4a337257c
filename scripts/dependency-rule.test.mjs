import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './prepare.mjs';

/** What the linter of this project says about one file of one line. */
function lint(path, line) {
  const folder = mkdtempSync(join(tmpdir(), 'noa-lint-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${line}\n`);
  try {
    return execFileSync(join(root, 'node_modules/.bin/oxlint'), ['.'], { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return String(error.stdout);
  }
}

describe('the dependency rule', () => {
  it.each([
    ['domain/src/card.ts', "export * from '../../server/src/config.ts';"],
    ['server/src/records/page.ts', "export * from '../graphql/builder.ts';"],
    ['server/src/database/scope.ts', "export * from '../records/page.ts';"],
    ['server/src/database/scope.ts', "export * from '@noa/domain/permissions.ts';"],
    ['server/src/registry/cards/card.service.ts', "export * from '../../access/may-open.ts';"],
    ['server/src/telemetry/receiving/receipt.queries.ts', "export * from '../../sync/sync.queries.ts';"],
    ['server/src/request/context.ts', "export * from '../graphql/builder.ts';"],
    ['server/src/bulk/bulk-run.ts', "export * from '../import/import-run.ts';"],
    ['server/src/telemetry/ingest.ts', "export * from '../reports/projection.ts';"],
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
  ])('%s may not say %s', (path, line) => {
    expect(lint(path, line)).toContain('no-restricted-imports');
  });

  it.each([
    ['server/src/mqtt/bridge.ts', "import mqtt from 'mqtt'; export { mqtt };"],
    ['server/src/graphql/list.ts', "export * from '../records/page.ts';"],
    ['server/src/database/connection/prepared.ts', "export * from '../instruments/tracing.ts';"],
    ['server/src/access/may-open.ts', "export * from '../registry/cards/card.queries.ts';"],
    ['console/src/resources/cards/card.resource.tsx', "export * from '../../crud/define-resource.ts';"],
  ])('%s may say %s', (path, line) => {
    expect(lint(path, line)).not.toContain('no-restricted-imports');
  });
});

describe('the end of a program', () => {
  const paths = [
    'scripts/test.mjs',
    'server/src/main.ts',
    'bench/pascani.ts',
    'e2e/a.spec.ts',
    'console/vite.config.ts',
  ];

  it.each(paths)('%s may not say process.exit()', (path) => {
    const said = lint(path, 'process.exit(1);\nconst { exit } = process;\nexit(1);');
    expect(said.match(/no-restricted-properties/g)).toHaveLength(2);
  });

  it('may be given its exit code', () => {
    expect(lint('server/src/main.ts', 'process.exitCode = 1;')).not.toContain('no-restricted-properties');
  });
});
