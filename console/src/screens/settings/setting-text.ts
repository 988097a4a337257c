import type { TFunction } from 'i18next';
import type { OrgSettingsValues } from '@noa/domain/org-settings.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { unitOf } from './setting-groups.ts';

/** A number of the settings, with what it counts: `90 de zile`. */
export const numberText = (t: TFunction, language: string, field: keyof OrgSettingsValues, value: number): string =>
  field === 'identityDays' && value === 0
    ? t('settings:values.identityDays.none')
    : t(`settings:units.${unitOf(field)}`, { count: value, value: formatNumber(value, language) });
