import { expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { csv, importFile } from '../import.fixture.ts';

const header = 'Grup de containere;Nr. serie;Fracție;Volum;Tambur';

it('a list takes no container for another whose long serial number ends alike', async () => {
  const root = await signIn(['root']);
  const org = await anOrg();
  const asked = { orgId: org.id, kind: 'containers', createMissing: true };
  await importFile(root, csv(header, 'P1;20230000000012;sticlă;1100;20'), asked);

  const done = await importFile(root, csv(header, 'P2;20240000000012;rezidual;240;30'), asked);

  expect(done.counts.containers).toMatchObject({ create: 1, update: 0 });
  const containers = await asSystem((tx) =>
    tx
      .selectFrom('container as c')
      .innerJoin('container_group as g', 'g.id', 'c.container_group_id')
      .select(['c.serial_number', 'g.item_number', 'c.waste_stream'])
      .where('c.org_id', '=', org.id)
      .orderBy('c.serial_number_key')
      .execute(),
  );
  expect(containers).toEqual([
    { serial_number: '20230000000012', item_number: 'P1', waste_stream: 'glass' },
    { serial_number: '20240000000012', item_number: 'P2', waste_stream: 'residual' },
  ]);
});
