import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { Button, Group, Stack } from '@mantine/core';
import { useState, type ComponentType, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '../../api/notify-failure.ts';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import type { Known } from './batches/card-event-batch.ts';
import { cryptoRandom, type Random } from './batches/random-input.ts';
import { useExchange } from './exchange.ts';
import { ExchangePanel } from './ExchangePanel.tsx';
import { useGateway } from './gateway.ts';
import { GatewaySignIn } from './GatewaySignIn.tsx';
import { KnownToLocksDocument } from './playground.graphql.ts';
import classes from './Playground.module.css';

export interface FieldsProps<Values> {
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

interface Props<Values, Variables> {
  document: TypedDocumentNode<unknown, Variables>;
  first: Values;
  Fields: ComponentType<FieldsProps<Values>>;
  /** What is sent of the values. */
  variablesOf: (values: Values, now: Date) => NoInfer<Variables>;
  /** The values that a lock goes on with: it goes on counting. Whoever wants to send the same again has "repeat". */
  next: (sent: Values, variables: NoInfer<Variables>) => Values;
  random: (known: Known, random: Random) => Values;
}

/** A test screen that reports something as a lock does, through its gateway. */
export function ReportForm<Values, Variables extends object>(props: Props<Values, Variables>) {
  const { document, first, Fields, variablesOf, next, random } = props;
  const { t } = useTranslation('playground');
  const viewer = useViewer();
  const client = useApolloClient();
  const gateway = useGateway();
  const [values, setValues] = useState(first);
  const { exchange, waiting, send } = useExchange(document, gateway.sender);

  function submit(sent: Values) {
    const variables = variablesOf(sent, new Date());
    setValues(next(sent, variables));
    void send(variables);
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
      submit(random({ containerIds, serialNumbers }, cryptoRandom));
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
            <Fields values={values} onChange={setValues} />
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
