import { useApolloClient } from '@apollo/client/react';
import { Button, Group, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '../../api/notify-failure.ts';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/Page.tsx';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { batchOf, randomValues, type CardEventValues } from './card-event-batch.ts';
import { CardEventFields } from './CardEventFields.tsx';
import { useExchange } from './exchange.ts';
import { ExchangePanel } from './ExchangePanel.tsx';
import { useGateway } from './gateway.ts';
import { GatewaySignIn } from './GatewaySignIn.tsx';
import classes from './Playground.module.css';
import { KnownToLocksDocument, RecordCardEventsDocument } from './playground.graphql.ts';
import { cryptoRandom } from './random-input.ts';

const first: CardEventValues = {
  containerId: null,
  bootNumber: 1,
  eventNumber: 1,
  count: 1,
  kind: 'full_use',
  at: '',
  serialNumber: '',
  listVersion: '',
};

/** Reports card events as a lock does, through its gateway. */
export function Component() {
  const { t } = useTranslation('playground');
  const viewer = useViewer();
  const client = useApolloClient();
  const gateway = useGateway();
  const [values, setValues] = useState(first);
  const { exchange, waiting, send } = useExchange(RecordCardEventsDocument, gateway.sender);

  function submit(sent: CardEventValues) {
    const events = batchOf(sent, new Date());
    // A lock goes on counting; whoever wants to send the same again has "repeat".
    setValues({ ...sent, eventNumber: (sent.eventNumber ?? 0) + events.length });
    void send({ events });
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    submit(values);
  }
  async function handleRandom() {
    try {
      const { data } = await client.query({
        query: KnownToLocksDocument,
        variables: { seesCards: viewer.may('card:read') },
      });
      const containerIds = data?.containers.nodes.map(({ id }) => id) ?? [];
      const serialNumbers = data?.cards?.nodes.map(({ serialNumber }) => serialNumber) ?? [];
      submit(randomValues({ containerIds, serialNumbers }, cryptoRandom));
    } catch (failure) {
      notifyFailure(failure);
    }
  }

  return (
    <Page title={useScreenTitle()}>
      <div className={classes.sides}>
        <form onSubmit={handleSubmit}>
          <Stack gap="md">
            <GatewaySignIn gateway={gateway} />
            <CardEventFields values={values} onChange={setValues} />
            <Group gap="xs">
              <Button type="submit" loading={waiting}>
                {t('send')}
              </Button>
              <Button variant="default" onClick={() => void handleRandom()}>
                {t('random')}
              </Button>
              <Button
                variant="default"
                disabled={!exchange}
                onClick={() => exchange && void send(exchange.request.variables)}
              >
                {t('repeat')}
              </Button>
            </Group>
          </Stack>
        </form>
        <ExchangePanel exchange={exchange} waiting={waiting} />
      </div>
    </Page>
  );
}
