import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { IconEmptying, IconEdit } from '../../ui/icons.ts';
import classes from './ContainerStatus.module.css';
import type { Row } from './changes.ts';

interface Props {
  row: Row;
  onEmptied: (row: Row) => void;
  /** Icons that are a finger wide, and stops of the Tab key as there are few. */
  large?: boolean;
}

/**
 * What can be done about one container, where it is listed. No stops of the Tab key in a table of fifty rows: Space picks the row
 * that has the focus, and its view leads to the same form.
 */
export function RowActions({ row: { id, container }, row, onEmptied, large = false }: Props) {
  const { t } = useTranslation('containerStatus');
  const look = { variant: 'subtle', size: large ? 44 : 24, ...(!large && { tabIndex: -1 }) } as const;
  const iconSize = large ? 20 : 16;
  const emptied = t('actions.emptied', { container: container.label });
  const update = t('actions.update', { container: container.label });
  return (
    <span className={classes.actions}>
      <ActionIcon {...look} aria-label={emptied} title={emptied} onClick={() => onEmptied(row)}>
        <IconEmptying size={iconSize} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...look}
        component={Link}
        to={paths.containers.statusUpdateOf(id)}
        aria-label={update}
        title={update}
      >
        <IconEdit size={iconSize} aria-hidden />
      </ActionIcon>
    </span>
  );
}
