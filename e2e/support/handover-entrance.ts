import { graphql, signInByPassword } from './api.ts';
import { seeded } from './seeded.ts';

let lastSerial = 0x0b_00_00_00 + (Date.now() % 0x00_ff_00_00);
/** A serial that no other card has, as a reader of hexadecimal types it. */
export const aSerial = () => (lastSerial += 1).toString(16).padStart(8, '0').toUpperCase();

export interface HandoverFixture {
  readonly entranceId: string;
  readonly apartmentIds: readonly string[];
}

/** An entrance of its own with so many apartments; nobody's, unless a manager is given. */
export async function anEntrance(
  count: number,
  given: { readonly managerId?: string | undefined; readonly accessGroupId?: string | undefined } = {},
): Promise<HandoverFixture> {
  const token = await signInByPassword('implementer@noa.test');
  const { towerBlocks } = await graphql<{ towerBlocks: { nodes: { id: string }[] } }>(
    token,
    `{ towerBlocks(${seeded}) { nodes { id } } }`,
  );
  const { createEntrance } = await graphql<{ createEntrance: { id: string } }>(
    token,
    'mutation ($input: CreateEntranceInput!) { createEntrance(input: $input) { id } }',
    { input: { towerBlockId: towerBlocks.nodes[0]?.id, addrSc: `P${aSerial().slice(-5)}`, ...given } },
  );
  const apartmentIds: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const { createApartment } = await graphql<{ createApartment: { id: string } }>(
      token,
      'mutation ($input: CreateApartmentInput!) { createApartment(input: $input) { id } }',
      { input: { entranceId: createEntrance.id, addrAp: String(number), occupierName: `Familia ${number}` } },
    );
    apartmentIds.push(createApartment.id);
  }
  return { entranceId: createEntrance.id, apartmentIds };
}
