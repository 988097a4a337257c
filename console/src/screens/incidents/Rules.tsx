import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGrowingList } from '../../crud/list/use-growing-list.tsx';
import { useViewer } from '../../session/viewer.ts';
import { IconAdd } from '../../ui/icons.ts';
import { Lines } from '../../ui/page/Lines.tsx';
import { AlertRulesDocument } from './incidents.graphql.ts';
import { RuleForm } from './RuleForm.tsx';
import { RuleRow } from './RuleRow.tsx';

/** The rules by which somebody is told: what they look for, and whom they tell. */
export function Rules() {
  const { t } = useTranslation('alerts');
  const viewer = useViewer();
  const [isAdding, setAdding] = useState(false);
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
  return (
    <Stack gap="sm" align="stretch">
      <Text fz="sm">{t('rules.about')}</Text>
      {viewer.may('alertRule:write') && (
        <Button leftSection={<IconAdd size={16} />} onClick={() => setAdding(true)} style={{ alignSelf: 'flex-start' }}>
          {t('rules.add')}
        </Button>
      )}
      {page.nodes.length === 0 ? (
        <Text c="dimmed">{t('empty.rules')}</Text>
      ) : (
        <Lines busy={loading}>
          {page.nodes.map((rule) => (
            <RuleRow key={rule.id} rule={rule} onChanged={() => void refetch()} />
          ))}
        </Lines>
      )}
      {more}
      {isAdding && <RuleForm onSaved={() => void refetch()} onClose={() => setAdding(false)} />}
    </Stack>
  );
}
