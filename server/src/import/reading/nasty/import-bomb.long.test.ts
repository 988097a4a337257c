import { inflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { importLimits } from '@noa/domain/imports/import.ts';
import { startImport } from '../../import.fixture.ts';
import { anOrg } from '../../../testing/factories.ts';
import { signIn } from '../../../testing/harness.ts';
import { bombOf } from './bomb.fixture.ts';

const root = await signIn(['root']);

it('a workbook that inflates to more than it may is refused in a few times what inflating it takes, whatever it says of its sizes', async () => {
  const org = await anOrg();
  const deflated = bombOf(importLimits.unzippedBytes / 1024 ** 2 + 1);
  const bomb = zip('xl/worksheets/sheet1.xml', deflated);
  // How fast this machine is: what all of it takes, where nobody counts what comes out.
  const inflating = await timed(() => inflateRawSync(deflated));
  // Whoever reads workbooks is there, and has read one, after this.
  const workbook = await writeXlsx({ sheets: [{ name: 'Blocuri', rows: [['strada'], ['Str. A']] }] });
  expect((await startImport(root, workbook, { orgId: org.id, name: 'first.xlsx' })).errors).toBeUndefined();

  const refused = await timed(async () => {
    const { errors } = await startImport(root, bomb, { orgId: org.id, name: 'bomb.xlsx' });
    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { file: 'import.tooLarge' } }]);
  });

  expect(refused).toBeLessThan(1_000 + 4 * inflating);
});

async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** An archive of one entry, deflated already, which claims to hold one byte. */
function zip(name: string, data: Buffer): Buffer {
  const path = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(1, 22);
  local.writeUInt16LE(path.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(1, 24);
  entry.writeUInt16LE(path.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + path.length, 12);
  end.writeUInt32LE(local.length + path.length + data.length, 16);
  return Buffer.concat([local, path, data, entry, path, end]);
}
