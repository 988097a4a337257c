import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAdd, IconLeave } from '../../ui/icons.ts';
import type { Resource } from '../define-resource.ts';
import { useMoment } from '../history/moment.ts';
import type { Picker } from '../picker/picker.ts';
import type { Tab } from '../view/RecordPage.tsx';
import type { Pair } from './JoinDialogs.tsx';
import { RecordList } from './RecordList.tsx';
import { part } from '../../loading/part.ts';

const JoinDialog = part(async () => (await import('./JoinDialogs.tsx')).JoinDialog, null);
const LeaveDialog = part(async () => (await import('./JoinDialogs.tsx')).LeaveDialog, null);

interface Props<Row extends { id: string; label: string }, Data> {
  /** Namespace of the texts `join.*` and `leave.*`: the record's own kind. */
  name: string;
  /** The other kind. */
  resource: Resource<Row, Data>;
  picker: Picker;
  label: string;
  /** The record, by the name of the other kind's filter. */
  parent: Readonly<Record<string, string>>;
  /** The two that are joined or parted; false for those who may not change what is joined. */
  pair: Pair | false;
}

/** The records that one is joined to, where they are joined and parted. */
export function JoinedList<Row extends { id: string; label: string }, Data>(props: Props<Row, Data>) {
  const { name, resource, picker, label, parent } = props;
  const { t } = useTranslation([name, 'common']);
  const [question, setQuestion] = useState<'join' | Row | null>(null);
  const close = () => setQuestion(null);
  // Nothing of the past can be changed.
  const pair = useMoment().asOf === null && props.pair;

  const columns = resource.columns.filter(({ id, under = id }) => !(under in parent));
  const leave = (row: Row) => (
    <ActionIcon
      variant="subtle"
      color="red"
      size={24}
      aria-label={t('leave.action', { label: row.label })}
      onClick={() => setQuestion(row)}
    >
      <IconLeave size={16} aria-hidden />
    </ActionIcon>
  );
  const listed = { ...resource, columns: pair ? [...columns, { id: 'leave', action: true, cell: leave }] : columns };
  const add = pair && (
    <Button leftSection={<IconAdd size={16} aria-hidden />} onClick={() => setQuestion('join')}>
      {t('join.action')}
    </Button>
  );
  return (
    <>
      <RecordList resource={listed} label={label} fixed={parent} add={add} addInList />
      {pair && question === 'join' && <JoinDialog name={name} picker={picker} pair={pair} onClose={close} />}
      {pair && question && question !== 'join' && (
        <LeaveDialog name={name} other={question} pair={pair} onClose={close} />
      )}
    </>
  );
}

/** A tab with the records that one is joined to. */
export const joinedTab = <Row extends { id: string; label: string }, Data>(props: Props<Row, Data>): Tab => ({
  id: props.resource.name,
  label: props.label,
  content: <JoinedList {...props} />,
});
