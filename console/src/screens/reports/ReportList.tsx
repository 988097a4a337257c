import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router';
import { headlineMetric } from '@noa/domain/reporting/answer/plan.ts';
import type { ReportsQuery } from '../../api/generated/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { Pending } from '../../crud/list/Pending.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { isOnce } from './comparison/counterpart.ts';
import { FavouriteList } from './favourites/FavouriteList.tsx';
import { useLastUsed } from './favourites/last-used.ts';
import classes from './Gallery.module.css';
import { cyclic } from './pivot/pivot.ts';
import { defaultSearch } from './question/default-question.ts';
import { ReportsDocument } from './report.graphql.ts';
import { ReportLink, ReportSection } from './ReportSection.tsx';
import { byTheme } from './themes.ts';
import { part } from '../../loading/part.ts';

const KeptReports = part(async () => (await import('./kept/KeptReports.tsx')).KeptReports, null);
const Schedules = part(async () => (await import('./schedules/Schedules.tsx')).Schedules, null);

/** The reports that the viewer may ask for: favourites, those used last, and all of them by theme. */
export function Component() {
  const { t } = useTranslation(['reports', 'common']);
  const viewer = useViewer();
  const { data, error, refetch } = useQuery(ReportsDocument);
  const [used] = useLastUsed();
  const names = data?.reports.map(({ name }) => name);
  const last = used.filter(({ name }) => names?.includes(name));
  return (
    <Page title={t('title')}>
      {!data && <Pending error={error} refetch={refetch} permission="report:read" height={72} />}
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

/** A report, what it looks like and what it answers; the whole of it leads there. */
function ReportTile({ report }: { report: ReportsQuery['reports'][number] }) {
  const { t } = useTranslation('reports');
  const { name } = report;
  return (
    <li className={classes.tile}>
      <ReportThumbnail name={name} shape={thumbnailOf(report)} />
      <div>
        <Link to={`${paths.reports.view(name)}?${defaultSearch(report)}`} className={classes.link}>
          {t(`names.${name}`)}
        </Link>
        <p className={classes.question}>{t(`questions.${name}`)}</p>
      </div>
    </li>
  );
}

const [width, height] = [96, 56];

/** A drawing of what a report looks like: of no figures, so that it is there at once. */
function ReportThumbnail({ name, shape }: { name: string; shape: Thumbnail }) {
  const Shape = shapes[shape];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.thumbnail} aria-hidden>
      <Shape name={name} />
    </svg>
  );
}

const axis = <line x1={4} y1={height - 5} x2={width - 4} y2={height - 5} className={classes.axis} />;

function Line({ name }: { name: string }) {
  const points = drawnValues(name, 9).map((value, index) => `${6 + index * 10.5} ${40 - index - value * 24}`);
  return (
    <>
      <path d={`M6 ${height - 5}L${points.join('L')}L90 ${height - 5}Z`} className={classes.area} />
      <path d={`M${points.join('L')}`} className={classes.line} />
      {axis}
    </>
  );
}

function Heat({ name }: { name: string }) {
  return drawnValues(name, 35).map((value, index) => (
    <rect
      // Cells have no other name than their place.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      x={6 + (index % 7) * 12}
      y={5 + Math.floor(index / 7) * 9.4}
      width={11}
      height={8.4}
      className={classes.cell}
      style={{ opacity: 0.12 + 0.88 * value * value }}
    />
  ));
}

interface BarsProps {
  name: string;
  /** Each in its whole. */
  areParts?: boolean;
}

/** The greatest first, as a ranking is. */
function Bars({ name, areParts = false }: BarsProps) {
  const values = drawnValues(name, 4).toSorted((one, other) => other - one);
  return values.map((value, index) => (
    <g key={value}>
      {areParts && <rect x={6} y={6 + index * 12} width={84} height={8} className={classes.whole} />}
      <rect
        x={6}
        y={6 + index * 12}
        width={areParts ? 24 + value * 56 : 14 + value * 70}
        height={8}
        className={index === 0 ? classes.first : classes.bar}
      />
    </g>
  ));
}

const Parts = ({ name }: { name: string }) => <Bars name={name} areParts />;

const shapes = { line: Line, heat: Heat, bars: Bars, parts: Parts };

/** What a report's chart looks like when it opens; `parts` are bars of percentages, each in its whole. */
type Thumbnail = 'line' | 'heat' | 'parts' | 'bars';

function thumbnailOf({
  name,
  metrics,
  startsWith,
}: Pick<ReportsQuery['reports'][number], 'name' | 'metrics' | 'startsWith'>): Thumbnail {
  const [first] = startsWith;
  if (startsWith.length > 1 && startsWith.every((grouping) => cyclic.includes(grouping))) {
    return 'heat';
  }
  if (first && isOnce(first)) {
    return 'line';
  }
  return headlineMetric(name, metrics)?.endsWith('_pct') ? 'parts' : 'bars';
}

/** Numbers from 0 to 1 that are a report's own: two drawings of one shape are not the same. */
function drawnValues(name: string, count: number): number[] {
  let state = Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce(
    (sum, code) => (sum * 31 + code) % 65_537,
    7,
  );
  return Array.from({ length: count }, () => {
    state = (state * 75 + 74) % 65_537;
    return state / 65_537;
  });
}
