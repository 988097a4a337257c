import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isRandomUid, readSerial, settleSerial, type Reading } from '@noa/domain/codes/card-code.ts';
import { cleanClaimCode, formatClaimCode, isClaimCode } from '@noa/domain/codes/claim-code.ts';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { useExchange, usePersonSender } from './exchange.ts';
import { ExchangePanel } from './ExchangePanel.tsx';
import classes from './Playground.module.css';
import { CardsBySerialDocument } from './playground.graphql.ts';
import { randomInput } from './batches/random-input.ts';
import { Readings } from './Readings.tsx';

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
