import { reportLimits, type ExportLocale } from '@noa/domain/reporting/report.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import { zoneText } from '@noa/domain/texts/zone-text.ts';
import { composeMail } from '../../mail/compose.ts';
import type { Completeness } from '../completeness.ts';
import { filterTexts } from '../export/about/about-rows.ts';
import { languages, reportTexts, whoUnknownText } from '../report-texts.ts';
import { htmlOf } from './message-html.ts';
import type { Prepared } from './prepare.ts';

export interface MessageFrame {
  readonly from: string;
  readonly to: readonly string[];
  /** The same for each attempt: a server that gets it twice can tell. */
  readonly messageId: string;
  readonly isTest: boolean;
  /** Where browsers reach the console. */
  readonly publicUrl: string;
}

/** The whole e-mail as it goes over the network. */
export function composeMessage(
  { question, file, schedule, org, period, about, owner, sentence, bars }: Prepared,
  { from, to, messageId, isTest, publicUrl }: MessageFrame,
): Promise<Buffer> {
  const day = new Intl.DateTimeFormat(languages[schedule.locale], { timeZone: org.time_zone, dateStyle: 'long' });
  const moment = new Intl.DateTimeFormat(languages[schedule.locale], {
    timeZone: org.time_zone,
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const { freshAsOf, whoKnownFrom, completeness, leavesOut } = about;
  const { message: texts, about: told, names, columns } = reportTexts[schedule.locale];
  const [first, last] = [day.format(period.from), day.format(period.to.getTime() - 1)];
  const facts = {
    title: names[question.report.name] ?? question.report.name,
    org: org.name,
    days: first === last ? first : `${first} – ${last}`,
    freshAsOf: moment.format(freshAsOf),
    zone: zoneText(org.time_zone, schedule.locale),
    owner,
    url: `${publicUrl}/reports`, // where schedules are listed
  };
  const body = texts.body.map((line) => withFacts(line, facts));
  const [ofFigures, ofEmail] = [body.slice(0, -1), body.slice(-1)];
  const filters = filterTexts(about, schedule.locale);
  const paragraphs = [
    ...(whoKnownFrom
      ? [
          whoUnknownText(schedule.locale, {
            isOfEvents: question.report.counts === 'events',
            from: whoKnownFrom,
            formatDay: (each) => day.format(each),
          }),
        ]
      : []),
    ...(filters.length > 0 ? [`${told.filter}: ${filters.join('; ')}.`] : []),
    ...ofFigures,
    ...(leavesOut ? [withFacts(told.leftOut, { least: reportLimits.smallestGroup })] : []),
    ...(completeness ? [completenessText(schedule.locale, completeness)] : []),
    ...ofEmail,
  ];
  const subject = withFacts(texts.subject, facts);
  return composeMail(schedule.locale, {
    from,
    to: [...to],
    subject: isTest ? withFacts(texts.test, { subject }) : subject,
    messageId,
    text: `${[...(sentence ? [sentence] : []), ...paragraphs].join('\n\n')}\n`,
    html: htmlOf({
      language: schedule.locale,
      sentence,
      bars,
      caption: bars ? `${columns[bars.metric]}: ${columns[bars.grouping]}` : '',
      paragraphs,
    }),
    attachments: [{ filename: file.fileName, content: file.content, contentType: file.contentType }],
  });
}

/** How much of what locks had to tell the figures rest on, as the console says it: low use is not to be taken for lost data. */
function completenessText(locale: ExportLocale, { pct, containersPct, reportsPct }: Completeness): string {
  const { title, parts, hint } = reportTexts[locale].completeness;
  const number = (share: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(share);
  const told = withFacts(parts, { containers: number(containersPct), reports: number(reportsPct) });
  return `${withFacts(title, { percent: number(pct) })} · ${told} ${hint}`;
}
