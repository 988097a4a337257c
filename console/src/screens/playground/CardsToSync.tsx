import { Alert, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AcknowledgeSyncDocument } from '../../api/mutations/generated/acknowledge-sync.graphql.ts';
import { pickers } from '../../pickers/pickers.ts';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { useViewer } from '../../session/viewer.ts';
import { IconFailed, IconNormal } from '../../ui/icons.ts';
import { NumberField } from '../../ui/NumberField.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { applyAnswer, askedAfter, blank, checksumOf, type Controller } from './controller.ts';
import { useExchange, usePersonSender } from './exchange.ts';
import { ExchangePanel } from './ExchangePanel.tsx';
import { useGateway } from './gateway.ts';
import { GatewaySignIn } from './GatewaySignIn.tsx';
import classes from './Playground.module.css';
import { CardsToSyncDocument } from './playground.graphql.ts';

/** Cards of a page, unless one asks for another number. */
const usualPage = 1_000;

/** Plays a lock's controller: fetches its list, then what is new in it, and says what it made of it. */
export function Component() {
  const { t } = useTranslation('playground');
  const viewer = useViewer();
  const gateway = useGateway();
  const person = usePersonSender();
  const [asGateway, setAsGateway] = useState(true);
  const [containerId, setContainerId] = useState<string | null>(null);
  const [first, setFirst] = useState<number | null>(usualPage);
  const [controller, setController] = useState(blank);
  const [shown, setShown] = useState<'ask' | 'acknowledge'>('ask');
  const asking = useExchange(CardsToSyncDocument, asGateway ? gateway.sender : person);
  const acknowledging = useExchange(AcknowledgeSyncDocument, gateway.sender);
  const exchange = shown === 'ask' ? asking.exchange : acknowledging.exchange;

  function forget(id: string | null) {
    setContainerId(id);
    setController(blank);
  }
  async function handleAsk(event: FormEvent) {
    event.preventDefault();
    if (containerId === null) {
      return;
    }
    setShown('ask');
    const after = askedAfter(controller);
    const { data } = await asking.send({ containerId, after, first: first ?? usualPage });
    if (data) {
      setController(applyAnswer(controller, data.cardsToSync));
    }
  }
  async function handleAcknowledge() {
    if (containerId === null) {
      return;
    }
    setShown('acknowledge');
    await acknowledging.send({
      containerId,
      version: controller.version ?? '0',
      checksum: (await checksumOf(controller.admitted)) ?? '',
      count: controller.admitted.size,
      outcome: controller.isWithheld ? 'over_capacity' : 'applied',
    });
  }

  return (
    <Page title={useScreenTitle()}>
      <div className={classes.sides}>
        <Stack gap="md">
          <form onSubmit={(event) => void handleAsk(event)}>
            <Stack gap="md">
              {viewer.may('sync:read') && (
                <NativeSelect
                  label={t('sync.as')}
                  data={[
                    { value: 'gateway', label: t('sync.asGateway') },
                    { value: 'person', label: t('sync.asPerson') },
                  ]}
                  value={asGateway ? 'gateway' : 'person'}
                  onChange={(event) => setAsGateway(event.currentTarget.value === 'gateway')}
                />
              )}
              {asGateway && <GatewaySignIn gateway={gateway} />}
              <RecordSelect
                picker={pickers.container}
                label={t('fields.containerId')}
                required
                value={containerId}
                onChange={forget}
              />
              <NumberField label={t('sync.first')} value={first} onChange={setFirst} />
              <Group gap="xs">
                <Button type="submit" loading={asking.waiting} disabled={containerId === null}>
                  {t(controller.reading ? 'sync.nextPage' : controller.version === null ? 'sync.whole' : 'sync.news')}
                </Button>
                <Button
                  variant="default"
                  loading={acknowledging.waiting}
                  disabled={!asGateway || (controller.version === null && !controller.isWithheld)}
                  onClick={() => void handleAcknowledge()}
                >
                  {t('sync.acknowledge')}
                </Button>
                <Button variant="default" onClick={() => setController(blank)}>
                  {t('sync.reset')}
                </Button>
              </Group>
            </Stack>
          </form>
          <ControllerList controller={controller} />
        </Stack>
        <ExchangePanel exchange={exchange} waiting={asking.waiting || acknowledging.waiting} />
      </div>
    </Page>
  );
}

/** Serials that are shown; the others are counted. */
const shownSerials = 500;

/** What the played controller holds, and whether it is what the server says it should be. */
function ControllerList({ controller }: { controller: Controller }) {
  const { t, i18n } = useTranslation('playground');
  const own = useChecksum(controller);
  const { version, admitted, reading, wanted, isWithheld } = controller;
  const counted = (count: number) => ({ count, n: formatNumber(count, i18n.language) });
  const isRight = own !== null && own === wanted;
  const isComparable = reading === null && wanted !== null && own !== null && !isWithheld;
  return (
    <section aria-labelledby="controller-list">
      <Title order={2} fz="md" mb={4} id="controller-list">
        {t('sync.holds')}
      </Title>
      <Text fz="sm">{version === null ? t('sync.nothing') : t('sync.version', { version })}</Text>
      <Text fz="sm">{t('sync.cards', counted(admitted.size))}</Text>
      {reading && <Text fz="sm">{t('sync.reading', counted(reading.admitted.size))}</Text>}
      <div role="status">
        {isWithheld && (
          <Alert color="red" icon={<IconFailed aria-hidden />}>
            {t('sync.withheld')}
          </Alert>
        )}
        {isComparable && (
          <Alert
            color={isRight ? 'green' : 'red'}
            icon={isRight ? <IconNormal aria-hidden /> : <IconFailed aria-hidden />}
            title={t(isRight ? 'sync.right' : 'sync.wrong')}
          >
            <span className={classes.checksum}>{own}</span>
          </Alert>
        )}
      </div>
      {admitted.size > 0 && (
        <pre className={classes.code} tabIndex={0} role="region" aria-label={t('sync.serials')}>
          {[...admitted].toSorted().slice(0, shownSerials).join('\n')}
        </pre>
      )}
    </section>
  );
}

/** Of what the controller holds; null until it is worked out. */
function useChecksum({ admitted }: Controller): string | null {
  const [worked, setWorked] = useState<{ of: unknown; checksum: string | null }>({ of: null, checksum: null });
  useEffect(
    function workOut() {
      let isCurrent = true;
      void checksumOf(admitted).then((checksum) => isCurrent && setWorked({ of: admitted, checksum }));
      return () => {
        isCurrent = false;
      };
    },
    [admitted],
  );
  return worked.of === admitted ? worked.checksum : null;
}
