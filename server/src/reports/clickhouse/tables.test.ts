import { describe, expect, it } from 'vitest';
import { readEventsUrl } from './events-url.ts';
import { statementsOf } from './testing/statements.ts';

describe('the URL of ClickHouse', () => {
  it('says where it is, who asks, and whether it is a cluster', () => {
    expect(readEventsUrl('https://noa:a%2Fb@events.example:8443/town?cluster=all')).toEqual({
      origin: 'https://events.example:8443',
      username: 'noa',
      password: 'a/b',
      database: 'town',
      cluster: 'all',
    });
    expect(readEventsUrl('http://localhost:8123')).toMatchObject({
      username: 'default',
      database: 'noa',
      cluster: null,
    });
  });
});

it('of a cluster, events are spread by their org and each shard is replicated; how far they go is known to every node', async () => {
  const said = await statementsOf('https://events.example/town?cluster=all');

  expect(said.every((sql) => sql.includes('on cluster `all`'))).toBe(true);
  expect(said).toHaveLength(17);
  const of = (part: string) => said.find((sql) => sql.includes(part));
  expect(of('event_feed')).toContain(
    `ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/all', '{shard}-{replica}', at)`,
  );
  expect(of('_unit')).toContain(
    `ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/all', '{shard}-{replica}', version)`,
  );
  expect(said[2]).toContain(`ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', fed)`);
  expect(said[3]).toMatch(/engine = Distributed\(`all`, `town`, `card_event_\w+_here`, cityHash64\(org_id\)\)/);
  expect(of('_day_rollup_here')).toContain(`ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')`);
  expect(of('delete')).toMatch(/alter table `town`.`card_event_\w+_here` on cluster/);
});
