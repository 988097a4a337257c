import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { gatewayPermissions, may, permissions, reachOf, type Permission } from '@noa/domain/permissions.ts';
import { roles as allRoles, type Role } from '@noa/domain/vocabulary.ts';
import { everything, nothing, type Scope } from '../database/scope.ts';
import { aManager, anApartment, anOrg } from '../testing/factories.ts';
import { asSystem, db } from '../testing/harness.ts';
import type { VerifiedToken } from './token.ts';
import { aToken, join, type Home } from './viewer.fixture.ts';
import { resolveViewer } from './resolve-viewer.ts';
import type { Viewer } from './viewer.ts';

/** What a viewer reaches, or null where it is forbidden. */
function reachFor(viewer: Viewer, permission: Permission): Scope | null {
  try {
    return viewer.scope(permission);
  } catch (error) {
    expect(error).toMatchObject({ code: 'Forbidden' });
    return null;
  }
}

describe('the scope of a role', () => {
  let home: { org: { id: string }; manager: Home; apartment: Home };
  const accounts = new Map<string, VerifiedToken>();

  /** Somebody with these roles who is a member of everything there is to be a member of. */
  async function memberWith(roles: readonly Role[]): Promise<Viewer> {
    const name = roles.join(' ');
    const known = accounts.get(name);
    if (known) {
      return resolveViewer(db, known);
    }
    const token = aToken({ roles });
    accounts.set(name, token);
    const { accountId } = await resolveViewer(db, token);
    await join(accountId, { orgs: [home.org], managers: [home.manager], apartments: [home.apartment] });
    return resolveViewer(db, token);
  }

  const expected = (roles: readonly Role[], permission: Permission): Scope | null => {
    const reaches = roles.filter((role) => may([role], permission)).map((role) => reachOf[role]);
    if (reaches.length === 0) {
      return null;
    }
    if (reaches.includes('all')) {
      return everything;
    }
    return {
      all: false,
      orgIds: reaches.includes('orgs') ? [home.org.id] : [],
      managerIds: reaches.includes('managers') ? [home.manager.id] : [],
      apartmentIds: reaches.includes('apartments') ? [home.apartment.id] : [],
    };
  };

  beforeAll(async () => {
    const org = await anOrg();
    home = { org, manager: await aManager({ org_id: org.id }), apartment: await anApartment({ org_id: org.id }) };
  });

  const pairs = allRoles.flatMap((first) =>
    allRoles.filter((second) => second >= first).map((second) => [...new Set([first, second])]),
  );

  it.each(pairs.map((roles) => [roles.join(' + '), roles] as const))(
    'of %s follows the table for every permission',
    async (_name, roles) => {
      const viewer = await memberWith(roles);

      for (const permission of permissions) {
        expect([permission, reachFor(viewer, permission)]).toEqual([permission, expected(roles, permission)]);
        expect(viewer.may(permission)).toBe(expected(roles, permission) !== null);
      }
    },
  );

  it('is the union of exactly those roles that have the permission', async () => {
    const viewer = await memberWith(['local_reporter', 'manager']);

    expect(viewer.scope('apartment:read')).toEqual({
      ...nothing,
      orgIds: [home.org.id],
      managerIds: [home.manager.id],
    });
    expect(viewer.scope('apartment:readOccupier')).toEqual({ ...nothing, managerIds: [home.manager.id] });
    expect(viewer.scope('report:read')).toEqual({ ...nothing, orgIds: [home.org.id] });
    expect(() => viewer.scope('apartment:write')).toThrow(expect.objectContaining({ code: 'Forbidden' }));
  });

  it('is empty without a membership, and everything for root', async () => {
    const stranger = await resolveViewer(db, aToken({ roles: ['local_implementer', 'manager', 'ara_user'] }));
    const root = await resolveViewer(db, aToken({ roles: ['root'] }));

    expect(stranger.scope('entrance:read')).toEqual(nothing);
    expect(root.scope('entrance:read')).toEqual(everything);
  });

  it('is forbidden everywhere without a role', async () => {
    const viewer = await memberWith([]);

    expect(viewer.permissions).toEqual([]);
    expect(permissions.map((permission) => reachFor(viewer, permission))).toEqual(permissions.map(() => null));
  });
});

describe('membership', () => {
  it('is read at each request', async () => {
    const token = aToken({ roles: ['local_reporter'] });
    const org = await anOrg();
    const { accountId } = await resolveViewer(db, token);
    await join(accountId, { orgs: [org] });
    expect((await resolveViewer(db, token)).scope('org:read').orgIds).toEqual([org.id]);

    await asSystem((tx) => tx.deleteFrom('org_member').where('org_id', '=', org.id).execute());

    expect((await resolveViewer(db, token)).scope('org:read')).toEqual(nothing);
  });

  it('in a disabled org gives nothing, be it direct, by a manager or by an apartment, and is told', async () => {
    const token = aToken({ roles: ['local_implementer', 'manager', 'ara_user'] });
    const disabled = [
      await anOrg({ enabled: false }),
      await anOrg({ enabled: false }),
      await anOrg({ enabled: false }),
    ] as const;
    const enabled = await anOrg();
    const { accountId } = await resolveViewer(db, token);
    await join(accountId, {
      orgs: [disabled[0], enabled],
      managers: [await aManager({ org_id: disabled[1].id }), await aManager({ org_id: disabled[0].id })],
      apartments: [await anApartment({ org_id: disabled[2].id })],
    });

    const viewer = await resolveViewer(db, token);

    expect(viewer.scope('entrance:read')).toEqual({ ...nothing, orgIds: [enabled.id] });
    expect(viewer.disabledOrgs.map(({ id }) => id).toSorted()).toEqual(disabled.map(({ id }) => id).toSorted());
    expect(viewer.disabledOrgs).toContainEqual({ id: disabled[0].id, name: disabled[0].name });
  });

  it('belongs to an issuer and a subject together', async () => {
    const token = aToken({ roles: ['local_reporter'] });
    const { accountId } = await resolveViewer(db, token);
    await join(accountId, { orgs: [await anOrg()] });

    const elsewhere = await resolveViewer(db, { ...token, issuer: 'https://other.test/realms/noa' });

    expect(elsewhere.accountId).not.toBe(accountId);
    expect(elsewhere.scope('org:read')).toEqual(nothing);
  });
});

describe('a gateway', () => {
  const aGateway = (given: Partial<VerifiedToken> = {}) => {
    const clientId = `gateway-${randomUUID()}`;
    return aToken({
      subject: clientId,
      clientId,
      isPerson: false,
      email: null,
      name: null,
      scopes: ['locks'],
      ...given,
    });
  };

  it('reaches its orgs, disabled ones included, for what gateways do and nothing else', async () => {
    const token = aGateway();
    const orgs = [await anOrg(), await anOrg({ enabled: false })];
    await asSystem((tx) =>
      tx
        .insertInto('gateway_client')
        .values(orgs.map(({ id }) => ({ client_id: token.clientId ?? '', org_id: id })))
        .execute(),
    );

    const viewer = await resolveViewer(db, token);

    for (const permission of gatewayPermissions) {
      expect(viewer.gatewayScope(permission).orgIds.toSorted()).toEqual(orgs.map(({ id }) => id).toSorted());
    }
    expect(permissions.map((permission) => reachFor(viewer, permission))).toEqual(permissions.map(() => null));
    expect(viewer).toMatchObject({ isGateway: true, actor: token.clientId, accountId: null });
  });

  it('without the scope locks is nobody', async () => {
    const viewer = await resolveViewer(db, aGateway({ scopes: ['openid'] }));

    expect(viewer.isGateway).toBe(false);
    expect(viewer.mayAsGateway('sync:read')).toBe(false);
    expect(() => viewer.gatewayScope('cardEvent:record')).toThrow(expect.objectContaining({ code: 'Forbidden' }));
  });

  it('is not a person, whatever scope that person asked for', async () => {
    const token = aGateway();
    const org = await anOrg();
    await asSystem((tx) =>
      tx
        .insertInto('gateway_client')
        .values({ client_id: token.clientId ?? '', org_id: org.id })
        .execute(),
    );

    const person = await resolveViewer(db, { ...token, isPerson: true });

    expect(person.isGateway).toBe(false);
    expect(() => person.gatewayScope('cardEvent:record')).toThrow(expect.objectContaining({ code: 'Forbidden' }));
  });

  it('shares reading the sync list with people whose role allows it', async () => {
    const org = await anOrg();
    const token = aToken({ roles: ['container_admin'] });
    await join((await resolveViewer(db, token)).accountId, { orgs: [org] });

    const viewer = await resolveViewer(db, token);

    expect(viewer.gatewayScope('sync:read')).toEqual({ ...nothing, orgIds: [org.id] });
    expect(viewer.mayAsGateway('cardEvent:record')).toBe(false);
  });
});
