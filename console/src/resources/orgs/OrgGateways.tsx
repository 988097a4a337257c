import { useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bindGatewayInput, gatewayLimits } from '@noa/domain/gateway.ts';
import { ConfirmButton } from '../../crud/ConfirmDialog.tsx';
import { FormFailure } from '../../crud/form/FormFailure.tsx';
import { showSubmitError } from '../../crud/form/submit.ts';
import { useValidatedForm } from '../../crud/form/use-validated-form.ts';
import type { Failure } from '../../api/failure.ts';
import { BindGatewayDocument } from '../../api/mutations/generated/bind-gateway.graphql.ts';
import { UnbindGatewayDocument } from '../../api/mutations/generated/unbind-gateway.graphql.ts';
import { IconGateway } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import classes from './OrgGateways.module.css';

interface Props {
  id: string;
  gateways: readonly string[];
}

/** The lock network's accounts that serve an org's containers: bound by name, unbound with a question. */
export function OrgGateways({ id, gateways }: Props) {
  const { t } = useTranslation('orgs');
  const [unbind] = useMutation(UnbindGatewayDocument);
  return (
    <Stack>
      <Text fz="sm" c="dimmed">
        {t(gateways.length === 0 ? 'gateways.none' : 'gateways.hint')}
      </Text>
      {gateways.length > 0 && (
        <ul className="plain">
          {gateways.map((clientId) => (
            <li key={clientId} className={classes.gateway}>
              <IconGateway size={18} aria-hidden />
              <span className={classes.name}>{clientId}</span>
              <ConfirmButton
                about={clientId}
                size="sm"
                title={t('gateways.unbindTitle')}
                text={t('gateways.unbindText', { network: clientId })}
                action={t('gateways.unbind')}
                run={() => unbind({ variables: { orgId: id, clientId } })}
                done={t('gateways.unbound', { network: clientId })}
              />
            </li>
          ))}
        </ul>
      )}
      <BindForm id={id} />
    </Stack>
  );
}

function BindForm({ id }: { id: string }) {
  const { t } = useTranslation('orgs');
  const [bind] = useMutation(BindGatewayDocument);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useValidatedForm(bindGatewayInput, { clientId: '' });

  const handleSubmit = form.onSubmit(async (values) => {
    setFailure(null);
    try {
      const { clientId } = bindGatewayInput.parse(values);
      await bind({ variables: { orgId: id, clientId } });
      notifySuccess(t('gateways.bound', { network: clientId }));
      form.reset();
    } catch (error) {
      setFailure(showSubmitError(form, error));
    }
  });

  return (
    <form onSubmit={handleSubmit} noValidate>
      {failure && <FormFailure failure={failure} />}
      <Group align="flex-start">
        <TextInput
          label={t('gateways.clientId')}
          description={t('gateways.clientIdHint')}
          maxLength={gatewayLimits.clientIdLength}
          className={classes.input}
          {...form.getInputProps('clientId')}
        />
        <Button type="submit" className={classes.bind} loading={form.submitting}>
          {t('gateways.bind')}
        </Button>
      </Group>
    </form>
  );
}
