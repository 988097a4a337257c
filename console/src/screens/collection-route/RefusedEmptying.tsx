import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatExact } from '../../ui/values/format.ts';
import type { Unsent } from './route.ts';
import type { RouteControls } from './use-collection-route.ts';

interface Props {
  told: Unsent;
  controls: RouteControls;
  /** Whether its container has to be said: it stands beside no stop. */
  isNamed?: boolean;
}

/** Why the server did not take an emptying, and what can be done about it. */
export function RefusedEmptying({ told, controls, isNamed = false }: Props) {
  const { t, i18n } = useTranslation(['collectionRoute', 'common']);
  const { label, at, refusal, unanswered } = told;
  return (
    <div>
      <Text fz="sm">
        {isNamed && `${label}, ${formatExact(at, i18n.language)}: `}
        {t('refused', { reason: t(`common:${refusal}`) })}
        {unanswered > 0 && ` ${t(isNamed ? 'mayHave.elsewhere' : 'mayHave.atStop')}`}
      </Text>
      <Group gap="xs" mt={4}>
        <Button variant="default" size="md" onClick={() => controls.retry(told)}>
          {t('common:actions.retry')}
        </Button>
        {isNamed && (
          <Button variant="default" size="md" onClick={() => controls.drop(told)}>
            {t('drop')}
          </Button>
        )}
      </Group>
    </div>
  );
}
