const cardOnList = 'id rowId displaySerialNumber status';
const handedCard = `id rowId active createdAt card { ${cardOnList} }`;

/**
 * What is selected of the answer of a mutation, by its name or by the type that it gives, where that is more than what the cache knows
 * the answer by (`id`, `rowId`): what the change has changed that is shown somewhere. `write-documents.ts` makes the documents.
 */
export const mutationAnswers: Readonly<Record<string, string>> = {
  Account: 'id blocked',
  AlertRule: 'id name active',
  ApartmentCard: 'id rowId active',
  CardRequest: 'id rowId state reason viewerCanSettle',
  ExportTicket: 'url fileName',
  ImportJob: 'id state',
  Incident: 'id state acknowledgedAt acknowledgedBy silencedUntil',
  MapSettings: 'maxBytes',
  MapUpload: 'id partBytes',
  OrgSettings: 'id rowId updatedAt updatedBy ...OrgSettingsValues',
  RecordReceipt: 'results { index outcome reason } completeUpTo { containerId bootNumber number }',
  ReportSchedule: 'id active nextRunAt',
  StatusUpdate: 'id kind level value',
  bindGateway: 'id rowId gateways',
  unbindGateway: 'id rowId gateways',
  blockCard: 'id rowId status',
  cancelBulkJob: 'id state finishedAt done changed unchanged refused',
  cancelImport: 'id state finishedAt',
  createSavedView: '...SavedViewParts',
  decideImportMatches: 'id state counts { rows } matchCounts { same probably new undecided }',
  mapImport: 'id state mapping failure counts { rows }',
  rereadImport: `id state encoding separator sheet headerRow fillMerged addressColumn header preview mapping failure
    counts { rows }`,
  startImport: 'id',
  updateSavedView: 'id name search hiddenColumns',
  setDefaultSavedView: 'id isDefault',
  handOutCard: `outcome apartmentCard { id rowId card { ${cardOnList} } apartment { id apartmentCards { ${handedCard} } } }`,
  redeemClaimCode: 'id rowId displaySerialNumber apartmentCards { id rowId apartment { id } }',
  replaceCard: 'card { id rowId } apartmentCard { id rowId card { id rowId } }',
};
