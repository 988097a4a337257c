import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormAddress } from '../../crud/form/use-form-address.ts';
import { useGrowingList } from '../../crud/list/use-growing-list.tsx';
import { useViewer } from '../../session/viewer.ts';
import { IconAdd } from '../../ui/icons.ts';
import { Lines } from '../../ui/page/Lines.tsx';
import { AlertRulesDocument } from './incidents.graphql.ts';
import { newRuleForm, RuleForm, ruleKey } from './RuleForm.tsx';
import { RuleRow } from './RuleRow.tsx';

/** The rules by which somebody is told: what they look for, and whom they tell. */
export function Rules() {
  const { t } = useTranslation('alerts');
  const viewer = useViewer();
  const { asked, open, close } = useFormAddress(ruleKey);
  const { page, pending, more, loading, refetch } = useGrowingList({
    query: AlertRulesDocument,
    variables: {},
    select: ({ alertRules }) => alertRules,
    permission: 'alertRule:read',
    more: t('moreRules'),
  });
  if (!page) {
    return pending;
  }
  const rule = page.nodes.find(({ id }) => id === asked);
  const isShown = viewer.may('alertRule:write') && (rule !== undefined || asked === newRuleForm);
  return (
    <Stack gap="sm" align="stretch">
      <Text fz="sm">{t('rules.about')}</Text>
      {viewer.may('alertRule:write') && (
        <Button
          leftSection={<IconAdd size={16} />}
          onClick={() => open(newRuleForm)}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('rules.add')}
        </Button>
      )}
      {page.nodes.length === 0 ? (
        <Text c="dimmed">{t('empty.rules')}</Text>
      ) : (
        <Lines busy={loading}>
          {page.nodes.map((rule) => (
            <RuleRow key={rule.id} rule={rule} onUpdate={() => open(rule.id)} onChanged={() => void refetch()} />
          ))}
        </Lines>
      )}
      {more}
      {isShown && <RuleForm key={asked} {...(rule && { rule })} onSaved={() => void refetch()} onClose={close} />}
    </Stack>
  );
}
