import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anOrg, aContainerGroup } from '../../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../../testing/harness.ts';
import { askListExport, openListExport } from '../../testing/list-exports.ts';

const many = 100_000;

/** MB above idle, as for files of reports. */
const limit = 200;

let by: Caller;

beforeAll(async () => {
  const { id } = await anOrg();
  const group = await aContainerGroup({ org_id: id });
  await asSystem((tx) =>
    sql`insert into container (org_id, container_group_id, serial_number, waste_stream, access_mode, size_litres, volume_control_litres)
      select ${id}, ${group.id}, 'S' || i, 'glass', 'open', 100 + i % 1000, 30 from generate_series(1, ${many}::int) i`.execute(
      tx,
    ),
  );
  by = await signIn(['local_implementer'], { orgIds: [id] });
  // A server that is idle has served somebody: its code is compiled.
  for (let times = 0; times < 20; times += 1) {
    await by.run(
      '{ containers(first: 200) { nodes { id serialNumber updatedAt containerGroup { label } org { name } } } }',
    );
  }
}, 600_000);

const megabytes = () => process.memoryUsage().rss / 1024 / 1024;

const paths = [
  'serialNumber',
  'containerGroup.label',
  'wasteStream',
  'accessMode',
  'fillLevelPct',
  'sizeLitres',
  'addrStreet',
  'updatedAt',
  'org.name',
  'id',
];

it.each(['CSV', 'XLSX'])(
  '100,000 rows as %s need less than 200 MB more than nothing at all',
  async (format) => {
    const columns = paths.map((path) => ({ label: path, paths: [path] }));
    const idle = megabytes();
    const began = performance.now();
    const stream = await openListExport(await askListExport(by, { columns, format }));

    let peak = 0;
    let bytes = 0;
    let lines = 0;
    for await (const piece of stream) {
      const read = Buffer.from(piece as string | Uint8Array);
      bytes += read.length;
      lines += format === 'CSV' ? read.toString('latin1').split('\n').length - 1 : 0;
      peak = Math.max(peak, megabytes());
    }

    const seconds = (performance.now() - began) / 1000;
    console.info(`${format}: ${bytes} bytes in ${seconds.toFixed(1)} s, ${(peak - idle).toFixed(0)} MB above idle`);
    expect(format === 'CSV' ? lines : many + 1).toBe(many + 1);
    expect(peak - idle).toBeLessThan(limit);
  },
  600_000,
);
