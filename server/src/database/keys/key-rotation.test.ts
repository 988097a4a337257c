import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { anApartment } from '../../testing/factories.ts';
import { asSystem, databaseUrl, dataKey, db, internalErrors, keyring, signIn } from '../../testing/harness.ts';
import { rounds } from '../../testing/rounds.ts';
import { isClockShifted } from '../../testing/shifted-clock.ts';
import {
  aHome,
  caller,
  clear,
  Codes,
  entrance,
  find,
  heads,
  Issue,
  org,
  owner,
  reveal,
  rotateByCommand,
  tamper,
  Update,
} from './key-rotation.fixture.ts';
import { openKeys, rotateKey } from './key-rotation.ts';
import { holdKeys, Keyring, UnknownKey } from './keyring.ts';
import { sealedColumns } from './resealing.ts';
import { keyId, onlyKey, Sealer, sealedWith } from './sealing.ts';

const stop = holdKeys(db, keyring, (error) => internalErrors.push(error), 50);
afterAll(stop);
afterEach(() => expect(internalErrors.splice(0)).toEqual([]));

let current = dataKey as Uint8Array;
const rotate = async (say: (line: string) => void = () => undefined) => {
  const to = randomBytes(32);
  const result = await rotateKey(databaseUrl, { from: current, to, say });
  const from = current;
  current = to;
  return { from, to, result };
};

describe('a cipher at another place', () => {
  it('is refused, and the log says where without saying what', async () => {
    const [one, other] = [await aHome(), await aHome()];
    await tamper(`update apartment set occupier_id_number_cipher =
      (select occupier_id_number_cipher from apartment where id = '${one.id}') where id = '${other.id}'`);

    const { data, errors } = await reveal(other.id);

    expect(data?.revealOccupierIdNumber ?? null).toBeNull();
    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { apartmentId: 'form.idNumberUnreadable' } }]);
    const [logged] = internalErrors.splice(0);
    expect(String(logged)).toContain(other.id);
    expect(JSON.stringify(logged) + String(logged)).not.toContain(one.number);
    await clear(other.id);
  });

  it.each(sealedColumns.map(({ purpose, table }) => [purpose, table]))('opens nowhere else: %s in %s', (purpose) => {
    const sealer = new Sealer(onlyKey(dataKey), purpose);
    const sealed = sealer.seal(Buffer.from('secret'), ['org', 'record']);

    expect(sealer.open(sealed, ['org', 'record']).toString()).toBe('secret');
    for (const aad of [['org', 'another'], ['another', 'record'], ['org'], ['org/record'], ['record', 'org'], []]) {
      expect(() => sealer.open(sealed, aad)).toThrow('sealed for another place');
    }
    expect(() => new Sealer(onlyKey(dataKey), 'else').open(sealed, ['org', 'record'])).toThrow();
  });

  it('does not open from another apartment’s history, nor as another apartment’s claim code', async () => {
    const [one, other] = [await aHome(), await aHome()];
    await caller.run(Update, { id: one.id, rowId: one.rowId, input: { occupierIdNumber: null } });
    await caller.run(Issue, { id: one.id });
    await caller.run(Issue, { id: other.id });
    await tamper(
      `update apartment set occupier_id_number_cipher = (select occupier_id_number_cipher from apartment_history
        where id = '${one.id}' limit 1) where id = '${other.id}'`,
      `update claim_code set code_cipher = (select code_cipher from claim_code
        where apartment_id = '${one.id}') where apartment_id = '${other.id}'`,
    );

    expect((await reveal(other.id)).errors).toMatchObject([{ fields: { apartmentId: 'form.idNumberUnreadable' } }]);
    const shown = await caller.run(Codes, { id: other.id });
    expect(shown.errors).toMatchObject([{ fields: { code: 'claimCode.unreadable' } }]);
    expect(internalErrors.splice(0)).toHaveLength(2);
    await clear(other.id);
  });
});

describe('exchanging the data key', () => {
  it('loses nothing that is read and written meanwhile, and the old key opens nothing afterwards', async () => {
    const homes = await Promise.all(Array.from({ length: rounds(12, 30) }, aHome));
    const versions = () =>
      owner.query('select id, row_id, valid_from, updated_by from apartment_version order by 1, 2');
    const before = await versions();
    let going = true;
    const written: { id: string; number: string }[] = [];
    const failures: unknown[] = [];
    const busy = [
      (async () => {
        while (going) {
          const home = await aHome();
          written.push(home);
        }
      })(),
      (async () => {
        for (let at = 0; going; at += 1) {
          const home = homes[at % homes.length];
          const found = await find(home?.number ?? '');
          if (found[0] !== home?.id) {
            failures.push({ found, home });
          }
          const { data, errors } = await reveal(home?.id ?? '');
          if (data?.revealOccupierIdNumber !== home?.number) {
            failures.push(errors);
          }
        }
      })(),
    ];
    const { from, to } = await rotate();
    going = false;
    await Promise.all(busy);

    expect(failures).toEqual([]);
    expect(written.length).toBeGreaterThan(0);
    expect(await heads()).toEqual(new Set([sealedWith(to).toString('hex')]));
    for (const { id, number } of [...homes, ...written]) {
      expect((await reveal(id)).data.revealOccupierIdNumber).toBe(number);
      expect(await find(number)).toEqual([id]);
    }
    // No version was made by it, none changed, and the row ids that people work with still hold.
    const after = await versions();
    const ids = new Set(written.map(({ id }) => id));
    expect(after.rows.filter(({ id }) => !ids.has(id as string))).toEqual(before.rows);
    expect(await openKeys(databaseUrl, from, () => undefined).catch((error: unknown) => error)).toBeInstanceOf(
      UnknownKey,
    );
    const { rows } = await owner.query('select id, wrapped, is_current from data_key');
    expect(rows).toEqual([{ id: keyId(to), wrapped: null, is_current: true }]);
  });

  it('finds and redeems a claim code under either key, and forgets the hashes of dead ones', async () => {
    const home = await aHome();
    const dead = (await caller.run(Issue, { id: home.id })).data.createClaimCode;
    const live = (await caller.run(Issue, { id: home.id })).data.createClaimCode;
    await rotate();

    const resident = await signIn(['ara_user']);
    const redeem = (code: string) =>
      resident.run(`mutation ($code: String!) { redeemClaimCode(code: $code) { kind } }`, { code });
    expect((await redeem(dead.code)).errors).toMatchObject([{ code: 'ValidationFailed' }]);
    expect((await redeem(live.code)).data.redeemClaimCode).toEqual({ kind: 'virtual' });
    const { rows } = await owner.query(
      `select from claim_code_version where code_cipher is null and octet_length(code_hash) = 32 and id = '${dead.id}'`,
    );
    expect(rows).toEqual([]);
  });

  it('goes on where it was ended, with a server started on either key, or on neither', async () => {
    const homes = await Promise.all(Array.from({ length: 5 }, aHome));
    const [from, to] = [current, randomBytes(32)];
    const killed = rotateKey(databaseUrl, {
      from,
      to,
      say: (line) => {
        if (line.includes('is current')) {
          throw new Error('killed');
        }
      },
    });
    await expect(killed).rejects.toThrow('killed');
    // Half of them are done, as they would be.
    const { old, current: now, ...rest } = await asSystem((tx) => new Keyring(from).forReading(tx));
    expect([old, now, rest.oldFormat]).toEqual([[from], to, false]);

    for (const key of [from, to]) {
      const started = await asSystem((tx) => new Keyring(key).forReading(tx));
      expect([Buffer.from(started.current), started.old.map((each) => Buffer.from(each))]).toEqual([
        to,
        [Buffer.from(from)],
      ]);
    }
    await expect(openKeys(databaseUrl, randomBytes(32), () => undefined)).rejects.toThrow(
      `asks for ${keyId(to).toString('hex')} and ${keyId(from).toString('hex')}.`,
    );
    await expect(
      rotateKey(databaseUrl, { from: randomBytes(32), to: randomBytes(32), say: () => undefined }),
    ).rejects.toBeInstanceOf(UnknownKey);
    expect(await find(homes[0]?.number ?? '')).toEqual([homes[0]?.id]);
    await rotateKey(databaseUrl, { from, to, say: () => undefined });
    current = to;

    for (const { id, number } of homes) {
      expect((await reveal(id)).data.revealOccupierIdNumber).toBe(number);
    }
    expect(await heads()).toEqual(new Set([sealedWith(to).toString('hex')]));
    // And once more, by whoever did not see that it had ended.
    await rotateKey(databaseUrl, { from, to, say: () => undefined });
  });

  it.skipIf(isClockShifted)(
    'waits for who is writing with the old key, and keeps others waiting for a moment only',
    async () => {
      const { number, id } = await aHome();
      const lines: string[] = [];
      let rotated: ReturnType<typeof rotate> | undefined;
      await asSystem(async (tx) => {
        await keyring.forWriting(tx);
        rotated = rotate((line) => lines.push(line));
        await vi.waitUntil(() => lines.length > 0, { timeout: 30_000 });
        expect(lines).toEqual(['Waiting for a transaction that writes encrypted data, such as an import.']);
        expect((await reveal(id)).data.revealOccupierIdNumber).toBe(number);
      });
      await rotated;

      expect((await reveal(id)).data.revealOccupierIdNumber).toBe(number);
    },
  );

  it.skipIf(isClockShifted)('is a command that may be killed, and goes on when it is given again', async () => {
    const homes = await Promise.all(Array.from({ length: 5 }, aHome));
    const to = randomBytes(32);
    const killed = await rotateByCommand({ from: current, to, endsEarly: true });
    expect(killed.code).toBeNull();
    expect((await reveal(homes[0]?.id ?? '')).data.revealOccupierIdNumber).toBe(homes[0]?.number);
    const { code, said } = await rotateByCommand({ from: current, to });

    expect({ code, said }).toMatchObject({ code: 0 });
    expect(said).toContain('Set DATA_KEY to the new key');
    expect(killed.said + said).not.toContain(to.toString('base64'));
    current = to;
    for (const { id, number } of homes) {
      expect((await reveal(id)).data.revealOccupierIdNumber).toBe(number);
    }
  });

  it('is not done by the application, which cannot write without a version either', async () => {
    const { id } = await aHome();
    const count = async () => (await owner.query('select from apartment_history where id = $1', [id])).rowCount;
    await asSystem(async (tx) => {
      await sql`select set_config('noa.resealing', 'on', true)`.execute(tx);
      await tx.updateTable('apartment').set({ occupier_name: 'Q' }).where('id', '=', id).execute();
    });
    expect(await count()).toBe(1);
  });

  it('leaves what does not open where it stands, and names it', async () => {
    const broken = await anApartment({
      org_id: org.id,
      entrance_id: entrance.id,
      addr_ap: 'broken',
      occupier_id_number_cipher: randomBytes(60),
    });
    const lines: string[] = [];
    const { result } = await rotate((line) => lines.push(line));

    expect(result.broken).toEqual([`occupier-id-number in apartment at ${org.id}/${broken.id}`]);
    expect(lines.join('\n')).toContain(broken.id);
    await clear(broken.id);
  });
});

describe('ciphers of before there were key ids', () => {
  it('are read until a start binds them to their records, and then no more', async () => {
    // This is how they were made.
    const { id, rowId, number } = await aHome();
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', current, '', `noa/occupier-id-number/${use}`, 32));
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', derive('encrypt'), nonce);
    const text = Buffer.concat([cipher.update(number), cipher.final()]);
    const old = Buffer.concat([Buffer.of(1), nonce, cipher.getAuthTag(), text]);
    const hash = createHmac('sha256', derive('hash')).update(number).digest();
    await owner.query(`select set_config('noa.resealing', 'on', false)`);
    const plant = () =>
      owner.query('update apartment set occupier_id_number_cipher = $1, occupier_id_number_hash = $2 where id = $3', [
        old,
        hash,
        id,
      ]);
    await plant();
    await owner.query('delete from data_key');

    const lines: string[] = [];
    await owner.query('insert into data_key (id, is_current, old_format) values ($1, true, true)', [keyId(current)]);
    expect((await reveal(id)).data.revealOccupierIdNumber).toBe(number);
    expect(await find(number)).toEqual([id]);
    await owner.query('delete from data_key');
    await openKeys(databaseUrl, current, (line) => lines.push(line));

    expect(lines).toEqual(['1 encrypted anew and bound to their records.']);
    expect((await reveal(id)).data.revealOccupierIdNumber).toBe(number);
    expect(await find(number)).toEqual([id]);
    const { rows } = await owner.query('select row_id::text as row_id from apartment where id = $1', [id]);
    expect(rows).toEqual([{ row_id: rowId }]);
    await plant();
    expect((await reveal(id)).errors).toMatchObject([{ fields: { apartmentId: 'form.idNumberUnreadable' } }]);
    expect(internalErrors.splice(0)).toHaveLength(1);
  });
});
