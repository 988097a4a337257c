import { useMutation } from '@apollo/client/react';
import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlertRulesQuery } from '../../api/generated/graphql.ts';
import { DeleteAlertRuleDocument } from '../../api/mutations/generated/delete-alert-rule.graphql.ts';
import { RenewAlertSecretDocument } from '../../api/mutations/generated/renew-alert-secret.graphql.ts';
import { ConfirmButton } from '../../crud/ConfirmDialog.tsx';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Line } from '../../ui/page/Lines.tsx';
import { conditionText } from './condition-text.ts';

export type AlertRule = AlertRulesQuery['alertRules']['nodes'][number];

interface Props {
  rule: AlertRule;
  onUpdate: () => void;
  onChanged: () => void;
}

/** What a rule looks for and whom it tells, with what may be done about it. */
export function RuleRow({ rule, onUpdate, onChanged }: Props) {
  const { t, i18n } = useTranslation(['alerts', 'statusUpdates']);
  const viewer = useViewer();
  const { name, org, recipients, webhookUrl, active } = rule;
  return (
    <Line
      what={
        <>
          <Group gap="sm">
            <strong>{name}</strong>
            {!active && <Badge variant="default">{t('rules.paused')}</Badge>}
          </Group>
          <Text component="span" fz="sm">
            {conditionText(t, i18n.language, rule)}
          </Text>
          <Text component="span" fz="sm" c="dimmed">
            {[...recipients, ...(webhookUrl ? [webhookUrl] : []), ...(org ? [org.name] : [])].join(', ')}
          </Text>
        </>
      }
    >
      {viewer.may('alertRule:write') && <Actions rule={rule} onUpdate={onUpdate} onChanged={onChanged} />}
    </Line>
  );
}

function Actions({ rule, onUpdate, onChanged }: Props) {
  const { t } = useTranslation(['alerts', 'common']);
  const [remove] = useMutation(DeleteAlertRuleDocument);
  const [isAsked, setAsked] = useState(false);
  const { id, name, webhookUrl } = rule;
  const [secret, setSecret] = useState<string | null>(null);
  function close() {
    setAsked(false);
    setSecret(null);
  }
  const button = (label: string, handleClick: () => void) => (
    <Button size="xs" variant="default" aria-label={`${label}: ${name}`} onClick={handleClick}>
      {label}
    </Button>
  );
  return (
    <Group gap="xs">
      {button(t('common:actions.update'), onUpdate)}
      {webhookUrl && button(t('secret.action'), () => setAsked(true))}
      {(isAsked || secret !== null) && <SecretDialog id={id} secret={secret} onMade={setSecret} onClose={close} />}
      <ConfirmButton
        about={name}
        title={t('rules.deleteTitle', { name })}
        text={t('rules.deleteText')}
        action={t('rules.delete')}
        run={() => remove({ variables: { id } })}
        done={t('rules.deleted')}
        onDone={onChanged}
      />
    </Group>
  );
}

interface SecretDialogProps {
  id: string;
  /** Null while it has not been made. */
  secret: string | null;
  onMade: (secret: string | null) => void;
  onClose: () => void;
}

/** Makes a webhook's secret anew, and shows it this once; its owner keeps it, as the question may be closed before the answer is there. */
function SecretDialog({ id, secret, onMade, onClose }: SecretDialogProps) {
  const { t } = useTranslation('alerts');
  const [renew] = useMutation(RenewAlertSecretDocument);

  async function handleRenew() {
    const { data } = await renew({ variables: { id } });
    onMade(data?.renewAlertSecret ?? null);
    return false; // it stays open: nobody is shown it again
  }

  return (
    <TaskDialog
      title={t('secret.title')}
      action={secret === null && t('secret.renew')}
      run={handleRenew}
      onClose={onClose}
    >
      <Text fz="sm">{t(secret === null ? 'secret.text' : 'secret.once')}</Text>
      {secret !== null && (
        <Code block role="status">
          {secret}
        </Code>
      )}
    </TaskDialog>
  );
}
