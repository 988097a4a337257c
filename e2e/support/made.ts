import { aSerial } from './handover-entrance.ts';
import { as } from './record-kinds.ts';

const implementer = 'implementer@noa.test';

/** A record that a journey has made, with the version that it has. */
export interface Made {
  readonly id: string;
  readonly rowId: string;
}

/** A property administrator called so. */
export const makeManager = async (name: string): Promise<Made> =>
  (
    await as<{ made: Made }>(
      implementer,
      'mutation ($name: String!) { made: createManager(input: { name: $name }) { id rowId } }',
      { name },
    )
  ).made;

/** A card of the stock, with a serial of its own. */
export async function makeCard(): Promise<Made & { readonly serial: string }> {
  const serial = aSerial();
  const { made } = await as<{ made: Made }>(
    implementer,
    'mutation ($serial: String!) { made: createCard(input: { serialNumber: $serial, kind: physical }) { id rowId } }',
    { serial },
  );
  return { ...made, serial };
}
