import { Button, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccessMode } from '@noa/domain/vocabulary.ts';
import type { OwnContainersQuery, OwnMayOpenQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { Outdated } from '../../crud/list/Outdated.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { WasteStreamBadge } from '../../ui/badges/WasteStreamBadge.tsx';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { FillBar } from '../../ui/values/FillBar.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import { IconBlocked, IconNormal, IconOff, IconUnblocked } from '../../ui/icons.ts';
import { cardsHeld, type OwnCard } from './own-cards.ts';
import { OwnCardsDocument, OwnContainersDocument, OwnMayOpenDocument } from './resident.graphql.ts';
import classes from './Resident.module.css';
import { pageAt, PageButtons, type Cursor } from '../../ui/page/PageButtons.tsx';

const pageSize = 10;

type Group = NonNullable<OwnContainersQuery['apartment']>['containerGroups']['nodes'][number];
type Container = Group['containers']['nodes'][number];

/** Where the cards of the own apartment open, and what opens for anybody. */
export function OwnContainers({ apartmentId }: { apartmentId: string }) {
  const { t } = useTranslation('resident');
  const [showsOpen, setShowsOpen] = useState(false);
  const [asked, setAsked] = useState<Container | null>(null);
  const openId = useId();
  return (
    <section aria-labelledby="own-containers">
      <Title order={3} fz="lg" mb="sm" id="own-containers">
        {t('containers.title')}
      </Title>
      <Stack>
        <Groups apartmentId={apartmentId} mode="controlled" onAsk={setAsked} />
        <Button
          variant="default"
          size="md"
          aria-expanded={showsOpen}
          aria-controls={openId}
          onClick={() => setShowsOpen(!showsOpen)}
        >
          {t(showsOpen ? 'containers.hideOpen' : 'containers.showOpen')}
        </Button>
        <div id={openId} hidden={!showsOpen}>
          {showsOpen && <Groups apartmentId={apartmentId} mode="open" onAsk={setAsked} />}
        </div>
      </Stack>
      {asked && <WhyItOpens apartmentId={apartmentId} container={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface GroupsProps {
  apartmentId: string;
  mode: AccessMode;
  onAsk: (container: Container) => void;
}

function Groups({ apartmentId, mode, onAsk }: GroupsProps) {
  const { t } = useTranslation('resident');
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const { data, previousData, error, refetch } = useQuery(OwnContainersDocument, {
    variables: { id: apartmentId, mode, ...pageAt(cursor, pageSize) },
    fetchPolicy: 'cache-and-network',
  });
  const groups = (data ?? (error ? undefined : previousData))?.apartment?.containerGroups;
  if (!groups) {
    return <Pending error={error} refetch={refetch} permission="containerGroup:read" height={120} />;
  }
  return (
    <div>
      <Outdated error={error} refetch={refetch} />
      {groups.nodes.length === 0 && <Text>{t(`containers.none.${mode}`)}</Text>}
      <ul className={`plain ${classes.panels}`}>
        {groups.nodes.map((group) => (
          <li key={group.id} className={classes.panel}>
            <GroupPanel group={group} onAsk={onAsk} />
          </li>
        ))}
      </ul>
      <PageButtons size="md" label={t('containers.pages')} pageInfo={groups.pageInfo} onPage={setCursor} />
    </div>
  );
}

const addressOf = ({ addrStreet, addrNr, addrBl }: { addrStreet: string; addrNr: string; addrBl: string }) =>
  [`${addrStreet} ${addrNr}`.trim(), addrBl && `bl. ${addrBl}`].filter(Boolean).join(', ');

function GroupPanel({ group, onAsk }: { group: Group; onAsk: (container: Container) => void }) {
  const { t } = useTranslation('resident');
  const [first] = group.containers.nodes;
  const address = addressOf(group) || (first && addressOf(first));
  return (
    <>
      <Title order={4} fz="md">
        {group.label}
      </Title>
      {address && <Text>{address}</Text>}
      <ul className={`plain ${classes.containers}`}>
        {group.containers.nodes.map((container) => {
          const isOpen = group.accessMode === 'open' || container.accessMode === 'open';
          return (
            <li key={container.id}>
              <div className={classes.line}>
                <span className={classes.stream}>
                  <WasteStreamBadge stream={container.wasteStream} />
                </span>
                <Button variant="subtle" size="md" className={classes.why} onClick={() => onAsk(container)}>
                  {t('why.ask')}
                  <span className="visually-hidden"> {container.label}</span>
                </Button>
              </div>
              <Fill of={container} />
              <div className={classes.mode}>
                {isOpen ? <IconUnblocked size={18} aria-hidden /> : <IconBlocked size={18} aria-hidden />}
                {container.label}, {t(isOpen ? 'containers.open' : 'containers.controlled')}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** How full a container is, as bar and text. */
function Fill({ of: { fillLevelPct, fillWarningPct, fillErrorPct } }: { of: Container }) {
  const { t, i18n } = useTranslation('resident');
  return (
    <div>
      {typeof fillLevelPct !== 'number' ? (
        t('containers.fillUnknown')
      ) : (
        <FillBar pct={fillLevelPct} warningPct={fillWarningPct} errorPct={fillErrorPct} size="large">
          {t('containers.fill', { pct: formatNumber(fillLevelPct, i18n.language, 0) })}
        </FillBar>
      )}
    </div>
  );
}

interface Props {
  apartmentId: string;
  container: { readonly id: string; readonly label: string };
  onClose: () => void;
}

/** Says of each own card whether it opens a container, and by which rule. */
function WhyItOpens({ apartmentId, container, onClose }: Props) {
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
  const rule = ruleOf(data.mayOpen);
  return (
    <div className={classes.answer} role="status">
      {allowed ? <IconNormal size={22} aria-hidden /> : <IconOff size={22} aria-hidden />}
      <span>
        <strong>{t(allowed ? 'why.yes' : 'why.no', { card: card.displaySerialNumber })}</strong>{' '}
        {t(`why.rules.${rule}`)}
        {(rule === 'not_joined' || rule === 'not_normal') && <> {t(`why.remedies.${rule}`)}</>}
        {!onLock.current && <> {t('why.lockWaits')}</>}
      </span>
    </div>
  );
}

/** The words for the rule that settles it. */
const ruleOf = ({ allowed, decisive }: OwnMayOpenQuery['mayOpen']) =>
  allowed ? decisive : decisive === 'card_normal' ? 'not_normal' : 'not_joined';
