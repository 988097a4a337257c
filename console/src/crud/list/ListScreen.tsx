import { Button, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '../../session/viewer.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { IconAdd } from '../../ui/icons.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import type { Resource } from '../define-resource.ts';
import { useAskedMoment } from '../history/moment.ts';
import { RecordList } from './RecordList.tsx';
import classes from './RecordTable.module.css';

interface Props<Row extends { id: string }, Data> {
  resource: Resource<Row, Data>;
  /** Links to where else the same records are shown. */
  elsewhere?: ReactNode;
}

/** The page of one kind's list. */
export function ListScreen<Row extends { id: string }, Data>({ resource, elsewhere }: Props<Row, Data>) {
  const { name, paths, may } = resource;
  const { t, i18n } = useTranslation([name, 'common']);
  const viewer = useViewer();
  const { asOf } = useAskedMoment(may.read);
  const [total, setTotal] = useState<number | undefined>();
  const title = useScreenTitle();
  const add = asOf === null && paths.create && may.create && viewer.may(may.create) && (
    <Button component={Link} to={paths.create} aria-keyshortcuts="A" leftSection={<IconAdd size={16} aria-hidden />}>
      {t('common:actions.add')}
    </Button>
  );
  // On a phone it stands at the bottom, where the thumb is.
  const mainAction = add && (
    <div className={classes.mainAction} data-main-action>
      {add}
    </div>
  );

  return (
    <Page
      title={title}
      beside={
        total !== undefined && (
          <Text span c="dimmed" aria-live="polite">
            {formatNumber(total, i18n.language)}
          </Text>
        )
      }
      actions={
        (elsewhere || add) && (
          <>
            {elsewhere}
            {mainAction}
          </>
        )
      }
    >
      <RecordList resource={resource} label={title} add={add} onTotal={setTotal} />
    </Page>
  );
}
