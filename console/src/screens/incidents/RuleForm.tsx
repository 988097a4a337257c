import { useMutation } from '@apollo/client/react';
import { Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { alertConditions, alertLevels, alertLimits } from '@noa/domain/alert.ts';
import { exportLocales } from '@noa/domain/reporting/report.ts';
import { statusUpdateKinds } from '@noa/domain/vocabulary.ts';
import { CreateAlertRuleDocument } from '../../api/mutations/generated/create-alert-rule.graphql.ts';
import { UpdateAlertRuleDocument } from '../../api/mutations/generated/update-alert-rule.graphql.ts';
import { FieldRow } from '../../crud/form/FieldRow.tsx';
import { RecordForm } from '../../crud/form/RecordForm.tsx';
import type { FieldsOf } from '../../crud/form/use-validated-form.ts';
import { OrgField, useOwner } from '../../pickers/OrgField.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Dialog } from '../../ui/page/Dialog.tsx';
import type { AlertRule } from './RuleRow.tsx';
import { changedRule, newRule, ruleForm, usualThresholds, valuesOf, type RuleValues } from './rule-values.ts';

/** The key of the address that keeps the form open: the rule's id, or that it is a new one. */
export const ruleKey = 'rule';
export const newRuleForm = 'new';

interface Props {
  /** The rule that is changed; a new one when absent. */
  rule?: AlertRule;
  onSaved: () => void;
  onClose: () => void;
}

/** What a rule looks for, and whom it tells. */
export function RuleForm({ rule, onSaved, onClose }: Props) {
  const { t, i18n } = useTranslation(['alerts', 'common']);
  const { orgId } = useOwner();
  const [create] = useMutation(CreateAlertRuleDocument);
  const [update] = useMutation(UpdateAlertRuleDocument);

  function handleSaved(isShown: boolean) {
    notifySuccess(t('rules.saved'));
    onSaved();
    if (isShown) {
      onClose();
    }
  }

  return (
    <Dialog as="drawer" title={rule ? t('rules.updateTitle', { name: rule.name }) : t('rules.add')} onClose={onClose}>
      <RecordForm
        name="alerts"
        openBy={ruleKey}
        schema={ruleForm}
        initial={rule ? valuesOf(rule) : newRule(orgId, i18n.language)}
        save={async (input, { initial }) => {
          await (rule
            ? update({ variables: { id: rule.id, input: changedRule(initial, input) } })
            : create({ variables: { input } }));
          return true;
        }}
        onSaved={handleSaved}
        onCancel={onClose}
      >
        {(form) => (
          <>
            {!rule && <OrgField form={form} />}
            <TextInput label={t('fields.name')} required maxLength={alertLimits.name} {...form.getInputProps('name')} />
            <ConditionFields form={form} />
            <RecipientFields form={form} />
            <Checkbox label={t('fields.active')} {...form.getInputProps('active', { type: 'checkbox' })} />
          </>
        )}
      </RecordForm>
    </Dialog>
  );
}

type Form = FieldsOf<RuleValues>;

/** What is looked for: each condition asks for other fields. */
function ConditionFields({ form }: { form: Form }) {
  const { t } = useTranslation(['alerts', 'statusUpdates']);
  const chosen = form.getInputProps('condition');
  const threshold = form.getInputProps('threshold');
  const condition = chosen.value as RuleValues['condition'];
  return (
    <>
      <NativeSelect
        label={t('fields.condition')}
        data={alertConditions.map((value) => ({ value, label: t(`conditionNames.${value}`) }))}
        {...chosen}
        onChange={(event) => {
          chosen.onChange(event);
          threshold.onChange(usualThresholds[event.currentTarget.value as RuleValues['condition']] ?? threshold.value);
        }}
      />
      {condition === 'level' && (
        <FieldRow>
          <NativeSelect
            label={t('fields.readingKind')}
            data={statusUpdateKinds.map((value) => ({ value, label: t(`statusUpdates:kinds.${value}`) }))}
            {...form.getInputProps('readingKind')}
          />
          <NativeSelect
            label={t('fields.level')}
            data={alertLevels.map((value) => ({ value, label: t(`levels.${value}`) }))}
            {...form.getInputProps('level')}
          />
        </FieldRow>
      )}
      <FieldRow>
        {condition !== 'level' && condition !== 'silence' && (
          <NumberField
            label={t(`fields.${condition}Threshold`)}
            description={condition === 'unusual' && t('unusualHelp')}
            unit={condition === 'refusals' ? '' : '%'}
            required
            whole
            {...threshold}
          />
        )}
        {condition !== 'unusual' && (
          <NumberField
            label={t(condition === 'refusals' ? 'fields.withinMinutes' : 'fields.minutes')}
            required
            whole
            {...form.getInputProps('minutes')}
          />
        )}
      </FieldRow>
    </>
  );
}

/** Who is told, how, and who if nobody acknowledges. */
function RecipientFields({ form }: { form: Form }) {
  const { t } = useTranslation(['alerts', 'common']);
  const addresses = { rows: 2, inputMode: 'email', autoComplete: 'off' } as const;
  return (
    <>
      <Textarea
        label={t('fields.recipients')}
        description={t('recipientsHelp')}
        {...addresses}
        {...form.getInputProps('recipients')}
      />
      <NativeSelect
        label={t('fields.locale')}
        data={exportLocales.map((value) => ({ value, label: t(`common:language.${value}`) }))}
        {...form.getInputProps('locale')}
      />
      <TextInput
        label={t('fields.webhookUrl')}
        description={t('webhookHelp')}
        type="url"
        autoComplete="off"
        maxLength={alertLimits.url}
        {...form.getInputProps('webhookUrl')}
      />
      <Text fz="sm">{t('escalateHelp')}</Text>
      <NumberField label={t('fields.escalateMinutes')} whole {...form.getInputProps('escalateMinutes')} />
      <Textarea label={t('fields.escalateTo')} {...addresses} {...form.getInputProps('escalateTo')} />
    </>
  );
}
