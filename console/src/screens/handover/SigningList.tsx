import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { dateFormat } from '../../ui/values/kept-format.ts';
import { paths } from '../../paths.ts';
import { useNow } from '../../ui/values/clock.ts';
import { IconPrint } from '../../ui/icons.ts';
import classes from './SigningList.module.css';
import { heldCards, type HandoverEntrance } from './use-handover.ts';

/** The list on which occupiers sign for their cards: on A4, and on the screen as it will be printed. */
export function SigningList({ entrance }: { entrance: HandoverEntrance }) {
  const { t, i18n } = useTranslation('handover');
  const now = useNow();
  const today = dateFormat(i18n.language, { dateStyle: 'long' }).format(now);
  const apartments = entrance.apartments.nodes;
  return (
    <>
      <Group mb="md" className={classes.controls}>
        <Button leftSection={<IconPrint size={16} aria-hidden />} onClick={() => window.print()}>
          {t('list.print')}
        </Button>
        <Button component={Link} to={paths.entrances.letters(entrance.id)} variant="default">
          {t('letters')}
        </Button>
      </Group>
      <section className={classes.sheet} aria-label={t('tabs.list')}>
        <h2>{t('list.title')}</h2>
        <p>
          {entrance.label}, {today}
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('list.apartment')}</th>
              <th scope="col">{t('list.occupier')}</th>
              <th scope="col">{t('list.card')}</th>
              <th scope="col">{t('list.signature')}</th>
            </tr>
          </thead>
          <tbody>
            {apartments.map((apartment) => (
              <tr key={apartment.id}>
                <th scope="row">{apartment.addrAp}</th>
                <td>{[apartment.occupierName, apartment.occupierFirstName].filter(Boolean).join(' ')}</td>
                <td>
                  {heldCards(apartment).map(({ id, card }) => (
                    <div key={id}>{card?.displaySerialNumber}</div>
                  ))}
                </td>
                <td aria-label={t('list.signature')} />
              </tr>
            ))}
          </tbody>
        </table>
        <p className={classes.foot}>{t('list.handedBy')}</p>
      </section>
    </>
  );
}
