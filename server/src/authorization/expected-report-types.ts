import { cards, orgs, people, type ExpectedType } from './expected-type.ts';

const schedules = { who: 'RIL', because: 'Reports by e-mail: whoever reads reports, within what they read' };
const reports = { who: 'RIL', because: 'Reports: yes, yes, yes, –, –, –' };

/** What reports tell, keep and send: who reads it. */
export const reportTypes: Readonly<Record<string, ExpectedType>> = {
  Report: {
    ...reports,
    plain:
      'arrivedReportsPct columns completeness cursor freshAsOf heardContainersPct labels rowCount rows totals whoKnownFrom',
  },
  ReportColumn: { ...reports, plain: 'grouping key metric type' },
  ReportLabel: { ...reports, plain: 'grouping text value' },
  ReportProgress: { ...reports, plain: 'share' },
  ReportRecords: { ...reports, plain: 'cursor freshAsOf labels recordCount records withheldCount' },
  ReportRecord: {
    ...reports,
    plain: 'apartment at cardEvent container containerGroup',
    guarded: { card: cards },
  },
  ReportDefinition: { ...reports, plain: 'countsEvents filters groupings metrics name opensOn startsWith' },
  ReportFilterDefinition: { ...reports, plain: 'field operators type' },
  ReportSchedule: {
    ...schedules,
    plain: `active createdAt filters format frequency groupBy hour id lastRun locale metrics monthDay nextRunAt ownerName period
      recipients report runs sort viewerCanUpdate weekday`,
    guarded: { org: orgs },
  },
  ReportScheduleFilter: { ...schedules, plain: 'field operator value' },
  ReportScheduleSort: { ...schedules, plain: 'direction field' },
  ReportScheduleRun: {
    ...schedules,
    plain: 'accepted attempts dueAt failure finishedAt freshAsOf from pending refused retryAt smtpCode state to',
  },
  KeptReport: {
    ...reports,
    plain: 'completeness content forgottenAt hash id keptAt keptBy report rowCount title viewerCanDelete',
  },
  ExportTicket: {
    who: people,
    because: 'A file of what one reads: a report, or any list',
    plain: 'expiresAt fileName url',
  },
};
