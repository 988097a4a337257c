import { Alert, Anchor, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isRandomUid, readSerial, settleSerial, type Reading } from '@noa/domain/codes/card-code.ts';
import { cleanClaimCode, formatClaimCode, isClaimCode } from '@noa/domain/codes/claim-code.ts';
import type { CardsBySerialQuery } from '../../api/generated/graphql.ts';
import tables from '../../crud/list/RecordTable.module.css';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { CardStatusBadge } from '../../ui/badges/CardStatusBadge.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { None } from '../../ui/values/cells.tsx';
import { useExchange, usePersonSender } from './exchange.ts';
import { ExchangePanel } from './ExchangePanel.tsx';
import classes from './Playground.module.css';
import { CardsBySerialDocument } from './playground.graphql.ts';
import { randomInput } from './batches/random-input.ts';

/** Every reading of what is typed or scanned, at once; Enter asks the server for the cards that have such a serial. */
export function Component() {
  const { t } = useTranslation('playground');
  const viewer = useViewer();
  const mayAsk = viewer.may('card:read');
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { exchange, waiting, send } = useExchange(CardsBySerialDocument, usePersonSender());

  useEffect(function awaitScan() {
    // After the page has put the focus on its heading: a reader types wherever the focus is.
    input.current?.focus();
  }, []);

  const readings = readSerial(text);
  const settled = settleSerial(text);
  const answered = exchange?.request.variables.typed === text ? exchange.response.data : undefined;

  function submit(typed: string) {
    // The next card is scanned over this one.
    input.current?.focus();
    input.current?.select();
    if (mayAsk && typed.trim() !== '') {
      void send({ typed });
    }
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    submit(text);
  }
  function handleRandom() {
    const random = randomInput();
    setText(random.text);
    submit(random.text);
  }

  return (
    <Page title={useScreenTitle()}>
      <div className={classes.sides}>
        <Stack gap="md">
          <form onSubmit={handleSubmit}>
            <Stack gap="sm">
              <TextInput
                ref={input}
                label={t('cardInputs.input')}
                description={t('cardInputs.hint')}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                autoComplete="off"
                spellCheck={false}
              />
              <Group gap="xs">
                <Button type="submit" disabled={!mayAsk} loading={waiting}>
                  {t('cardInputs.ask')}
                </Button>
                <Button variant="default" onClick={handleRandom}>
                  {t('random')}
                </Button>
                <Button
                  variant="default"
                  disabled={!exchange}
                  onClick={() => exchange && submit(exchange.request.variables.typed)}
                >
                  {t('repeat')}
                </Button>
              </Group>
              {!mayAsk && (
                <Text fz="sm" c="dimmed">
                  {t('cardInputs.noCards')}
                </Text>
              )}
            </Stack>
          </form>
          <Verdict text={text} readings={readings} settled={settled} />
          <Readings
            readings={readings}
            taken={typeof settled === 'string' || isRandomUid(settled.serialNumber) ? null : settled.serialNumber}
            cards={answered?.cards.nodes ?? null}
          />
          <ClaimCode text={text} />
        </Stack>
        <ExchangePanel exchange={exchange} waiting={waiting} />
      </div>
    </Page>
  );
}

interface VerdictProps {
  text: string;
  readings: readonly Reading[];
  settled: ReturnType<typeof settleSerial>;
}

/** Which serial the server would take, or why none. */
function Verdict({ text, readings, settled }: VerdictProps) {
  const { t } = useTranslation('playground');
  if (text.trim() === '') {
    return null;
  }
  if (typeof settled !== 'string') {
    return isRandomUid(settled.serialNumber) ? (
      <Alert color="orange" role="status" title={t('verdict.random', { serialNumber: settled.serialNumber })}>
        {t('verdict.why.random')}
      </Alert>
    ) : (
      <Alert color="green" role="status" title={t('verdict.taken', { serialNumber: settled.serialNumber })}>
        {t(readings.length > 1 ? 'verdict.hexadecimalFirst' : 'verdict.onlyOne')}
      </Alert>
    );
  }
  const onlyOrders = readings.every(({ notation }) => notation === 'decimal');
  const why = settled === 'unreadable' ? 'unreadable' : onlyOrders ? 'byteOrder' : 'notation';
  return (
    <Alert color="orange" role="status" title={t(`verdict.${settled}`)}>
      {t(`verdict.why.${why}`, { count: readings.length })}
    </Alert>
  );
}

/** Whether the same text may be a claim code, which has the same symbols. */
function ClaimCode({ text }: { text: string }) {
  const { t } = useTranslation('playground');
  if (text.trim() === '') {
    return null;
  }
  const code = cleanClaimCode(text);
  return (
    <Text fz="sm">
      {isClaimCode(code) ? t('claimCode.valid', { code: formatClaimCode(code) }) : t('claimCode.invalid')}
    </Text>
  );
}

type FoundCard = CardsBySerialQuery['cards']['nodes'][number];

interface Props {
  readings: readonly Reading[];
  /** The serial that the server would take; null when it would take none. */
  taken: string | null;
  /** Cards the server found for this very text; null before it was asked, and for who may not read cards. */
  cards: readonly FoundCard[] | null;
}

/** Every way to understand what was typed, a row each, and whose card it would be. */
function Readings({ readings, taken, cards }: Props) {
  const { t } = useTranslation('playground');
  if (readings.length === 0) {
    return null;
  }
  return (
    <div className={classes.wide} role="region" aria-label={t('readings.label')} tabIndex={0}>
      <table className={tables.table} aria-label={t('readings.label')}>
        <thead>
          <tr>
            <th scope="col">{t('readings.serialNumber')}</th>
            <th scope="col">{t('readings.code')}</th>
            <th scope="col">{t('readings.notation')}</th>
            <th scope="col">{t('readings.byteOrder')}</th>
            <th scope="col">{t('readings.bytes')}</th>
            <th scope="col">{t('readings.cards')}</th>
          </tr>
        </thead>
        <tbody>
          {readings.map(({ serialNumber, displaySerialNumber, notation, byteOrder }) => (
            <tr key={serialNumber} className={serialNumber === taken ? classes.taken : undefined}>
              <th scope="row">
                {serialNumber}
                {serialNumber === taken && (
                  <Badge ml={8} variant="default" tt="none" fw={500}>
                    {t('readings.taken')}
                  </Badge>
                )}
              </th>
              <td>{displaySerialNumber}</td>
              <td>{t(`readings.notations.${notation}`)}</td>
              <td>{t(`readings.byteOrders.${byteOrder}`)}</td>
              <td>{serialNumber.length / 2}</td>
              <td>
                {cards ? (
                  <Found cards={cards.filter((card) => card.serialNumber === serialNumber)} />
                ) : (
                  <Text fz="sm" c="dimmed">
                    {t('readings.ask')}
                  </Text>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Found({ cards }: { cards: readonly FoundCard[] }) {
  if (cards.length === 0) {
    return <None />;
  }
  return (
    <Stack gap={4}>
      {cards.map(({ id, displaySerialNumber, status, apartmentCards }) => (
        <div key={id}>
          <Anchor component={Link} to={paths.cards.view(id)} fz="sm">
            {displaySerialNumber}
          </Anchor>{' '}
          <CardStatusBadge status={status} />
          <Text fz="sm" c="dimmed">
            {apartmentCards.find(({ active }) => active)?.apartment?.label}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
