import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconEmptying } from '../../ui/icons.ts';
import { EmptyingActions, EmptyingJob } from './EmptyingParts.tsx';
import { useEmptying } from './use-emptying.ts';

/** Nothing is picked: the page is of one container. */
const everything = {};

interface Props {
  container: { readonly id: string; readonly rowId: string };
  /** As far as is told it has to be emptied. */
  isFull: boolean;
}

/** The one thing to do about a container that is full, beside what is said of it; nothing for those who may not tell of containers. */
export function EmptyFull({ container, isFull }: Props) {
  const { t } = useTranslation('statusUpdates');
  const emptying = useEmptying(everything);
  return (
    <>
      {isFull && emptying.selection && (
        <Button
          size="compact-sm"
          leftSection={<IconEmptying size={16} aria-hidden />}
          onClick={() => emptying.markOne({ id: container.id, container })}
        >
          {t('empty')}
        </Button>
      )}
      <EmptyingJob emptying={emptying} />
      <EmptyingActions emptying={emptying} />
    </>
  );
}
