interface Place {
  readonly addrStreet?: string | undefined;
  readonly addrNr?: string | undefined;
  readonly addrBl?: string | undefined;
  readonly lat?: number | null | undefined;
  readonly lng?: number | null | undefined;
}

/** The columns of a street address and a point, as `placeFields` of the domain cleaned them; absent stays absent. */
export const placeColumns = ({ addrStreet, addrNr, addrBl, lat, lng }: Place) => ({
  ...(addrStreet !== undefined && { addr_street: addrStreet }),
  ...(addrNr !== undefined && { addr_nr: addrNr }),
  ...(addrBl !== undefined && { addr_bl: addrBl }),
  ...(lat !== undefined && { lat }),
  ...(lng !== undefined && { lng }),
});
