import type { OperationVariables } from '@apollo/client';
import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import type { Exchange } from './exchange.ts';
import { ExchangePanel } from './ExchangePanel.tsx';
import type { Gateway } from './gateway.ts';
import { GatewaySignIn } from './GatewaySignIn.tsx';
import classes from './Playground.module.css';

interface Props<Variables extends OperationVariables> {
  gateway: Gateway;
  exchange: Exchange<unknown, Variables> | null;
  waiting: boolean;
  onSubmit: () => void;
  onRandom: () => void;
  /** The last request, once more. */
  onRepeat: (variables: Variables) => void;
  /** The fields of what is reported. */
  children: ReactNode;
}

/** A test screen that reports something as a lock does, through its gateway. */
export function ReportForm<Variables extends OperationVariables>(props: Props<Variables>) {
  const { gateway, exchange, waiting, onSubmit, onRandom, onRepeat, children } = props;
  const { t } = useTranslation('playground');
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <Page title={useScreenTitle()}>
      <div className={classes.sides}>
        <form onSubmit={handleSubmit}>
          <Stack gap="md">
            <GatewaySignIn gateway={gateway} />
            {children}
            <Group gap="xs">
              <Button type="submit" loading={waiting}>
                {t('send')}
              </Button>
              <Button variant="default" onClick={onRandom}>
                {t('random')}
              </Button>
              <Button
                variant="default"
                disabled={!exchange}
                onClick={() => exchange && onRepeat(exchange.request.variables)}
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
