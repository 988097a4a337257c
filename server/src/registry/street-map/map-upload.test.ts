import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { mapPartBytes, streetMapLayers } from '@noa/domain/map/street-map.ts';
import { rolesWith } from '@noa/domain/permissions.ts';
import { asSystem, db, internalErrors, signIn } from '../../testing/harness.ts';
import { gzipBombOf } from '../../import/reading/nasty/bomb.fixture.ts';
import { aDirectory, aMap, aTile, declaring, finishUpload, mapSettings, startUpload } from './map.fixture.ts';
import { mapUploads } from './map-upload.service.ts';
import { sendPart, uploadMap } from './send-part.fixture.ts';

const root = await signIn(['root']);
const settings = async () => (await root.run(`{ mapSettings { ${mapSettings} } }`)).data.mapSettings;
const countRows = () =>
  asSystem(async (tx) => ({
    files: (await tx.selectFrom('map_file').select('id').execute()).length,
    parts: (await tx.selectFrom('map_file_part').select('number').execute()).length,
  }));

afterEach(() => {
  mapUploads.set(db, { isNamedByOperator: false, maxBytes: 300_000_000 });
  expect(internalErrors).toEqual([]);
});

describe('a map that is uploaded', () => {
  it('is shown with its name, size, date and bounds, is replaced by another, and removed', async () => {
    const file = aMap();

    const { data } = await uploadMap(root, file);

    expect(data.finishMapUpload.file).toMatchObject({
      name: 'pascani.pmtiles',
      bytes: file.length,
      west: 26.64,
      south: 47.2,
      east: 26.8,
      north: 47.3,
      minZoom: 9,
      maxZoom: 15,
    });
    expect(Date.now() - Date.parse(data.finishMapUpload.file.usedSince)).toBeLessThan(60_000);
    expect(data.finishMapUpload.file.uploadedBy).toContain('@');

    await uploadMap(root, aMap({ tiles: [gzipSync(aTile()), gzipSync(aTile(['earth']))] }), 'iasi.pmtiles');
    expect(await settings()).toMatchObject({ file: { name: 'iasi.pmtiles' }, isNamedByOperator: false });
    expect(await countRows()).toEqual({ files: 1, parts: 1 });

    const removed = await root.run('mutation { removeMapFile { file { id } } }');
    expect(removed.data.removeMapFile.file).toBeNull();
    expect(await countRows()).toEqual({ files: 0, parts: 0 });
  });

  it('comes in parts of any order, and again where an answer was lost', async () => {
    const tiles = [1, 2, 3].map(() => gzipSync(aTile(streetMapLayers, { padding: randomBytes(3_500_000) })));
    const file = aMap({ tiles });
    const part = (number: number) => file.subarray(number * mapPartBytes, (number + 1) * mapPartBytes);
    const { id } = (await startUpload(root, file.length)).data.startMapUpload;

    for (const number of [2, 0, 2]) {
      expect((await sendPart(root, id, number, part(number))).errors).toBeUndefined();
    }
    expect((await finishUpload(root, id)).errors?.[0]).toMatchObject({ fields: { file: 'mapFile.incomplete' } });
    await sendPart(root, id, 1, part(1));

    expect((await finishUpload(root, id)).data.finishMapUpload.file).toMatchObject({ id, bytes: file.length });
    expect((await sendPart(root, id, 0, part(0))).errors?.[0]?.code).toBe('NotFound');
    expect((await finishUpload(root, id)).errors?.[0]?.code).toBe('NotFound');
  });

  it('takes no part that is of another size or number', async () => {
    const { id } = (await startUpload(root, mapPartBytes + 10)).data.startMapUpload;

    for (const [number, bytes, fields] of [
      [0, mapPartBytes - 1, { part: 'mapFile.partSize' }],
      [0, mapPartBytes + 1, { part: 'mapFile.partSize' }],
      [1, 11, { part: 'mapFile.partSize' }],
      [2, 10, { number: 'mapFile.partNumber' }],
      [-1, 10, { number: 'mapFile.partNumber' }],
    ] as const) {
      const { errors } = await sendPart(root, id, number, Buffer.alloc(bytes));
      expect(errors?.[0], `${bytes} bytes as part ${number}`).toMatchObject({ code: 'ValidationFailed', fields });
    }
    expect((await sendPart(root, 'no-id', 0, Buffer.alloc(1))).errors?.[0]?.code).toBe('NotFound');
  });

  it('is bounded in size, by a setting, before a byte of it is sent', async () => {
    mapUploads.set(db, { isNamedByOperator: false, maxBytes: 1_000 });

    expect((await startUpload(root, 1_001)).errors?.[0]).toMatchObject({ fields: { file: 'mapFile.tooLarge' } });
    expect((await startUpload(root, 0)).errors?.[0]).toMatchObject({ fields: { file: 'mapFile.empty' } });
    expect((await startUpload(root, 1_000)).errors).toBeUndefined();
    expect((await settings()).maxBytes).toBe(1_000);
  });

  it('is forgotten when its sender begins anew, and leaves others’ alone', async () => {
    const other = await signIn(['root']);
    const kept = (await startUpload(other, 10)).data.startMapUpload.id;
    const first = (await startUpload(root, 10)).data.startMapUpload.id;
    await startUpload(root, 10);

    expect((await sendPart(root, first, 0, Buffer.alloc(10))).errors?.[0]?.code).toBe('NotFound');
    expect((await sendPart(other, kept, 0, Buffer.alloc(10))).errors).toBeUndefined();
  });

  it('is not taken where the operator has named the ground', async () => {
    mapUploads.set(db, { isNamedByOperator: true, maxBytes: 1_000 });

    expect((await startUpload(root, 10)).errors?.[0]?.code).toBe('Conflict');
    expect((await settings()).isNamedByOperator).toBe(true);
  });

  it('is for whoever looks after the installation', async () => {
    expect(rolesWith('mapFile:write')).toEqual(['root']);
    const implementer = await signIn(['local_implementer']);
    expect((await startUpload(implementer, 10)).errors?.[0]?.code).toBe('Forbidden');
    expect((await implementer.run('{ mapSettings { maxBytes } }')).errors?.[0]?.code).toBe('Forbidden');
  });
});

/** Bytes that unpack to a thousand times as many. */
const bomb = gzipBombOf(200);
const tile = gzipSync(aTile());
const whole = { run: 1, offset: 0, length: tile.length };
const pointing = (entries: Parameters<typeof aDirectory>[0], leaves?: Buffer) =>
  aMap({ root: gzipSync(aDirectory(entries)), ...(leaves && { leaves }) });
/** A leaf that says it is followed by itself. */
const loop = (() => {
  const leafOf = (length: number) => gzipSync(aDirectory([{ run: 0, offset: 0, length }]));
  const leaf = leafOf(leafOf(50).length); // as long, whatever length it says
  return pointing([{ run: 0, offset: 0, length: leaf.length }], leaf);
})();

describe('a file that is no ground for the map', () => {
  it.each<[string, Buffer, string, string[]?]>([
    ['is something else', Buffer.from('<svg/>'.repeat(100)), 'notPmtiles'],
    ['is shorter than a header', Buffer.from('PMTiles\u0003'), 'notPmtiles'],
    ['was not copied whole', aMap().subarray(0, -1), 'endsTooSoon'],
    ['ends behind its header', aMap().subarray(0, 127), 'endsTooSoon'],
    ['has a directory that is no gzip', aMap({ root: Buffer.from('directory') }), 'directory'],
    ['has an empty directory', aMap({ root: gzipSync(Buffer.from([0])) }), 'directory'],
    ['has a directory that says more than it is', aMap({ root: gzipSync(Buffer.from([200, 1, 1, 1])) }), 'directory'],
    ['has a directory that is a bomb', aMap({ root: bomb }), 'directory'],
    ['has a directory that leads back to itself', loop, 'directory'],
    ['leads out of its tiles', pointing([{ ...whole, offset: 1 }]), 'directory'],
    ['leads far out of its tiles', pointing([{ ...whole, offset: 2 ** 52 }]), 'directory'],
    ['leads out of its leaves', pointing([{ run: 0, offset: 0, length: 50 }]), 'directory'],
    ['has tiles that overlap', pointing([whole, { run: 1, offset: 1, length: tile.length - 1 }]), 'directory'],
    ['has metadata that are no JSON', aMap({ metadata: gzipSync('{') }), 'metadata'],
    ['has metadata that are a bomb', aMap({ metadata: bomb }), 'metadata'],
    ['has a tile that is no gzip', aMap({ tiles: [Buffer.from('tile')] }), 'tile'],
    ['has a tile that is a bomb', aMap({ tiles: [tile, bomb] }), 'tile'],
    ['has a tile that is no vector tile', aMap({ tiles: [tile, gzipSync('<svg/>')] }), 'tile'],
    ['has a tile that ends too soon', aMap({ tiles: [gzipSync(aTile().subarray(0, 9))] }), 'tile'],
    [
      'has the layers of OpenMapTiles',
      aMap({ metadata: gzipSync(JSON.stringify(declaring(['transportation', 'building', 'water']))) }),
      'layers',
      ['earth', 'landuse', 'buildings', 'roads', 'places'],
    ],
    [
      'names its layers nowhere, and lacks some',
      aMap({ metadata: Buffer.alloc(0), tiles: [gzipSync(aTile(['roads', 'water']))] }),
      'layers',
      ['earth', 'landuse', 'buildings', 'places'],
    ],
    ['has roads in no tile', aMap({ tiles: [gzipSync(aTile(['earth']))] }), 'layers', ['roads']],
    [
      'is of an older Protomaps',
      aMap({ tiles: [gzipSync(aTile(streetMapLayers, { key: 'pmap:kind' }))] }),
      'oldSchema',
    ],
  ])('is refused when it %s, and forgotten', async (_, file, fault, layers = []) => {
    const before = await settings();
    await startUpload(root, 1); // what was left of other tests
    const rows = await countRows();

    const { errors } = await uploadMap(root, file);

    expect(errors?.[0]).toMatchObject({ code: 'ValidationFailed', fields: { file: `mapFile.${fault}` }, layers });
    expect(await settings()).toEqual(before);
    expect((await countRows()).files).toBe(rows.files - 1);
  });
});
