import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { forbidsPrograms, makeQuickFolder, removeQuickFolder } from './quick-folder.mjs';

let within;
/** Of a process that has ended. */
let ended;

beforeEach(() => {
  within = mkdtempSync(join(tmpdir(), 'noa-quick-'));
  ended = spawnSync(process.execPath, ['--version']).pid;
});
afterEach(() => rmSync(within, { recursive: true }));

function aFolder(name) {
  mkdirSync(join(within, name));
  writeFileSync(join(within, name, 'file'), '');
  return join(within, name);
}

it('is not made where programs may not be started, as hardened machines have it', () => {
  const mounts = (options) =>
    `proc /proc proc rw,noexec 0 0\ntmpfs /dev/shm tmpfs rw,nosuid 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n`;

  expect(forbidsPrograms(mounts('rw,nosuid,noexec,size=64k'), '/dev/shm')).toBe(true);
  expect(forbidsPrograms(mounts('rw,nosuid'), '/dev/shm')).toBe(false);
  expect(forbidsPrograms('', '/dev/shm')).toBe(false);
});

it('is made beside those of runs that go on, and takes away what a killed run has left', () => {
  aFolder(`noa-tests-${ended}-killed`);
  aFolder(`noa-tests-${process.ppid}-running`);
  aFolder('of-somebody');

  const made = makeQuickFolder(within);

  const others = ['of-somebody', `noa-tests-${process.ppid}-running`];
  expect(readdirSync(within).toSorted()).toEqual([basename(made), ...others].toSorted());
  removeQuickFolder(made);
  expect(readdirSync(within).toSorted()).toEqual(others.toSorted());
});

it.runIf(process.getuid() === 0)('leaves alone what a killed run of another account has left', () => {
  const left = aFolder(`noa-tests-${ended}-killed`);
  chownSync(left, 65_534, 65_534);

  const made = makeQuickFolder(within);

  expect(readdirSync(within).toSorted()).toEqual([basename(made), basename(left)].toSorted());
});
