import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Refused } from '../graphql/serving/refusals.ts';
import { aContainer, anOrg } from '../testing/factories.ts';
import { api, signGatewayToken, signIn, signInGateway } from '../testing/harness.ts';
import { createAnswer } from './requests.ts';

const told: Refused[] = [];
const answer = createAnswer({ ...api, reportRefusal: (refused) => told.push(refused) });
beforeEach(() => void told.splice(0));

const ask = (token: string, clientId: string, variables: object) =>
  answer({
    kind: 'cards-to-sync',
    clientId,
    authorization: `Bearer oidc~${token}`,
    payload: JSON.stringify(variables),
  });

it('a gateway on the topics of another, and a person, are told to the log as over HTTP', async () => {
  const clientId = `gateway-${randomUUID()}`;
  const [gateway, person] = [await signInGateway([], clientId), await signIn(['root'])];

  await ask(gateway.token, 'another', {});
  await ask(person.token, 'another', {});

  expect(told).toEqual([
    { code: 'Forbidden', fields: [], caller: clientId, network: null },
    { code: 'Forbidden', fields: [], caller: expect.stringMatching(/^[\da-f-]{36}$/), network: null },
  ]);
});

it('a token that has expired is told of, and none that never was ours: nothing is said to who shows it', async () => {
  const clientId = `gateway-${randomUUID()}`;

  await ask(await signGatewayToken(clientId, -60), clientId, {});
  expect(await ask('x.y.z', clientId, {})).toBeNull();

  expect(told).toEqual([{ code: 'AuthenticationMalformed', fields: [], caller: null, network: null }]);
});

it('nobody is told of who is served, or has typed something wrong', async () => {
  const { id: org_id } = await anOrg();
  const { id: containerId } = await aContainer({ org_id });
  const clientId = `gateway-${randomUUID()}`;
  const { token } = await signInGateway([org_id], clientId);

  await ask(token, clientId, { containerId });
  await ask(token, clientId, { containerId: randomUUID() });
  await ask(token, clientId, {});

  expect(told).toEqual([]);
});
