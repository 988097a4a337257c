import { randomUUID } from 'node:crypto';
import { asSystem } from '../testing/harness.ts';
import type { VerifiedToken } from './token.ts';

const issuer = 'https://sso.test/realms/noa';

/** A person's token, unlike any other's. */
export function aToken(given: Partial<VerifiedToken> = {}): VerifiedToken {
  const subject = given.subject ?? randomUUID();
  return {
    issuer,
    subject,
    clientId: 'noa-frontend',
    isPerson: true,
    email: `${subject}@noa.test`,
    emailVerified: true,
    name: 'Ana Țurcanu',
    roles: [],
    scopes: ['openid'],
    ...given,
  };
}

/** A manager or an apartment. */
export interface Home {
  org_id: string;
  id: string;
}

/** Makes an account a member. */
export async function join(
  accountId: string | null,
  {
    orgs = [],
    managers = [],
    apartments = [],
  }: { orgs?: readonly { id: string }[]; managers?: readonly Home[]; apartments?: readonly Home[] },
) {
  const account_id = accountId ?? '';
  await asSystem(async (tx) => {
    for (const { id } of orgs) {
      await tx.insertInto('org_member').values({ org_id: id, account_id }).execute();
    }
    for (const { org_id, id } of managers) {
      await tx.insertInto('manager_member').values({ org_id, manager_id: id, account_id }).execute();
    }
    for (const { org_id, id } of apartments) {
      await tx.insertInto('account_apartment').values({ org_id, apartment_id: id, account_id }).execute();
    }
  });
}
