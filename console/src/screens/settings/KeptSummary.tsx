import { Alert, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeptSentences, type PrivacySettings } from './kept-sentences.ts';

interface Props {
  settings: PrivacySettings;
  /** As they are stored, while `settings` are being edited: what saving would delete is said. */
  saved?: PrivacySettings;
}

/** What an org keeps of people by its settings, in sentences that follow from them. */
export function KeptSummary({ settings, saved }: Props) {
  const { t, i18n } = useTranslation('settings');
  const sentences = new KeptSentences(i18n.t, i18n.language, settings);
  const changes = saved ? sentences.changesFrom(saved) : [];
  return (
    <section aria-label={t(saved ? 'kept.edited' : 'kept.title')}>
      <Text fz="sm" fw={600} mb={4}>
        {t(saved ? 'kept.edited' : 'kept.title')}
      </Text>
      <List fz="sm" spacing={4}>
        {sentences.all.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {saved && (
        <div role="status">
          {changes.length > 0 && (
            <Alert color="orange" mt="sm">
              {changes.map((sentence) => (
                <Text key={sentence} fz="sm">
                  {sentence}
                </Text>
              ))}
            </Alert>
          )}
        </div>
      )}
    </section>
  );
}
