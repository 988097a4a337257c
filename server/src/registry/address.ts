interface StreetAddress {
  readonly addr_street: string;
  readonly addr_nr: string;
  readonly addr_bl: string;
}

/** A street address as it is written on letters: `Str. Unirii 12, bl. B1`; parts that are not known are left out. */
export const addressLabel = ({ addr_street, addr_nr, addr_bl }: StreetAddress): string =>
  [`${addr_street} ${addr_nr}`.trim(), addr_bl && `bl. ${addr_bl}`].filter(Boolean).join(', ');
