import { Button, Group, Text } from '@mantine/core';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '@noa/domain/imports/import.ts';
import { notifyFailure } from '../../../api/notify-failure.ts';
import { IconDownload } from '../../../ui/icons.ts';

interface Props {
  kind: ImportKind;
  /** Null where there is one org only, and where the records belong to none. */
  orgId: string | null;
}

/** A workbook to be filled in, for who has no list yet. */
export function TemplateButton({ kind, orgId }: Props) {
  const { t, i18n } = useTranslation('import');
  const client = useApolloClient();
  const [fetching, setFetching] = useState(false);

  async function handleDownload() {
    setFetching(true);
    try {
      const { downloadTemplate } = await import('./download-template.ts');
      await downloadTemplate(client, { kind, orgId, locale: i18n.language === 'en' ? 'en' : 'ro' });
    } catch (error) {
      notifyFailure(error);
    } finally {
      setFetching(false);
    }
  }

  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={fetching}
        onClick={() => void handleDownload()}
      >
        {t('template.download')}
      </Button>
      <Text fz="sm" c="dimmed">
        {t('template.hint')}
      </Text>
    </Group>
  );
}
