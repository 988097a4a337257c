import type { i18n, TFunction } from 'i18next';
import { orgSettingsLimits, type OrgSettingsValues } from '@noa/domain/org-settings.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { unitOf } from './setting-groups.ts';

/** A number of the settings, with what it counts: `90 de zile`. */
export const numberText = (t: TFunction, language: string, field: keyof OrgSettingsValues, value: number): string =>
  field === 'identityDays' && value === 0
    ? t('settings:values.identityDays.none')
    : t(`settings:units.${unitOf(field)}`, { count: value, value: formatNumber(value, language) });

const numbers: readonly string[] = Object.entries(orgSettingsLimits).flatMap(([field, limit]) =>
  typeof limit === 'object' ? [field] : [],
);

const isNumber = (field: string): field is keyof OrgSettingsValues => numbers.includes(field);

/** A setting as its org's page writes it, of what a version or a form has as text; undefined for what stands for itself. */
export const settingText =
  ({ t, language }: Pick<i18n, 't' | 'language'>) =>
  (field: string, value: string): string | undefined =>
    isNumber(field) ? numberText(t, language, field, Number(value)) : undefined;
