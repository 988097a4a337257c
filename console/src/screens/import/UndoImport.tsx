import { Alert, Group, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { UndoImportDocument } from '../../api/mutations/generated/undo-import.graphql.ts';
import { ConfirmButton } from '../../crud/ConfirmDialog.tsx';
import { RecordLink } from '../../ui/values/RecordLink.tsx';
import { formatExact, formatNumber } from '../../ui/values/format.ts';
import { IconUndo } from '../../ui/icons.ts';
import type { Job } from './JobView.tsx';

interface Props {
  id: string;
  /** Until when it can be undone. */
  until: string;
  onChanged: () => void;
}

/** Undoes an import as a whole, after asking. */
export function UndoImport({ id, until, onChanged }: Props) {
  const { t, i18n } = useTranslation('import');
  const [undo] = useMutation(UndoImportDocument, { variables: { id } });
  return (
    <Group gap="sm">
      <ConfirmButton
        size="sm"
        leftSection={<IconUndo size={16} aria-hidden />}
        title={t('undo.title')}
        text={t('undo.text')}
        action={t('undo.action')}
        run={() => undo()}
        done={t('undo.begun')}
        onDone={onChanged}
      />
      <Text fz="sm" c="dimmed">
        {t('undo.until', { day: formatExact(until, i18n.language) })}
      </Text>
    </Group>
  );
}

/** What undoing an import did, and which records stay as they are. */
export function Undone({ undo }: { undo: NonNullable<Job['undo']> }) {
  const { t, i18n } = useTranslation(['import', 'common']);
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Stack gap="sm">
      <Alert color="green" role="status" title={t('undo.done')}>
        {t('undo.counts', { removed: number(undo.removed), restored: number(undo.restored), kept: number(undo.kept) })}
      </Alert>
      {undo.records.length > 0 && (
        <>
          <Text fw={500}>{t('undo.kept')}</Text>
          <List>
            {undo.records.map(({ kind, id, label, reason }) => (
              <List.Item key={`${kind} ${id}`}>
                <RecordLink inSentence kind={kind} id={id}>
                  {label || id}
                </RecordLink>
                {`: ${t(`undo.reasons.${reason}`)}`}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}
