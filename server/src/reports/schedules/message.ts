import { reportLimits, type ExportLocale } from '@noa/domain/reporting/report.ts';
import { regionOf } from '@noa/domain/texts/region.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import { zoneText } from '@noa/domain/texts/zone-text.ts';
import { streamTokens } from '@noa/domain/colors/stream-tokens.ts';
import { composeMail } from '../../mail/compose.ts';
import type { MailFrame } from '../../mail/mailing.ts';
import { escaped, linked, mailPage, paragraph, streamBadge } from '../../mail/mail-html.ts';
import type { Completeness } from '../completeness.ts';
import { filterTexts } from '../export/about/about-file.ts';
import { reportTexts, whoUnknownText } from '../report-texts.ts';
import type { Bar, Bars } from '../answer/find-bars.ts';
import type { Prepared } from './prepare.ts';

/** The whole e-mail as it goes over the network. */
export function composeMessage(
  { question, file, schedule, org, period, about, owner, sentence, bars }: Prepared,
  { from, to, messageId, publicUrl }: MailFrame,
  isTest = false,
): Promise<Buffer> {
  const day = new Intl.DateTimeFormat(regionOf(schedule.locale), { timeZone: org.time_zone, dateStyle: 'long' });
  const moment = new Intl.DateTimeFormat(regionOf(schedule.locale), {
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
    ...(whoKnownFrom ? [whoUnknownText(schedule.locale, question.report, whoKnownFrom, day)] : []),
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

interface Contents {
  readonly language: string;
  /** The report's answer; null where it has none. */
  readonly sentence: string | null;
  readonly bars: Bars | null;
  /** What the bars are, as a caption: *Evenimente, după fracție*. */
  readonly caption: string;
  readonly paragraphs: readonly string[];
}

/** Widest of a bar, in pixels: it stands beside name and figure on a phone. */
const widest = 220;
/** Of the console, where a bar is of no waste stream. */
const plain = { color: '#935026', edge: '#935026' } as const;

/**
 * The e-mail for those who read it with styles. Its chart is a table with coloured cells: a picture is not shown until somebody asks
 * for it, and SVG is shown by neither Gmail nor Outlook; this is, also to whoever has it read aloud.
 */
const htmlOf = ({ language, sentence, bars, caption, paragraphs }: Contents): string =>
  mailPage(language, [
    ...(sentence ? [`<p style="font-size:19px;font-weight:bold;margin:0 0 16px">${escaped(sentence)}</p>`] : []),
    ...(bars ? [tableOf(bars, caption)] : []),
    ...paragraphs.map((text) => paragraph(linked(escaped(text)))),
  ]);

function tableOf({ bars }: Bars, caption: string): string {
  return [
    '<table cellspacing="0" cellpadding="0" border="0" style="font-size:14px;margin:0 0 16px">',
    `<caption align="top" style="text-align:left;font-weight:bold;padding:0 0 6px">${escaped(caption)}</caption>`,
    ...bars.map(rowOf),
    '</table>',
  ].join('\n');
}

function rowOf({ name, text, share, stream }: Bar): string {
  const width = Math.round(share * widest);
  const { color, edge } = stream ? streamTokens[stream] : plain;
  const style = `width:${width}px;height:12px;background-color:${color};border:1px solid ${edge};font-size:1px;line-height:12px`;
  return [
    '<tr>',
    `<th scope="row" align="left" style="padding:2px 12px 2px 0;font-weight:normal">${stream ? streamBadge(stream, name) : escaped(name)}</th>`,
    `<td width="${widest + 2}" style="padding:2px 0">${width > 0 ? `<div style="${style}">&nbsp;</div>` : ''}</td>`,
    `<td align="right" style="padding:2px 0 2px 12px">${escaped(text)}</td>`,
    '</tr>',
  ].join('');
}
