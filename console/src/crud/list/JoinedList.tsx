import { useApolloClient } from '@apollo/client/react';
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure, type Failure } from '../../api/failure.ts';
import type { EffectOfJoinInput } from '../../api/generated/graphql.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { IconAdd, IconLeave } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import type { Resource } from '../define-resource.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import { useMoment } from '../history/moment.ts';
import type { Picker } from '../picker/picker.ts';
import { RecordList } from './RecordList.tsx';
import { RecordSelect } from '../picker/RecordSelect.tsx';

const EffectPreview = lazy(async () => ({ default: (await import('../effect/EffectPreview.tsx')).EffectPreview }));

type Change = (otherId: string) => Promise<unknown>;

interface Changes {
  readonly join: Change;
  readonly leave: Change;
  /** The two that are joined or parted. */
  readonly pair: (otherId: string) => EffectOfJoinInput;
}

interface Props<Row extends { id: string; label: string }, Data> {
  /** Namespace of the texts `join.*` and `leave.*`: the record's own kind. */
  name: string;
  /** The other kind. */
  resource: Resource<Row, Data>;
  picker: Picker;
  label: string;
  /** The record, by the name of the other kind's filter. */
  parent: Readonly<Record<string, string>>;
  /** Absent for those who may not change what is joined. */
  change?: Changes | false;
}

/** The records that one is joined to, in a tab of its view, where they are joined and parted. */
export function JoinedList<Row extends { id: string; label: string }, Data>(props: Props<Row, Data>) {
  const { name, resource, picker, label, parent } = props;
  const { t } = useTranslation([name, 'common']);
  const [question, setQuestion] = useState<'join' | Row | null>(null);
  const close = () => setQuestion(null);
  // Nothing of the past can be changed.
  const change = useMoment().asOf === null && props.change;

  const columns = resource.columns.filter(({ id, under = id }) => !(under in parent));
  const leave = (row: Row) => (
    <ActionIcon
      variant="subtle"
      color="red"
      size={28}
      aria-label={t('leave.action', { label: row.label })}
      onClick={() => setQuestion(row)}
    >
      <IconLeave size={16} aria-hidden />
    </ActionIcon>
  );
  const listed = { ...resource, columns: change ? [...columns, { id: 'leave', cell: leave }] : columns };
  const add = change && (
    <Button leftSection={<IconAdd size={16} aria-hidden />} onClick={() => setQuestion('join')}>
      {t('join.action')}
    </Button>
  );
  return (
    <>
      <RecordList resource={listed} label={label} fixed={parent} add={add} addInList />
      {change && question === 'join' && <JoinDialog name={name} picker={picker} changes={change} onClose={close} />}
      {change && question !== null && question !== 'join' && (
        <LeaveDialog name={name} other={question} changes={change} onClose={close} />
      )}
    </>
  );
}

/** Runs a change, tells that it is done, and shows the new state everywhere; a failure is kept for the dialog to show. */
function useChange(change: Change, done: string, onClose: () => void) {
  const client = useApolloClient();
  const [loading, setLoading] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function run(otherId: string) {
    setFailure(null);
    setLoading(true);
    try {
      await change(otherId);
      notifySuccess(done);
      onClose();
      await client.refetchQueries({ include: 'active' });
    } catch (error) {
      setFailure(describeFailure(error));
      setLoading(false);
    }
  }
  return { run, failure, loading };
}

interface JoinProps {
  name: string;
  picker: Picker;
  changes: Changes;
  onClose: () => void;
}

function JoinDialog({ name, picker, changes, onClose }: JoinProps) {
  const { t } = useTranslation([name, 'common']);
  const [chosen, setChosen] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const { run, failure, loading } = useChange(changes.join, t('join.done'), onClose);
  const problem = missing ? 'form.required' : Object.values(failure?.fields ?? {})[0];

  return (
    <Dialog title={t('join.title')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(chosen === null);
          if (chosen !== null) {
            void run(chosen);
          }
        }}
      >
        <Stack>
          {failure && !problem && <FormFailure failure={failure} />}
          <Text fz="sm">{t('join.text')}</Text>
          <RecordSelect
            picker={picker}
            label={t('join.label')}
            required
            value={chosen}
            onChange={(id) => {
              setChosen(id);
              setMissing(false);
            }}
            error={problem && t(`common:${problem}`)}
          />
          <Suspense>
            <EffectPreview change={chosen === null ? null : { joinContainerGroup: changes.pair(chosen) }} />
          </Suspense>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.discard')}
            </Button>
            <Button type="submit" loading={loading}>
              {t('join.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface LeaveProps {
  name: string;
  other: { readonly id: string; readonly label: string };
  changes: Changes;
  onClose: () => void;
}

function LeaveDialog({ name, other: { id, label }, changes, onClose }: LeaveProps) {
  const { t } = useTranslation([name, 'common']);
  const { run, failure, loading } = useChange(changes.leave, t('leave.done', { label }), onClose);
  return (
    <Dialog title={t('leave.action', { label })} onClose={onClose}>
      <Stack>
        {failure && <FormFailure failure={failure} />}
        <Text fz="sm">{t('leave.text')}</Text>
        <Suspense>
          <EffectPreview change={{ leaveContainerGroup: changes.pair(id) }} />
        </Suspense>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} autoFocus>
            {t('common:actions.discard')}
          </Button>
          <Button color="red" loading={loading} onClick={() => void run(id)}>
            {t('leave.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
