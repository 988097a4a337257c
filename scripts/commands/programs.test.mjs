import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programOf } from './programs.mjs';
import { root } from '../prepare.mjs';

it.each([
  ['backup --to /mnt/backups', 'backup'],
  ['', 'backup'],
  ['invite-root', 'identity/provider'],
  ["export 'Primăria' town.zip", 'archive'],
  ['import town.zip --org Primăria', 'archive'],
  ['import town --purpose a.csv.zip', 'archive'],
  ['import list.CSV', 'import/command'],
  ['import list.xlsx --kind containers', 'import/command'],
  ['import --kind=cards list', 'import/command'],
  ['import --help', 'import/command'],
  ['user add ana@primaria.ro', 'registry/members'],
])('npx noa %s is done by %s', (line, folder) => {
  const path = programOf(line.split(' ').filter((arg) => arg !== ''));
  expect(path).toBe(`server/src/${folder}/command.ts`);
  expect(existsSync(join(root, path))).toBe(true);
});
