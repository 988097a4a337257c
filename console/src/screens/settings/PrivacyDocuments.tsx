import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';

/** Leads to what the law wants written down of an org's settings. */
export function PrivacyDocuments({ orgId }: { orgId: string }) {
  const { t } = useTranslation('settings');
  return (
    <div>
      <Text fz="sm">{t('documents.hint')}</Text>
      <Group gap="lg" mt={4}>
        {(['register', 'assessment'] as const).map((document) => (
          <TextLink key={document} to={paths.privacyDocument(document, orgId)}>
            {t(`documents.${document}`)}
          </TextLink>
        ))}
      </Group>
    </div>
  );
}
