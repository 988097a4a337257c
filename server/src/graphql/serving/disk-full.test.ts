import { expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asOwner, server, signIn } from '../../testing/harness.ts';

it('a full disk of the database is said as what it is, with 503', async () => {
  const org = await anOrg();
  const { token } = await signIn(['local_implementer'], { orgIds: [org.id] });
  await asOwner(
    `create function fill_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
    'create trigger fill_disk before insert on manager for each row execute function fill_disk()',
  );

  const answer = await server.fetch('http://noa.test/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer oidc~${token}` },
    body: JSON.stringify({
      query: `mutation { createManager(input: { orgId: "${org.id}", name: "Administratorul" }) { id } }`,
    }),
  });

  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await answer.json()).toMatchObject({
    errors: [
      { message: expect.stringContaining('disk of the database is full'), extensions: { code: 'LimitExceeded' } },
    ],
  });
});
