import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconInfo } from '../../ui/icons.ts';

interface Props {
  name: string;
  /** Fields whose text is not there again. */
  lost: readonly PropertyKey[];
  onDiscard: () => void;
}

/** Says that a draft is there again, and what of it has to be written once more. */
export function RestoredDraft({ name, lost, onDiscard }: Props) {
  const { t, i18n } = useTranslation([name, 'common']);
  const fields = new Intl.ListFormat(i18n.language).format(lost.map((field) => t(`fields.${String(field)}`)));
  return (
    <Alert
      color="blue"
      role="status"
      icon={<IconInfo aria-hidden />}
      title={t(fields === '' ? 'common:draft.title' : 'common:draft.partly')}
    >
      <Group justify="space-between">
        {t('common:draft.text')} {fields !== '' && t('common:draft.lost', { fields })}
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('common:draft.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
