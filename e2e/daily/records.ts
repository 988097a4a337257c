import { signInGateway } from '../support/api.ts';
import { fill, report, someContainers } from '../support/containers.ts';
import { anEntrance, aSerial } from '../support/handover-entrance.ts';
import { as, fresh } from '../support/record-kinds.ts';
import { seeded } from '../support/seeded.ts';

export const clerk = 'implementer@noa.test';

const make = async (type: string, input: object) =>
  as<{ made: { id: string; displaySerialNumber: string } }>(
    clerk,
    `mutation ($input: Create${type}Input!) { made: create${type}(input: $input) { id ${type === 'Card' ? 'displaySerialNumber' : ''} } }`,
    { input },
  ).then(({ made }) => made);

const aCard = async () => (await make('Card', { serialNumber: aSerial(), kind: 'physical' })).displaySerialNumber;

/** A rule on fill levels and a container at which it is broken: an incident within the next half minute. */
async function anIncident(): Promise<{ rule: string; word: string }> {
  const rule = fresh('Plin ');
  const { orgs } = await as<{ orgs: { nodes: { id: string }[] } }>(clerk, `{ orgs(${seeded}) { nodes { id } } }`);
  await make('AlertRule', {
    orgId: orgs.nodes[0]?.id,
    name: rule,
    condition: 'fill',
    threshold: 99,
    minutes: 0,
    webhookUrl: 'https://noa.invalid/noa',
  });
  const { ids, word } = await someContainers(1);
  await report(
    await signInGateway(),
    ids.map((id) => fill(id, 1, 99)),
  );
  return { rule, word };
}

/** Records of their own for each task, made around the console, with so many full containers. */
export async function makeRecords(containers: number) {
  const incident = await anIncident();
  const full = await someContainers(containers);
  await report(
    await signInGateway(),
    full.ids.map((id) => fill(id, 1, 96)),
  );
  const { entranceId, apartmentIds } = await anEntrance(1);
  const { entrance, apartment } = await as<{ entrance: { label: string }; apartment: { label: string } }>(
    clerk,
    'query ($entrance: ID!, $apartment: ID!) { entrance(id: $entrance) { label } apartment(id: $apartment) { label } }',
    { entrance: entranceId, apartment: apartmentIds[0] },
  );
  const lost = await aCard();
  const stock = [await aCard(), await aCard()];
  const manager = fresh('Asociația ');
  await make('Manager', { name: manager });
  return {
    incident,
    full,
    entrance: entrance.label,
    apartment: apartment.label,
    lostCard: lost,
    /** Registered, and nobody's. */
    stock,
    newSerial: aSerial(),
    /** Of a container with a reading and no events. */
    container: full.serials[0] ?? '',
    manager,
  };
}
