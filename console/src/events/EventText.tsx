import { useTranslation } from 'react-i18next';
import type { CardEventsQuery } from '../api/generated/graphql.ts';

/** What happened, in words: `depunere, ≈ 30 l`. */
export function EventText({ event }: { event: CardEventsQuery['cardEvents']['nodes'][number] }) {
  const { t } = useTranslation('cards');
  const { kind, unauthorised, litres, reason } = event;
  return (
    <>
      {t(`eventKinds.${kind}`)}
      {unauthorised && `, ${t('events.unauthorised')}`}
      {litres > 0 && `, ${t('events.litres', { litres })}`}
      {reason && `: ${reason}`}
    </>
  );
}
