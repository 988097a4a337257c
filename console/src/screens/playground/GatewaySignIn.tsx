import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Gateway } from './gateway.ts';
import classes from './Playground.module.css';

/** As which gateway the test screen speaks: a person may not do what locks do. */
export function GatewaySignIn({ gateway: { credentials, setCredentials } }: { gateway: Gateway }) {
  const { t } = useTranslation('playground');
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t('gateway.title')}</legend>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('gateway.clientId')}
          autoComplete="off"
          spellCheck={false}
          required
          value={credentials.clientId}
          onChange={(event) => setCredentials({ ...credentials, clientId: event.currentTarget.value })}
        />
        <TextInput
          label={t('gateway.clientSecret')}
          description={t('gateway.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="password"
          autoComplete="off"
          required
          value={credentials.clientSecret}
          onChange={(event) => setCredentials({ ...credentials, clientSecret: event.currentTarget.value })}
        />
      </SimpleGrid>
    </fieldset>
  );
}
