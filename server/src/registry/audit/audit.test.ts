import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aManager, anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, dataKeys, db, signIn, type Caller } from '../../testing/harness.ts';
import { ofOrgs } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { recordAudit } from './audit.queries.ts';
import { IdNumberVault } from '../apartments/id-number-vault.ts';

const Reveal = /* GraphQL */ `
  mutation ($apartmentId: ID!, $purpose: String!) {
    revealOccupierIdNumber(apartmentId: $apartmentId, purpose: $purpose)
  }
`;
const Audit = /* GraphQL */ `
  query ($first: Int) {
    auditEntries(first: $first) {
      totalCount
      nodes {
        number
        at
        actor
        action
        kind
        recordId
        purpose
        hash
      }
    }
    auditChain {
      entries
      sound
      firstBroken
      lastHash
    }
  }
`;

const sealed = (orgId: string) => {
  const own = { org_id: orgId, id: randomUUID() };
  const { cipher, hash, mask } = new IdNumberVault(dataKeys).seal('1800101221144', own);
  return {
    ...own,
    occupier_id_number_cipher: cipher,
    occupier_id_number_hash: hash,
    occupier_id_number_mask: mask,
  };
};

let root: Caller;
let org: { id: string };
let apartment: { id: string };

const auditOf = async (first = 10) => (await root.run(Audit, { first })).data;

beforeAll(async () => {
  root = await signIn(['root']);
  org = await anOrg();
  apartment = await anApartment(sealed(org.id));
});

describe('the audit', () => {
  it('says who looked at what, when and why, each entry once, and is sound', async () => {
    const manager = await aManager({ org_id: org.id });
    const entrance = await anEntrance({ org_id: org.id, manager_id: manager.id });
    const kept = await anApartment({ ...sealed(org.id), entrance_id: entrance.id });
    const keeper = await signIn(['manager'], { managers: [manager] });
    const { viewer } = (await keeper.run('{ viewer { email } }')).data;
    const before = await auditOf();

    await keeper.run(Reveal, { apartmentId: kept.id, purpose: ' Adeverință pentru locatar ' });
    await root.run(Reveal, { apartmentId: apartment.id, purpose: 'verificare' });

    const { auditEntries, auditChain } = await auditOf();
    expect(auditEntries.totalCount).toBe(before.auditEntries.totalCount + 2);
    expect(auditEntries.nodes[1]).toMatchObject({
      actor: viewer.email,
      action: 'reveal_id_number',
      kind: 'apartment',
      recordId: kept.id,
      purpose: 'Adeverință pentru locatar',
    });
    expect(auditChain).toEqual({
      entries: auditEntries.totalCount,
      sound: true,
      firstBroken: null,
      lastHash: auditEntries.nodes[0].hash,
    });
  });

  it('stays one chain without gaps when many write at once', async () => {
    const callers = await Promise.all(
      Array.from({ length: 4 }, () => signIn(['local_implementer'], { orgIds: [org.id] })),
    );

    await Promise.all(
      callers.flatMap((caller) =>
        Array.from({ length: 5 }, () => caller.run(Reveal, { apartmentId: apartment.id, purpose: 'în același timp' })),
      ),
    );

    const { auditEntries, auditChain } = await auditOf(50);
    const numbers = auditEntries.nodes.map(({ number }: { number: string }) => Number(number));
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => numbers.length - index));
    expect(auditChain).toMatchObject({ sound: true, entries: numbers.length });
  });

  it('has no entry for what did not happen, and nothing happens without its entry', async () => {
    const { auditEntries: before } = await auditOf();

    await expect(
      asSystem(async (tx) => {
        await recordAudit(tx, {
          action: 'reveal_id_number',
          kind: 'apartment',
          record: { org_id: org.id, id: apartment.id },
          accountId: null,
          purpose: 'taken back',
        });
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    const { errors } = await root.run(Reveal, { apartmentId: apartment.id, purpose: 'x' });

    expect(errors).toMatchObject([{ fields: { purpose: 'form.purposeTooShort' } }]);
    expect((await auditOf()).auditEntries.totalCount).toBe(before.totalCount);
  });

  it('is shown to root only', async () => {
    for (const role of ['local_implementer', 'local_reporter', 'manager', 'container_admin', 'ara_user'] as const) {
      const caller = await signIn([role], { orgIds: [org.id] });
      const { errors } = await caller.run('{ auditChain { sound } }');
      expect(errors).toMatchObject([{ code: 'Forbidden' }]);
    }
    const other = await anOrg();
    const foreign = await read(db, ofOrgs([other.id]), (tx) => tx.selectFrom('audit_entry').select('number').execute());
    expect(foreign).toEqual([]);
  });
});

describe('changing the audit', () => {
  it.each(["update audit_entry set purpose = 'other'", 'delete from audit_entry'])(
    'is refused to the application: %s',
    async (statement) => {
      await expect(asSystem((tx) => sql.raw(statement).execute(tx))).rejects.toThrow('permission denied');
    },
  );

  it.each(["update audit_entry set purpose = 'other'", 'delete from audit_entry', 'truncate audit_entry'])(
    'is refused to the owner of the table: %s',
    async (statement) => {
      await expect(asOwner(statement)).rejects.toThrow('append-only');
    },
  );

  it.each([
    ['a changed purpose', "update audit_entry set purpose = 'harmless' where number = 3", '3'],
    ['a changed time', "update audit_entry set at = at - interval '1 microsecond' where number = 4", '4'],
    ['a missing entry', 'delete from audit_entry where number = 5', '5'],
    ['an exchanged hash', "update audit_entry set hash = sha256('x') where number = 6", '6'],
  ])('is noticed, should somebody switch the trigger off: %s', async (_what, statement, firstBroken) => {
    await asOwner('create table kept as select * from audit_entry');

    await asOwner('alter table audit_entry disable trigger all', statement);
    const { auditChain } = await auditOf();
    await asOwner(
      'delete from audit_entry',
      'insert into audit_entry select * from kept',
      'alter table audit_entry enable trigger all',
      'drop table kept',
    );

    expect(auditChain).toMatchObject({ sound: false, firstBroken });
    expect((await auditOf()).auditChain.sound).toBe(true);
  });
});
