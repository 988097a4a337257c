import { useMutation } from '@apollo/client/react';
import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from '../../ui/page/Link.tsx';
import type { ApartmentQuery } from '../../api/generated/graphql.ts';
import { UnassignCardDocument } from '../../api/mutations/generated/unassign-card.graphql.ts';
import { ConfirmButton } from '../../crud/ConfirmDialog.tsx';
import { useAskedTask } from '../../crud/use-asked-task.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { IconAdd, IconCard } from '../../ui/icons.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import classes from './ApartmentCards.module.css';
import { part } from '../../loading/part.ts';

const AssignCard = part(async () => (await import('./AssignCard.tsx')).AssignCard, null);

type Apartment = NonNullable<ApartmentQuery['apartment']>;
type Handed = NonNullable<Apartment['apartmentCards']>[number];

/** The cards an apartment holds or held, and handing out another. */
export function ApartmentCards({ apartment }: { apartment: Apartment }) {
  const { t } = useTranslation(['apartments', 'common', 'cards']);
  const viewer = useViewer();
  const handed = apartment.apartmentCards ?? [];
  const mayAssign = viewer.may('card:assign') && apartment.viewerCanUpdateOccupier;
  const [asked, ask] = useAskedTask({ handOut: mayAssign });
  const assign = mayAssign && (
    <Button aria-keyshortcuts="P" leftSection={<IconAdd size={16} aria-hidden />} onClick={() => ask('handOut')}>
      {t('assign.open')}
    </Button>
  );
  return (
    <Stack gap="sm">
      {handed.length === 0 ? (
        <EmptyState icon={IconCard} title={t('cardsEmpty.title')} actions={assign}>
          {t('cardsEmpty.text')}
        </EmptyState>
      ) : (
        <>
          <Group justify="flex-end">{assign}</Group>
          <ul className="plain" aria-label={t('cards:title')}>
            {handed.map((each) => (
              <HandedCard key={each.id} handed={each} />
            ))}
          </ul>
        </>
      )}
      {asked && <AssignCard apartmentId={apartment.id} orgId={apartment.org?.id ?? null} onClose={() => ask(null)} />}
    </Stack>
  );
}

function HandedCard({ handed }: { handed: Handed }) {
  const { t } = useTranslation(['apartments', 'common', 'cards']);
  const [unassign] = useMutation(UnassignCardDocument);
  const { id, rowId, card } = handed;

  return (
    <li className={classes.card} data-past={!handed.active || undefined}>
      {card && (
        <>
          <Anchor component={Link} to={paths.cards.view(card.id)} fw={500}>
            {card.displaySerialNumber}
          </Anchor>
          <span>{t(`cards:values.kind.${card.kind}`)}</span>
          {card.araCard?.holder && <span>{t('cards:onPhoneOf', { holder: card.araCard.holder })}</span>}
          <CardStatusBadge status={card.status} />
        </>
      )}
      <span className={classes.when}>
        {t(handed.active ? 'assign.since' : 'assign.past')} <PlainMoment at={handed.createdAt} />
      </span>
      {handed.active && handed.viewerCanUnassign && (
        <ConfirmButton
          title={t('assign.takeBackTitle', { serial: card?.displaySerialNumber })}
          text={[t('assign.takeBackText'), ...(card?.araCard ? [t('assign.takeBackPhone')] : [])].join(' ')}
          action={t('assign.takeBack')}
          run={() => unassign({ variables: { id, rowId } })}
          done={t('assign.takenBack')}
          refreshes
        />
      )}
    </li>
  );
}
