import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnMayOpenQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { Pending } from '../../crud/list/Pending.tsx';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { IconNormal, IconOff } from '../../ui/icons.ts';
import { cardsHeld, type OwnCard } from './own-cards.ts';
import { OwnCardsDocument, OwnMayOpenDocument } from './resident.graphql.ts';
import classes from './Resident.module.css';

interface Props {
  apartmentId: string;
  container: { readonly id: string; readonly label: string };
  onClose: () => void;
}

/** Says of each own card whether it opens a container, and by which rule. */
export function WhyItOpens({ apartmentId, container, onClose }: Props) {
  const { t } = useTranslation('resident');
  const { data, error, refetch } = useQuery(OwnCardsDocument, { variables: { id: apartmentId } });
  const cards = cardsHeld(data);
  return (
    <Dialog title={t('why.title', { container: container.label })} onClose={onClose}>
      <Stack>
        {!data && <Pending error={error} refetch={refetch} permission="card:read" height={60} />}
        {data && cards.length === 0 && <Text>{t('why.noCard')}</Text>}
        {cards.map((card) => (
          <Answer key={card.id} card={card} containerId={container.id} />
        ))}
        <Button variant="default" size="md" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      </Stack>
    </Dialog>
  );
}

function Answer({ card, containerId }: { card: OwnCard; containerId: string }) {
  const { t } = useTranslation('resident');
  const { data, error, refetch } = useQuery(OwnMayOpenDocument, {
    variables: { cardId: card.id, containerId },
    fetchPolicy: 'network-only',
  });
  if (!data) {
    return <Pending error={error} refetch={refetch} permission="card:read" height={60} />;
  }
  const { allowed, onLock } = data.mayOpen;
  return (
    <div className={classes.answer} role="status">
      {allowed ? <IconNormal size={22} aria-hidden /> : <IconOff size={22} aria-hidden />}
      <span>
        <strong>{t(allowed ? 'why.yes' : 'why.no', { card: card.displaySerialNumber })}</strong>{' '}
        {t(`why.rules.${ruleOf(data.mayOpen)}`)}
        {!onLock.current && <> {t('why.lockWaits')}</>}
      </span>
    </div>
  );
}

/** The words for the rule that settles it. */
const ruleOf = ({ allowed, decisive }: OwnMayOpenQuery['mayOpen']): string =>
  allowed ? decisive : decisive === 'card_normal' ? 'not_normal' : 'not_joined';
