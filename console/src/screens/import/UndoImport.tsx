import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UndoImportDocument } from '../../api/mutations/generated/undo-import.graphql.ts';
import { ConfirmDialog } from '../../crud/ConfirmDialog.tsx';
import { formatExact } from '../../ui/values/format.ts';
import { IconUndo } from '../../ui/icons.ts';

interface Props {
  id: string;
  /** Until when it can be undone. */
  until: string;
  onChanged: () => void;
}

/** Undoes an import as a whole, after asking. */
export function UndoImport({ id, until, onChanged }: Props) {
  const { t, i18n } = useTranslation('import');
  const [asking, setAsking] = useState(false);
  const [undo] = useMutation(UndoImportDocument, { variables: { id } });
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconUndo size={16} aria-hidden />} onClick={() => setAsking(true)}>
        {t('undo.action')}
      </Button>
      <Text fz="sm" c="dimmed">
        {t('undo.until', { day: formatExact(until, i18n.language) })}
      </Text>
      {asking && (
        <ConfirmDialog
          title={t('undo.title')}
          text={t('undo.text')}
          action={t('undo.action')}
          run={() => undo()}
          done={t('undo.begun')}
          onDone={onChanged}
          onClose={() => setAsking(false)}
        />
      )}
    </Group>
  );
}
