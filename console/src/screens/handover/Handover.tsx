import { Button, Group } from '@mantine/core';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { paths } from '../../paths.ts';
import { Outdated } from '../../crud/list/Outdated.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { IconNone, IconPrint } from '../../ui/icons.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Tabs } from '../../ui/page/Tabs.tsx';
import { useNow } from '../../ui/values/clock.ts';
import { dateFormat } from '../../ui/values/kept-format.ts';
import { HandoverWorkbench } from './HandoverWorkbench.tsx';
import classes from './SigningList.module.css';
import { heldCards, occupierOf, useHandover, type HandoverEntrance } from './use-handover.ts';

/** The hand-over of the cards of one entrance. */
export function Component() {
  const { t } = useTranslation('handover');
  const { id = '' } = useParams();
  const { entrance, complete, error, refetch } = useHandover(id);
  const above = [
    { label: t('entrances:title'), to: paths.entrances.list },
    ...(entrance ? [{ label: entrance.label, to: paths.entrances.view(id) }] : []),
  ];
  return (
    <Page title={entrance ? t('titleOf', { entrance: entrance.label }) : t('title')} here={t('title')} above={above}>
      {!entrance && (
        <Pending error={error} refetch={refetch} permission="card:assign" list={paths.entrances.list} height={320} />
      )}
      {entrance && <Outdated error={error} refetch={refetch} />}
      {entrance && complete && (
        // Another entrance has a workbench of its own: where one stands, and what can be undone, is of this one.
        <HandoverTabs key={entrance.id} entrance={entrance} onReload={() => void refetch()} />
      )}
    </Page>
  );
}

function HandoverTabs({ entrance, onReload }: { entrance: HandoverEntrance; onReload: () => void }) {
  const { t } = useTranslation('handover');
  const [tab, setTab] = useQueryState('tab', parseAsString.withOptions({ history: 'push', shallow: false }));
  const apartments = entrance.apartments.nodes;
  if (apartments.length === 0) {
    return (
      <EmptyState
        icon={IconNone}
        title={t('noApartments')}
        actions={
          <Button component={Link} to={paths.entrances.view(entrance.id)}>
            {entrance.label}
          </Button>
        }
      />
    );
  }
  const open = tab === 'list' ? 'list' : 'work';
  return (
    <Tabs
      tabs={[
        { id: 'work', label: t('tabs.work') },
        { id: 'list', label: t('tabs.list') },
      ]}
      open={open}
      onOpen={(next) => void setTab(next === 'list' ? next : null)}
    >
      {open === 'work' ? (
        <HandoverWorkbench
          entranceId={entrance.id}
          apartments={apartments}
          onReload={onReload}
          onList={() => void setTab('list')}
        />
      ) : (
        <SigningList entrance={entrance} />
      )}
    </Tabs>
  );
}

/** The list on which occupiers sign for their cards: on A4, and on the screen as it will be printed. */
function SigningList({ entrance }: { entrance: HandoverEntrance }) {
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
                <td>{occupierOf(apartment)}</td>
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
