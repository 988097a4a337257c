import { useMutation } from '@apollo/client/react';
import { Checkbox, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { orgSettings, orgSettingsLimits, type OrgSettingsValues } from '@noa/domain/org-settings.ts';
import { UpdateOrgSettingsDocument } from '../../api/mutations/generated/update-org-settings.graphql.ts';
import { UpdateDrawer } from '../../crud/form/UpdateDrawer.tsx';
import type { FieldsOf } from '../../crud/form/use-validated-form.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import classes from './OrgSettings.module.css';
import { KeptSummary } from './KeptSummary.tsx';
import { privacyFields, type PrivacySettings } from './kept-sentences.ts';
import { settingText } from './setting-text.ts';
import { settingGroups, unitOf } from './setting-groups.ts';

/** Pixels that the longest unit takes beside its number. */
const unitWidth = 64;

interface Props {
  settings: OrgSettingsValues & { readonly id: string; readonly rowId: string; readonly viewerCanUpdate: boolean };
  /** Where the settings are shown. */
  view: string;
}

/** Changes what an org has decided, over the settings screen. */
export function OrgSettingsUpdate({ settings, view }: Props) {
  const { t, i18n } = useTranslation('settings');
  const [update] = useMutation(UpdateOrgSettingsDocument);
  const { id, rowId, viewerCanUpdate } = settings;
  const initial = Object.fromEntries(
    settingGroups.flatMap(({ fields }) => fields.map((field) => [field, settings[field]])),
  ) as OrgSettingsValues;
  return (
    <UpdateDrawer
      name="settings"
      title={t('updateTitle')}
      openBy="edit"
      permission="orgSettings:write"
      record={{ id, rowId, viewerCanUpdate }}
      schema={orgSettings}
      initial={initial}
      textOf={settingText(i18n)}
      update={(version, input) => update({ variables: { orgId: id, rowId: version, input } })}
      view={view}
    >
      {(form) =>
        settingGroups.map(({ name, fields }) => (
          <fieldset key={name} className={classes.group}>
            <legend className={classes.legend}>{t(`groups.${name}`)}</legend>
            {fields.map((field) => (
              <SettingField key={field} field={field} form={form} />
            ))}
            {name === 'privacy' && <KeptSummary settings={editedOf(form)} saved={initial} />}
          </fieldset>
        ))
      }
    </UpdateDrawer>
  );
}

/** What the form holds at this moment of the settings about personal data. */
function editedOf(form: FieldsOf<OrgSettingsValues>): PrivacySettings {
  const valueOf = (field: keyof PrivacySettings): unknown =>
    field === 'payByUse' ? form.getInputProps(field, { type: 'checkbox' }).checked : form.getInputProps(field).value;
  return Object.fromEntries(privacyFields.map((field) => [field, valueOf(field)])) as unknown as PrivacySettings;
}

function SettingField({ field, form }: { field: keyof OrgSettingsValues; form: FieldsOf<OrgSettingsValues> }) {
  const { t } = useTranslation('settings');
  const label = t(`fields.${field}`);
  const description = t(`hints.${field}`, { defaultValue: '' });
  switch (field) {
    case 'payByUse':
      return <Checkbox label={label} description={description} {...form.getInputProps(field, { type: 'checkbox' })} />;
    case 'identityPurpose':
    case 'legalBasis':
    case 'mailDomains':
      return (
        <Textarea
          label={label}
          description={description}
          autosize
          minRows={2}
          maxLength={orgSettingsLimits[`${field}Length`]}
          {...form.getInputProps(field)}
        />
      );
    default:
      return (
        <NumberField
          label={label}
          description={description}
          required
          whole
          rightSectionWidth={unitWidth}
          unit={t(`shortUnits.${unitOf(field)}`)}
          {...form.getInputProps(field)}
        />
      );
  }
}
