import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { FavouriteList } from './favourites/FavouriteList.tsx';
import { useLastUsed } from './favourites/last-used.ts';
import { ReportsDocument } from './report.graphql.ts';
import { ReportTile } from './gallery/ReportTile.tsx';
import { ReportLink, ReportSection } from './ReportSection.tsx';
import { byTheme } from './themes.ts';
import { part } from '../../loading/part.ts';

const KeptReports = part(async () => (await import('./kept/KeptReports.tsx')).KeptReports, null);
const Schedules = part(async () => (await import('./schedules/Schedules.tsx')).Schedules, null);

/** The reports that the viewer may ask for: favourites, those used last, and all of them by theme. */
export function Component() {
  const { t } = useTranslation(['reports', 'common']);
  const viewer = useViewer();
  const allowed = viewer.may('report:read');
  const { data, error, refetch } = useQuery(ReportsDocument, { skip: !allowed });
  const [used] = useLastUsed();
  const names = data?.reports.map(({ name }) => name);
  const last = used.filter(({ name }) => names?.includes(name));
  return (
    <Page title={t('title')}>
      {!allowed && <NotAllowed permission="report:read" />}
      {allowed && !data && <Pending error={error} refetch={refetch} permission="report:read" height={72} />}
      {data && (
        <Stack gap="xl">
          <FavouriteList />
          {last.length > 0 && (
            <ReportSection title={t('lastUsed')}>
              {last.map(({ name, search }) => (
                <ReportLink
                  key={name}
                  to={`${paths.reports.view(name)}${search && `?${search}`}`}
                  title={t(`names.${name}`)}
                />
              ))}
            </ReportSection>
          )}
          {byTheme(data.reports).map(({ theme, reports }) => (
            <ReportSection key={theme} title={t(`themes.${theme}`)} asTiles>
              {reports.map((report) => (
                <ReportTile key={report.name} report={report} />
              ))}
            </ReportSection>
          ))}
          <KeptReports />
        </Stack>
      )}
      {viewer.may('reportSchedule:keep') && <Schedules />}
      <Outlet />
    </Page>
  );
}
