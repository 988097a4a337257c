import type { Reference } from '../missing-names.ts';

export const managerNames: Reference = {
  field: 'manager',
  staged: 'manager',
  table: 'manager',
  name: 'name',
  key: 'name_key',
  plural: 'managers',
};

export const accessGroupNames: Reference = {
  field: 'accessGroup',
  staged: 'access_group',
  table: 'access_group',
  name: 'name',
  key: 'name_key',
  plural: 'accessGroups',
};

/** What a list of tower blocks says by name. */
export const buildingReferences = [managerNames, accessGroupNames] as const;
