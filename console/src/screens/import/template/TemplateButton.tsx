import { Group, Text } from '@mantine/core';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import type { ImportKind } from '@noa/domain/imports/import.ts';
import { fetchCode } from '../../../loading/fetch-code.ts';
import { DownloadButton } from '../DownloadButton.tsx';

interface Props {
  kind: ImportKind;
  /** Null where there is one org only, and where the records belong to none. */
  orgId: string | null;
}

/** A workbook to be filled in, for who has no list yet. */
export function TemplateButton({ kind, orgId }: Props) {
  const { t, i18n } = useTranslation('import');
  const client = useApolloClient();

  async function download() {
    const { downloadTemplate } = await fetchCode(() => import('./download-template.ts'));
    await downloadTemplate(client, { kind, orgId, locale: i18n.language === 'en' ? 'en' : 'ro' });
  }

  return (
    <Group gap="sm">
      <DownloadButton label={t('template.download')} download={download} />
      <Text fz="sm" c="dimmed">
        {t('template.hint')}
      </Text>
    </Group>
  );
}
