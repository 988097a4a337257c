import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OrgSettingsValues } from '@noa/domain/org-settings.ts';
import { None } from '../../ui/values/cells.tsx';
import classes from '../../crud/view/RecordPage.module.css';
import { KeptSummary } from './KeptSummary.tsx';
import { PrivacyDocuments } from './PrivacyDocuments.tsx';
import { settingGroups } from './setting-groups.ts';
import { numberText } from './setting-text.ts';

interface Props {
  orgId: string;
  settings: OrgSettingsValues;
}

/** The settings as they are, by what they are about. */
export function OrgSettingsFacts({ orgId, settings }: Props) {
  const { t } = useTranslation('settings');
  return (
    <Stack gap="lg">
      {settingGroups.map(({ name, fields }) => (
        <section key={name} aria-labelledby={`settings-${name}`}>
          <Title order={3} fz="sm" id={`settings-${name}`} mb={4}>
            {t(`groups.${name}`)}
          </Title>
          <dl className={classes.facts}>
            {fields.map((field) => (
              <div key={field}>
                <dt>{t(`fields.${field}`)}</dt>
                <dd>
                  <SettingValue field={field} value={settings[field]} />
                </dd>
              </div>
            ))}
          </dl>
          {name === 'privacy' && (
            <Stack gap="sm" mt="md">
              <KeptSummary settings={settings} />
              <PrivacyDocuments orgId={orgId} />
            </Stack>
          )}
        </section>
      ))}
    </Stack>
  );
}

function SettingValue({ field, value }: { field: keyof OrgSettingsValues; value: number | boolean | string }) {
  const { t, i18n } = useTranslation('settings');
  if (typeof value === 'number') {
    return <>{numberText(i18n.t, i18n.language, field, value)}</>;
  }
  return typeof value === 'boolean' ? <>{t(`values.${field}.${value}`)}</> : value === '' ? <None /> : <>{value}</>;
}
