import { randomBytes } from 'node:crypto';
import { asSystem } from '../../testing/harness.ts';

export const csv = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

/** The serial of a card that nobody has. */
export const aSerial = (): string => `04${randomBytes(6).toString('hex').toUpperCase()}`;

/** Two serials, in the order in which they are listed. */
export const twoSerials = () => [aSerial(), aSerial()].toSorted() as [string, string];

/** A personal number whose check digit holds. */
export function aCnp(serial: number): string {
  const body = `29602290${String(3500 + serial).padStart(4, '0')}`;
  const weights = '279146358279';
  const sum = Array.from(body).reduce((total, digit, index) => total + Number(digit) * Number(weights[index]), 0);
  return `${body}${sum % 11 === 10 ? 1 : sum % 11}`;
}

/** Apartments of the org by number, with the serials of the cards they hold. */
export const homesOf = (orgId: string) =>
  asSystem(async (tx) => {
    const apartments = await tx
      .selectFrom('apartment')
      .selectAll()
      .where('org_id', '=', orgId)
      .orderBy('addr_ap_key')
      .execute();
    const held = await tx
      .selectFrom('apartment_card as h')
      .innerJoin('card as c', 'c.id', 'h.card_id')
      .select(['h.apartment_id', 'c.serial_number'])
      .where('h.org_id', '=', orgId)
      .where('h.active', '=', true)
      .orderBy('c.serial_number')
      .execute();
    return apartments.map((each) => ({
      id: each.id,
      ap: each.addr_ap,
      kind: each.occupier_kind,
      name: each.occupier_name,
      mask: each.occupier_id_number_mask,
      cards: held.flatMap((card) => (card.apartment_id === each.id ? [card.serial_number] : [])),
    }));
  });

interface Found {
  readonly problems: {
    readonly nodes: readonly { rowNumber: number; field: string; reason: string; otherRow: number | null }[];
  };
}

/** What is wrong with a file, briefly: `[row, field, reason]`. */
export const reasonsOf = ({ problems }: Found) =>
  problems.nodes.map(({ rowNumber, field, reason }) => [rowNumber, field, reason]);
