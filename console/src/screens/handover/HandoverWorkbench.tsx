import { Alert, Anchor, Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isOccupierComplete } from '@noa/domain/kinds/apartment.ts';
import { returnsHere } from '../../crud/use-leave.ts';
import { useConnection } from '../../loading/connection.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import { IconFailed, IconInfo, IconNext, IconNormal, IconPrevious, IconUndo } from '../../ui/icons.ts';
import classes from './Handover.module.css';
import { ScanField } from './ScanField.tsx';
import { heldCards, occupierOf, type HandoverApartment } from './use-handover.ts';
import { cardsEachChoices, useWorkbench } from './use-workbench.ts';
import type { WorkbenchState } from './workbench-state.ts';
import { Status } from '../../ui/values/cells.tsx';

interface Props {
  entranceId: string;
  apartments: readonly HandoverApartment[];
  /** Asks the server again how things stand. */
  onReload: () => void;
  /** Leads to the list to sign. */
  onList: () => void;
}

/** Hands out cards, apartment by apartment: scan, and the next one is on. */
export function HandoverWorkbench({ entranceId, apartments, onReload, onList }: Props) {
  const { t } = useTranslation(['handover', 'cards']);
  const bench = useWorkbench(entranceId, apartments);
  const { workbench, state } = bench;
  const viewer = useViewer();
  const field = useRef<HTMLInputElement>(null);
  const isOnline = useConnection();
  const wasOnline = useRef(isOnline);
  const index = apartments.findIndex(({ id }) => id === state.position);
  const current = apartments[index];
  const withCard = apartments.filter((each) => heldCards(each).length > 0).length;

  useEffect(
    function lookAgain() {
      if (isOnline && !wasOnline.current) {
        onReload();
      }
      wasOnline.current = isOnline;
    },
    // When the server is back, not whenever our owner renders, nor at first: it has just been asked.
    // oxlint-disable-next-line react/exhaustive-deps
    [isOnline],
  );

  /** Whatever is clicked, the next thing is a scan. */
  function then(action: () => void | Promise<void>) {
    void action();
    field.current?.focus();
  }

  return (
    <div className={classes.bench}>
      <div className={classes.desk}>
        <Stack>
          {!isOnline && (
            <Alert color="red" role="alert" icon={<IconFailed aria-hidden />} title={t('offline.title')}>
              {t('offline.text')}
            </Alert>
          )}
          {current && <CurrentApartment apartment={current} />}
          <ScanField
            ref={field}
            question={state.question}
            onScan={(text) => void workbench.scan(text)}
            onAnswer={(reading, forAll) => {
              if (forAll) {
                void bench.setRegisters(true);
              }
              if (state.question?.kind === 'ambiguous') {
                bench.setReader({ notation: reading.notation, byteOrder: reading.byteOrder });
              }
              void workbench.answer(reading);
            }}
            onDismiss={() => workbench.dismiss()}
            onSkip={() => workbench.skip()}
            onBack={() => workbench.back()}
            onUndo={() => void workbench.undo()}
          />
          <ScanFeedback state={state} />
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconPrevious size={16} aria-hidden />}
              disabled={index <= 0}
              title={index <= 0 ? t('atFirst') : undefined}
              onClick={() => then(() => workbench.back())}
            >
              {t('back')}
            </Button>
            <Button
              variant="default"
              rightSection={<IconNext size={16} aria-hidden />}
              disabled={index === apartments.length - 1}
              title={index === apartments.length - 1 ? t('atLast') : undefined}
              onClick={() => then(() => workbench.skip())}
            >
              {t('skip')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconUndo size={16} aria-hidden />}
              disabled={state.steps.length === 0}
              title={state.steps.length === 0 ? t('nothingToUndo') : undefined}
              onClick={() => then(() => workbench.undo())}
            >
              {t('undo')}
            </Button>
          </Group>
          <p className={classes.progress} role="status">
            {t('progress', { done: withCard, count: apartments.length })}
          </p>
          <Group gap="lg" align="end">
            <NativeSelect
              label={t('cardsEach')}
              value={String(bench.cardsEach)}
              data={cardsEachChoices.map(String)}
              onChange={(event) => void bench.setCardsEach(Number(event.currentTarget.value))}
            />
            <Checkbox
              label={t('sound')}
              checked={bench.isAudible}
              onChange={(event) => bench.setAudible(event.currentTarget.checked)}
            />
            {viewer.may('card:write') && (
              <Checkbox
                label={t('registers')}
                checked={bench.registers}
                onChange={(event) => void bench.setRegisters(event.currentTarget.checked)}
              />
            )}
            {bench.reader && (
              <Button variant="default" onClick={() => then(() => bench.setReader(null))}>
                {t('forgetReader', {
                  reader: t(`cards:readings.${bench.reader.notation}`, { context: bench.reader.byteOrder }),
                })}
              </Button>
            )}
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={onList}>
              {t('tabs.list')}
            </Button>
            <Button component={Link} to={paths.entrances.letters(entranceId)} variant="default">
              {t('letters')}
            </Button>
          </Group>
        </Stack>
      </div>
      <ApartmentRows
        apartments={apartments}
        position={state.position}
        onGoTo={(id) => then(() => workbench.goTo(id))}
      />
    </div>
  );
}

const icons = { done: IconNormal, known: IconInfo, trouble: IconFailed } as const;

/** What the last scan came to, to be seen from an arm's length and heard by screen readers. */
function ScanFeedback({ state: { feedback, sending } }: { state: WorkbenchState }) {
  const { t } = useTranslation('handover');
  const Icon = feedback && icons[feedback.tone];
  const { card, apartment, dropped = 0 } = feedback ?? {};
  return (
    <div
      className={classes.feedback}
      data-tone={sending === null ? feedback?.tone : undefined}
      role="status"
      aria-live="assertive"
      aria-busy={sending !== null}
    >
      {sending !== null && t('sending', { card: sending })}
      {sending === null && !feedback && t('ready')}
      {sending === null && feedback && Icon && (
        <>
          <Icon size={28} aria-hidden />
          <span>
            {t(`feedback.${feedback.key}`, { card, apartment })}
            {dropped > 0 && ` ${t('dropped', { count: dropped })}`}
          </span>
        </>
      )}
    </div>
  );
}

/** The apartment the next card goes to, large enough to be read while one hands out. */
function CurrentApartment({ apartment }: { apartment: HandoverApartment }) {
  const { t } = useTranslation('handover');
  const held = heldCards(apartment);
  const occupier = occupierOf(apartment);
  return (
    <section className={classes.current} aria-label={t('current')}>
      <h2 aria-live="polite">{t('apartment', { number: apartment.addrAp })}</h2>
      {occupier && <p>{occupier}</p>}
      <Group gap="sm">
        <OccupierMark apartment={apartment} />
        {apartment.viewerCanUpdateOccupier && (
          <Anchor component={Link} to={paths.apartments.update(apartment.id)} state={returnsHere} fz="sm">
            {t('occupier.complete')}
          </Anchor>
        )}
      </Group>
      <ul className={classes.held} aria-label={t('cards')}>
        {held.map(({ id, card }) => (
          <li key={id}>
            <strong>{card?.displaySerialNumber}</strong>
            {card && card.status !== 'normal' && <CardStatusBadge status={card.status} />}
          </li>
        ))}
        {held.length === 0 && <li>{t('noCard')}</li>}
      </ul>
    </section>
  );
}

/** Whether what has to be known of an occupier is known; nothing for those who may not know. */
function OccupierMark({ apartment }: { apartment: HandoverApartment }) {
  const { t } = useTranslation('handover');
  const { occupierKind, occupierName, occupierIdNumber } = apartment;
  if (!occupierKind) {
    return null;
  }
  return isOccupierComplete({ occupierKind, occupierName, occupierIdNumber }) ? (
    <Status icon={IconNormal} color="green" label={t('occupier.present')} />
  ) : (
    <Status icon={IconFailed} color="orange" label={t('occupier.missing')} />
  );
}

interface ApartmentRowsProps {
  apartments: readonly HandoverApartment[];
  position: string;
  onGoTo: (id: string) => void;
}

/** The rows stand beside the scan field, not under it, where following them would scroll the field away. */
const besideTheDesk = '(min-width: 62em)';

/** What each apartment of the entrance has; the one that is on stays in sight. */
function ApartmentRows({ apartments, position, onGoTo }: ApartmentRowsProps) {
  const { t } = useTranslation('handover');
  return (
    <ol className="plain" aria-label={t('apartments')}>
      {apartments.map((apartment) => (
        <Row key={apartment.id} apartment={apartment} isCurrent={apartment.id === position} onGoTo={onGoTo} />
      ))}
    </ol>
  );
}

interface RowProps {
  apartment: HandoverApartment;
  isCurrent: boolean;
  onGoTo: (id: string) => void;
}

// One scan changes two rows of perhaps two hundred.
const Row = memo(
  function Row({ apartment, isCurrent, onGoTo }: RowProps) {
    const { t } = useTranslation('handover');
    const element = useRef<HTMLLIElement>(null);
    const held = heldCards(apartment);

    useEffect(
      function stayVisible() {
        if (isCurrent && window.matchMedia(besideTheDesk).matches) {
          element.current?.scrollIntoView({ block: 'nearest' });
        }
      },
      [isCurrent],
    );

    return (
      <li ref={element} className={classes.row} aria-current={isCurrent ? 'step' : undefined}>
        <button type="button" tabIndex={-1} onClick={() => onGoTo(apartment.id)}>
          {t('apartment', { number: apartment.addrAp })}
        </button>
        <span className={classes.who}>{occupierOf(apartment)}</span>
        <span className={classes.codes}>
          {held.map(({ card }) => card?.displaySerialNumber).join(', ') || t('noCard')}
        </span>
        <OccupierMark apartment={apartment} />
      </li>
    );
  },
  // The handler is new at each render, and does the same.
  (before, after) => before.apartment === after.apartment && before.isCurrent === after.isCurrent,
);
