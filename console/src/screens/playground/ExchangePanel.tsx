import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Exchange } from './exchange.ts';
import classes from './Playground.module.css';

/** The client asks for type names on its own account; the request above does not. */
const withoutTypenames = (key: string, value: unknown) => (key === '__typename' ? undefined : value);

/** What was asked of the server, and what it answered. */
export function ExchangePanel({ exchange, waiting }: { exchange: Exchange<unknown> | null; waiting: boolean }) {
  const { t } = useTranslation('playground');
  return (
    <Stack gap="md" aria-busy={waiting}>
      <Part title={t('exchange.request')} empty={t('exchange.nothing')}>
        {exchange && `${exchange.request.query}\n\n${JSON.stringify(exchange.request.variables, null, 2)}`}
      </Part>
      <Part
        title={t('exchange.response')}
        empty={t('exchange.nothing')}
        beside={exchange ? t('exchange.took', { milliseconds: exchange.milliseconds }) : undefined}
      >
        {exchange && JSON.stringify(exchange.response, withoutTypenames, 2)}
      </Part>
    </Stack>
  );
}

interface PartProps {
  title: string;
  empty: string;
  beside?: string | undefined;
  children: string | null;
}

function Part({ title, empty, beside, children }: PartProps) {
  return (
    <section>
      <Title order={2} fz="md" mb={4}>
        {title}
      </Title>
      {children === null ? (
        <Text c="dimmed" fz="sm">
          {empty}
        </Text>
      ) : (
        // Long answers scroll in their frame, by keyboard too.
        <pre className={classes.code} tabIndex={0} role="region" aria-label={title}>
          {children}
        </pre>
      )}
      {beside && (
        <Text c="dimmed" fz="sm" mt={4}>
          {beside}
        </Text>
      )}
    </section>
  );
}
