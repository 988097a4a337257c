import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconNext, IconPrevious } from '../../../ui/icons.ts';
import type { QuestionControls } from '../question/use-question.ts';

interface Props {
  /** Where the next page begins; null on the last. */
  cursor: string | null;
  controls: QuestionControls;
}

/** From page to page. */
export function ReportPager({ cursor, controls }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  return (
    <Group component="nav" aria-label={t('common:pager.label')} gap="xs">
      {controls.question.after !== null && (
        <Button
          variant="default"
          leftSection={<IconPrevious size={16} aria-hidden />}
          onClick={() => controls.goTo(null)}
        >
          {t('firstPage')}
        </Button>
      )}
      {cursor !== null && (
        <Button
          variant="default"
          rightSection={<IconNext size={16} aria-hidden />}
          onClick={() => controls.goTo(cursor)}
        >
          {t('common:pager.next')}
        </Button>
      )}
    </Group>
  );
}
