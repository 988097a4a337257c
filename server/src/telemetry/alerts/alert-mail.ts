import type { AlertOccasion } from '@noa/domain/alert.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import { durationText } from '@noa/domain/texts/duration-text.ts';
import { regionOf } from '@noa/domain/texts/region.ts';
import { textFor } from '@noa/domain/texts/text-for.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import { zoneText } from '@noa/domain/texts/zone-text.ts';
import enAlerts from '../../../../console/public/locales/en/alerts.json' with { type: 'json' };
import enCommon from '../../../../console/public/locales/en/common.json' with { type: 'json' };
import enStatus from '../../../../console/public/locales/en/statusUpdates.json' with { type: 'json' };
import roAlerts from '../../../../console/public/locales/ro/alerts.json' with { type: 'json' };
import roCommon from '../../../../console/public/locales/ro/common.json' with { type: 'json' };
import roStatus from '../../../../console/public/locales/ro/statusUpdates.json' with { type: 'json' };
import { composeMail } from '../../mail/compose.ts';
import type { MailFrame } from '../../mail/mailing.ts';
import { escaped, linked, mailPage, paragraph, streamBadge } from '../../mail/mail-html.ts';
import type { Told } from './delivery.queries.ts';
import type { IncidentRow } from './incident.queries.ts';

const texts = {
  ro: { ...roAlerts, kinds: roStatus.kinds, streams: roCommon.values.wasteStream },
  en: { ...enAlerts, kinds: enStatus.kinds, streams: enCommon.values.wasteStream },
};

/** What an incident was opened by. */
type Opened = Pick<
  IncidentRow,
  'condition' | 'reading_kind' | 'level' | 'threshold' | 'minutes' | 'openings' | 'usual_openings'
>;

/** What each condition is said by. */
const causes = {
  ro: new Map(Object.entries(roAlerts.conditions)),
  en: new Map(Object.entries(enAlerts.conditions)),
} satisfies Readonly<Record<ExportLocale, unknown>>;

/** The key of the text that says what an incident was opened by. */
function causeKeyOf({ condition, minutes, usual_openings }: Opened): string {
  if (condition === 'unusual') {
    return usual_openings === null ? 'unusualFew' : 'unusualFound';
  }
  return condition === 'fill' && minutes === 0 ? 'fillNow' : condition;
}

/** What an incident was opened by: `umplere de cel puțin 90 %`. */
export function causeIn(locale: ExportLocale, incident: Opened): string {
  const { kinds, levels } = texts[locale];
  const threshold = incident.threshold ?? 0;
  return withFacts(textFor(causes[locale], causeKeyOf(incident), threshold, locale), {
    kind: incident.reading_kind ? kinds[incident.reading_kind] : '',
    level: incident.level ? levels[incident.level] : '',
    threshold,
    openings: incident.openings ?? 0,
    usual: incident.usual_openings ?? 0,
    duration: durationText(incident.minutes, regionOf(locale)),
  });
}

/** The line that names the containers: with styles they are a list in its place, and once they are gone there is none. */
const namesContainers = (line: string) => line.includes('{{containers}}');

/** The whole e-mail as it goes over the network. */
export function composeAlert(
  { incident, label, containers, streams, orgName, timeZone, locale }: Told,
  occasion: AlertOccasion,
  { from, to, messageId, publicUrl }: MailFrame,
): Promise<Buffer> {
  const { message, streams: words } = texts[locale];
  const moment = new Intl.DateTimeFormat(regionOf(locale), { timeZone, dateStyle: 'long', timeStyle: 'short' });
  const facts = {
    rule: incident.rule_name,
    island: label ?? containers[0] ?? '',
    containers: containers.join(', '),
    what: causeIn(locale, incident),
    since: moment.format(incident.opened_at),
    zone: zoneText(timeZone, locale),
    org: orgName,
    url: `${publicUrl}/containers/incidents`,
  };
  const say = (line: string) => withFacts(line, facts);
  const lines = message.body[occasion].filter((line) => containers.length > 0 || !namesContainers(line));
  const listed = containers.map((serial, index) => {
    const stream = streams[index];
    return `<li style="margin:0 0 6px">${escaped(serial)} ${stream ? streamBadge(stream, words[stream]) : ''}</li>`;
  });
  return composeMail(locale, {
    from,
    to: [...to],
    subject: withFacts(message.subject[occasion], facts),
    messageId,
    text: `${lines.map(say).join('\n\n')}\n`,
    html: mailPage(
      locale,
      lines.map((line) =>
        namesContainers(line)
          ? `<ul style="list-style:none;margin:0 0 12px;padding:0">${listed.join('')}</ul>`
          : paragraph(linked(escaped(say(line)))),
      ),
    ),
  });
}
