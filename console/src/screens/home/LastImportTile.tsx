import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { None } from '../../ui/values/cells.tsx';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import { LastImportDocument } from './home.graphql.ts';
import classes from './Tile.module.css';
import { Tile } from './Tile.tsx';

/** When a file was last brought in, and how that ended. */
export function LastImportTile() {
  const { t } = useTranslation('home');
  const { data, error, refetch } = useQuery(LastImportDocument, { fetchPolicy: 'cache-and-network' });
  const job = data?.importJobs.nodes[0];
  return (
    <Tile
      label={t('counts.lastImport')}
      to={job ? `${paths.import}?job=${job.id}` : paths.import}
      value={data && <span className={classes.text}>{job ? <PlainMoment at={job.createdAt} /> : <None />}</span>}
      hint={data && (job ? `${t(`importStates.${job.state}`)}: ${job.fileName}` : t('hints.lastImport'))}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}
