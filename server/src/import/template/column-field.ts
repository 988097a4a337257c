import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import { apartment } from '@noa/domain/kinds/apartment.ts';
import { card } from '@noa/domain/kinds/card.ts';
import { entrance } from '@noa/domain/kinds/entrance.ts';
import { integer, oneOf, reference, type Field } from '@noa/domain/kinds/field.ts';
import type { Fields } from '@noa/domain/kinds/kind.ts';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { manager } from '@noa/domain/kinds/manager.ts';
import { towerBlock } from '@noa/domain/kinds/tower-block.ts';
import { buildingLimits } from '@noa/domain/imports/import-buildings.ts';
import { importedFields } from '@noa/domain/imports/import-fields.ts';
import { listedRoles } from '@noa/domain/imports/import-member-row.ts';
import type { ImportKind } from '@noa/domain/imports/import.ts';

/** What columns are that say where something is and who has it, whatever the file is of. */
const common: Readonly<Record<string, Field>> = {
  ...Object.fromEntries(importedFields(apartment)),
  sourceRef: towerBlock.fields.sourceRef,
  county: towerBlock.fields.county,
  uat: towerBlock.fields.locality,
  locality: towerBlock.fields.locality,
  street: towerBlock.fields.addrStreet,
  number: towerBlock.fields.addrNr,
  block: towerBlock.fields.addrBl,
  entrance: entrance.fields.addrSc,
  apartments: integer(0, buildingLimits.apartments, {}),
  apartment: apartment.fields.addrAp,
  manager: reference(manager, {}),
  accessGroup: reference(accessGroup, {}),
  lat: towerBlock.fields.lat,
  lng: towerBlock.fields.lng,
  serialNumber: card.fields.serialNumber,
};

/** Members are no declared kind. */
const ofMembers: Readonly<Record<string, Field>> = { role: oneOf('MemberRole', listedRoles, {}) };

/** What a column of an import may hold, as it is declared; undefined where that is said nowhere but in its texts. */
export function columnField(kind: ImportKind, name: string): Field | undefined {
  if (kind === 'members' && name in ofMembers) {
    return ofMembers[name];
  }
  const own: Fields | undefined = declaredKinds.find((each) => `${each.name}s` === kind)?.fields;
  const field = own?.[name];
  return field?.imported ? field : kind === 'siruta' ? undefined : common[name];
}

/** The kind whose records a column names, with the field by which it names them; undefined where it names none. */
export function namedBy(field: Field | undefined) {
  const named = declaredKinds.find(({ name }) => name === field?.of?.name);
  return named && 'naturalKey' in named ? named : undefined;
}
