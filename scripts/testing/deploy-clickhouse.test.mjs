import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../prepare.mjs';

const read = (path) => readFileSync(join(root, 'deploy/clickhouse', path), 'utf8');
const compose = read('compose.yaml');
const cluster = read('config.d/cluster.xml');

const hostsIn = (xml, element) =>
  [...xml.matchAll(new RegExp(`<${element}>([\\w-]+)</${element}>`, 'g'))].map(([, host]) => host);
/** A service of the definition, from its name to the next. */
const serviceOf = (host) => new RegExp(`\\n  ${host}:\\n([\\s\\S]*?)(?=\\n  \\w|\\n\\w)`).exec(compose)?.[1] ?? '';

describe('the cluster of deploy/clickhouse', () => {
  it('has each node of which it says which events it has, in two shards of two replicas', () => {
    const shards = cluster
      .split('<shard>')
      .slice(1)
      .map((shard) => hostsIn(shard.split('</shard>')[0], 'host'));

    expect(shards.map(({ length }) => length)).toEqual([2, 2]);
    for (const [number, hosts] of shards.entries()) {
      for (const host of hosts) {
        expect(serviceOf(host)).toContain(`hostname: ${host}`);
        expect(serviceOf(host)).toMatch(new RegExp(`SHARD: '${number + 1}', REPLICA: \\w`));
      }
      expect(new Set(hosts.map((host) => /REPLICA: (\w)/.exec(serviceOf(host))?.[1])).size).toBe(2);
    }
  });

  it('has three keepers, by the names that its nodes and they themselves know', () => {
    const keepers = ['keeper-1', 'keeper-2', 'keeper-3'];
    expect(hostsIn(cluster.slice(cluster.indexOf('<zookeeper>')), 'host')).toEqual(keepers);
    expect(hostsIn(read('keeper.xml'), 'hostname')).toEqual(keepers);
    keepers.forEach((host, index) => expect(serviceOf(host)).toContain(`KEEPER_ID: '${index + 1}'`));
  });

  it('lets Noa do there what it does, and nobody without a password', () => {
    const users = read('users.d/noa.xml');
    for (const right of [
      'SELECT',
      'INSERT',
      'ALTER DELETE',
      'ALTER UPDATE',
      'CREATE DATABASE',
      'CREATE TABLE',
      'DROP TABLE',
    ]) {
      expect(users).toContain(right);
    }
    expect(users).toContain('<default remove="remove"/>');
    expect(users).not.toMatch(/<password>|<password\/>/);
  });
});
