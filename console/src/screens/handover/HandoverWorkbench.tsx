import { Alert, Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConnection } from '../../loading/connection.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconFailed, IconNext, IconPrevious, IconUndo } from '../../ui/icons.ts';
import { ApartmentRows } from './ApartmentRows.tsx';
import { CurrentApartment } from './CurrentApartment.tsx';
import classes from './Handover.module.css';
import { ScanField } from './ScanField.tsx';
import { ScanFeedback } from './ScanFeedback.tsx';
import { heldCards, type HandoverApartment } from './use-handover.ts';
import { cardsEachChoices, useWorkbench } from './use-workbench.ts';

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
