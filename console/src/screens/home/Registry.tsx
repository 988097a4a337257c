import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/use-query.ts';
import { narrowed } from '../../crud/filters/narrowed.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { Count } from '../../ui/values/cells.tsx';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import { HomeRegistryDocument } from './home.graphql.ts';
import classes from './Registry.module.css';
import { Answered, Section } from './Section.tsx';

/** In the order of the menu. */
const kinds = [
  'accessGroups',
  'containerGroups',
  'containers',
  'towerBlocks',
  'entrances',
  'managers',
  'cards',
  'orgs',
] as const;

/** What there is, as one line of lists with their counts, and the last file that was brought in. */
export function Registry() {
  const { t } = useTranslation(['home', 'common']);
  const { sees } = useViewer();
  const answer = useQuery(HomeRegistryDocument, { variables: sees, fetchPolicy: 'cache-and-network' });
  return (
    <Section title={t('registry')} id="home-registry">
      <Answered answer={answer} height={48}>
        {(data) => (
          <ul className={`plain ${classes.kinds}`}>
            {kinds.map((kind) => {
              const list = data[kind];
              return (
                list && (
                  <li key={kind} data-figure={list.totalCount}>
                    <TextLink to={narrowed(paths[kind].list, []).to}>
                      {t(`common:menu.${kind}`)} <Count value={list.totalCount} />
                    </TextLink>
                  </li>
                )
              );
            })}
            {data.importJobs && <LastImport job={data.importJobs.nodes[0]} />}
          </ul>
        )}
      </Answered>
    </Section>
  );
}

interface Props {
  job:
    | { readonly id: string; readonly state: string; readonly fileName: string; readonly createdAt: string }
    | undefined;
}

/** When a file was last brought in, and how that ended. */
function LastImport({ job }: Props) {
  const { t } = useTranslation('home');
  return (
    <li>
      <TextLink inSentence to={job ? `${paths.import}?job=${job.id}` : paths.import}>
        {t('lastImport.name')}
      </TextLink>{' '}
      {job ? (
        <>
          <PlainMoment at={job.createdAt} />, {t(`importStates.${job.state}`)}: {job.fileName}
        </>
      ) : (
        t('lastImport.none')
      )}
    </li>
  );
}
